"""A ring buffer of the last measurements."""


class Ring:
    def __init__(self, size):
        if size < 1:
            raise ValueError("a ring needs room")
        self.slots = [None] * size
        self.start = 0
        self.count = 0

    def __len__(self):
        return self.count

    def push(self, value):
        """Puts a value in; the oldest goes where there is no room."""
        end = (self.start + self.count) % len(self.slots)
        self.slots[end] = value
        if self.count < len(self.slots):
            self.count += 1
        else:
            self.start += 1

    def pop(self):
        """Takes the oldest."""
        if not self.count:
            raise IndexError("the ring is empty")
        value = self.slots[self.start]
        self.slots[self.start] = None
        self.start = (self.start + 1) % len(self.slots)
        self.count -= 1
        return value

    def __getitem__(self, index):
        if index < 0:
            index += self.count
        if not 0 <= index < self.count:
            raise IndexError(index)
        return self.slots[self.start + index]

    def values(self):
        return [self[n] for n in range(self.count)]

    def mean(self):
        return sum(self.values()) / self.count if self.count else None

"""A binary min-heap in a list."""


class MinHeap:
    def __init__(self, items=()):
        self._items = list(items)
        for i in reversed(range(len(self._items) // 2)):
            self._sink(i)

    def __len__(self):
        return len(self._items)

    def push(self, item):
        self._items.append(item)
        i = len(self._items) - 1
        while i and self._items[i] < self._items[(i - 1) // 2]:
            parent = (i - 1) // 2
            self._items[i], self._items[parent] = self._items[parent], self._items[i]
            i = parent

    def pop(self):
        """Remove and return the least item."""
        items = self._items
        items[0], items[-1] = items[-1], items[0]
        least = items.pop()
        self._sink(0)
        return least

    def _sink(self, i):
        items = self._items
        while 2 * i + 1 < len(items):
            child = 2 * i + 1
            if items[i] <= items[child]:
                break
            items[i], items[child] = items[child], items[i]
            i = child

"""The queue of a printer: urgent jobs first, else in the order they came."""

import heapq


class PrintQueue:
    def __init__(self, paper=100):
        self.paper = paper
        self.done = []
        self._heap = []
        self._pages = {}
        self._number = 0

    def __len__(self):
        return len(self._pages)

    def add(self, name, pages, priority=0):
        """A job; a higher priority is more urgent."""
        if name in self._pages:
            raise ValueError(f"{name} is waiting already")
        if pages < 1:
            raise ValueError("nothing to print")
        self._number += 1
        self._pages[name] = pages
        heapq.heappush(self._heap, (priority, self._number, name))

    def cancel(self, name):
        """Whether there was such a job."""
        return self._pages.pop(name, None) is not None

    def next(self):
        """The job that is printed next; None where there is none."""
        while self._heap and self._heap[0][2] not in self._pages:
            heapq.heappop(self._heap)
        return self._heap[0][2] if self._heap else None

    def print_one(self):
        """Prints the next job if there is paper for it; its name, or None."""
        name = self.next()
        if name is None or self._pages[name] > self.paper:
            return None
        heapq.heappop(self._heap)
        self.paper -= self._pages.pop(name)
        self.done.append(name)
        return name

    def print_all(self):
        while self.print_one():
            pass
        return self.done

    def refill(self, sheets):
        self.paper = min(500, self.paper + sheets)

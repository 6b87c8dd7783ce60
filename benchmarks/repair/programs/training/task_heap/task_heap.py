"""Binary heap of tasks whose priority may change while they wait.

Lower numbers come first; equal priorities leave in order of arrival.
"""


class TaskHeap:
    def __init__(self):
        self._items = []
        self._where = {}
        self._serial = 0

    def __len__(self):
        return len(self._items)

    def __contains__(self, task):
        return task in self._where

    def add(self, task, priority):
        if task in self._where:
            raise KeyError("%r is waiting already" % (task,))
        self._items.append((priority, self._serial, task))
        self._serial += 1
        self._where[task] = len(self._items) - 1
        self._up(len(self._items) - 1)

    def peek(self):
        if not self._items:
            raise IndexError("no task waiting")
        return self._items[0][2]

    def pop(self):
        task = self.peek()
        self.remove(task)
        return task

    def remove(self, task):
        i = self._where.pop(task)
        last = self._items.pop()
        if i == len(self._items):
            return
        self._put(i, last)
        self._down(i)

    def change(self, task, priority):
        i = self._where[task]
        old, serial, _ = self._items[i]
        self._items[i] = (priority, serial, task)
        if priority < old:
            self._up(i)
        else:
            self._down(i)

    def drain(self):
        while self._items:
            yield self.pop()

    def _put(self, i, item):
        self._items[i] = item
        self._where[item[2]] = i

    def _up(self, i):
        item = self._items[i]
        while i > 0:
            parent = (i - 1) // 2
            if self._items[parent] < item:
                break
            self._put(i, self._items[parent])
            i = parent
        self._put(i, item)

    def _down(self, i):
        item = self._items[i]
        size = len(self._items)
        while True:
            child = 2 * i + 1
            if child >= size:
                break
            if child + 1 < size and self._items[child + 1] < self._items[child]:
                child += 1
            if item < self._items[child]:
                break
            self._put(i, self._items[child])
            i = child
        self._put(i, item)

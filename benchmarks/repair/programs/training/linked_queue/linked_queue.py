"""A queue as a singly linked list."""


class _Node:
    def __init__(self, item):
        self.item = item
        self.next = None


class LinkedQueue:
    def __init__(self, items=()):
        self._head = self._tail = None
        self._length = 0
        for item in items:
            self.put(item)

    def put(self, item):
        node = _Node(item)
        if self._tail is None:
            self._head = node
        else:
            self._tail.next = node
        self._tail = node
        self._length += 1

    def take(self):
        """Remove and return the oldest item."""
        if self._head is None:
            raise IndexError("the queue is empty")
        item = self._head.item
        self._head = self._head.next
        self._length -= 1
        return item

    def __len__(self):
        return self._length

    def __iter__(self):
        node = self._head
        while node:
            yield node.item
            node = node.next

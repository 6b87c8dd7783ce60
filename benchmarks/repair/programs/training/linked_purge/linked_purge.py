"""A singly linked list that knows its last node."""


class Node:
    def __init__(self, value):
        self.value = value
        self.next = None


class Chain:
    def __init__(self, values=()):
        self.head = self.tail = None
        for value in values:
            self.append(value)

    def __iter__(self):
        node = self.head
        while node:
            yield node.value
            node = node.next

    def append(self, value):
        node = Node(value)
        if self.tail is None:
            self.head = node
        else:
            self.tail.next = node
        self.tail = node

    def purge(self, unwanted):
        """Remove all nodes of this value; the number of nodes removed."""
        removed = 0
        before, node = None, self.head
        while node:
            if node.value != unwanted:
                before = node
            elif before is None:
                self.head = node.next
                removed += 1
            else:
                before.next = node.next
                removed += 1
            node = node.next
        return removed

"""Groups of items that grow together."""


class UnionFind:
    def __init__(self, items):
        self._parent = {item: item for item in items}
        self._size = dict.fromkeys(self._parent, 1)
        self.groups = len(self._parent)

    def find(self, item):
        """The item that stands for the group."""
        while self._parent[item] != item:
            self._parent[item] = self._parent[self._parent[item]]
            item = self._parent[item]
        return item

    def join(self, a, b):
        """Make one group of two; False where they are one already."""
        a, b = self.find(a), self.find(b)
        if self._size[a] < self._size[b]:
            a, b = b, a
        self._parent[b] = a
        self._size[a] += self._size[b]
        self.groups -= 1
        return True

    def size(self, item):
        return self._size[self.find(item)]


def count_groups(items, pairs):
    union = UnionFind(items)
    for a, b in pairs:
        union.join(a, b)
    return union.groups

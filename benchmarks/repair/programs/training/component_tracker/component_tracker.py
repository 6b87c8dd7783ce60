"""Track connected groups of people while friendships are added."""


class Groups:
    """Disjoint sets with sizes and members' labels.

    Elements are added implicitly the first time they are mentioned.
    """

    def __init__(self):
        self._parent = {}
        self._size = {}
        self._tags = {}

    def _root(self, item):
        if item not in self._parent:
            self._parent[item] = item
            self._size[item] = 1
            self._tags[item] = set()
        root = item
        while self._parent[root] != root:
            root = self._parent[root]
        while self._parent[item] != root:
            self._parent[item], item = root, self._parent[item]
        return root

    def join(self, a, b):
        """Connect *a* and *b*; True if they were in different groups."""
        ra, rb = self._root(a), self._root(b)
        if ra == rb:
            return False
        if self._size[ra] < self._size[rb]:
            ra, rb = rb, ra
        self._parent[rb] = ra
        self._size[ra] += self._size.pop(rb)
        return True

    def tag(self, item, label):
        """Attach a label to the whole group of *item*."""
        self._tags[self._root(item)].add(label)

    def tags(self, item):
        return frozenset(self._tags[self._root(item)])

    def connected(self, a, b):
        return self._root(a) == self._root(b)

    def size(self, item):
        return self._size[self._root(item)]

    def __len__(self):
        """Number of groups."""
        return len(self._size)

    def groups(self):
        """All groups as sorted lists, the biggest first."""
        found = {}
        for item in self._parent:
            found.setdefault(self._root(item), []).append(item)
        return sorted((sorted(g) for g in found.values()), key=lambda g: (-len(g), g))


def merge_until(pairs, wanted):
    """Index of the pair after which some group has *wanted* members."""
    groups = Groups()
    for index, (a, b) in enumerate(pairs):
        groups.join(a, b)
        if groups.size(a) >= wanted:
            return index
    return None


def redundant(pairs):
    """Pairs that connect people who were already connected."""
    groups = Groups()
    return [pair for pair in pairs if not groups.join(*pair)]

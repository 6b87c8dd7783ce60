"""Weighted autocompletion on a trie.

Each node caches the best weight found below it, so that the best
completions can be produced without visiting the whole subtree.
"""

import heapq
from itertools import islice


class _Node:
    __slots__ = ("children", "weight", "best")

    def __init__(self):
        self.children = {}
        self.weight = None
        self.best = 0

    def refresh(self):
        self.best = max(
            [child.best for child in self.children.values()] + [self.weight or 0]
        )


class PrefixIndex:
    def __init__(self, words=()):
        self._root = _Node()
        self._count = 0
        for word, weight in dict(words).items():
            self.add(word, weight)

    def __len__(self):
        return self._count

    def _path(self, text, create=False):
        """Nodes from the root to *text*, or None if there is no such node."""
        node = self._root
        path = [node]
        for ch in text:
            if ch not in node.children:
                if not create:
                    return None
                node.children[ch] = _Node()
            node = node.children[ch]
            path.append(node)
        return path

    def add(self, word, weight=1):
        """Add *word*, or change its weight."""
        if weight <= 0:
            raise ValueError("weight must be positive")
        path = self._path(word, create=True)
        if path[-1].weight is None:
            self._count += 1
        path[-1].weight = weight
        self._update(path)

    def remove(self, word):
        """Remove *word*; True if it was there."""
        path = self._path(word)
        if path is None or path[-1].weight is None:
            return False
        path[-1].weight = None
        self._count -= 1
        for parent, ch in zip(path[-2::-1], reversed(word)):
            node = parent.children[ch]
            if node.children or node.weight is not None:
                break
            del parent.children[ch]
        self._update(path)
        return True

    @staticmethod
    def _update(path):
        for node in path:
            node.refresh()

    def best_weight(self, prefix=""):
        """Highest weight of the words with *prefix*; 0 if there are none."""
        path = self._path(prefix)
        return path[-1].best if path else 0

    def iter_best(self, prefix=""):
        """Words with *prefix*: heaviest first, then alphabetically."""
        path = self._path(prefix)
        if path is None:
            return
        heap = [(-path[-1].best, prefix, 0, path[-1])]
        while heap:
            _, text, final, node = heapq.heappop(heap)
            if final:
                yield text
                continue
            if node.weight is not None:
                heapq.heappush(heap, (-node.weight, text, 1, node))
            for ch, child in node.children.items():
                heapq.heappush(heap, (-child.best, text + ch, 0, child))

    def complete(self, prefix, limit=5):
        return list(islice(self.iter_best(prefix), limit))

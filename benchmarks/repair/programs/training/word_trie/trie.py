"""A prefix tree of weighted words for suggestions while typing."""

import heapq


class Node:
    __slots__ = ("children", "words", "weight")

    def __init__(self):
        self.children = {}
        self.words = 0
        self.weight = None

    @property
    def is_word(self):
        return self.weight is not None


class Trie:
    """Each node knows how many words are below it (itself included)."""

    def __init__(self, words=()):
        self._root = Node()
        for word in words:
            self.add(word)

    def __len__(self):
        return self._root.words

    def __contains__(self, word):
        node = self._node(word)
        return node is not None and node.is_word

    def __iter__(self):
        """All words in alphabetical order."""
        return (word for word, _ in self._walk(self._root, ""))

    def _node(self, prefix):
        node = self._root
        for char in prefix:
            node = node.children.get(char)
            if node is None:
                return None
        return node

    def _walk(self, node, prefix):
        if node.is_word:
            yield prefix, node.weight
        for char in sorted(node.children):
            yield from self._walk(node.children[char], prefix + char)

    def add(self, word, weight=1):
        """Add a word, or change the weight of one that's there."""
        if not word:
            raise ValueError("an empty word can't be added")
        node = self._root
        node.words += 1
        for char in word:
            node = node.children.setdefault(char, Node())
            node.words += 1
        node.weight = weight

    def remove(self, word):
        """Remove a word and the nodes that no other word needs. Raises KeyError."""
        if word not in self:
            raise KeyError(word)
        node = self._root
        node.words -= 1
        for char in word:
            child = node.children[char]
            child.words -= 1
            if not child.words:
                del node.children[char]
                return
            node = child
        node.weight = None

    def count(self, prefix=""):
        """How many words begin with a prefix."""
        node = self._node(prefix)
        return node.words if node else 0

    def suggest(self, prefix, limit=5):
        """The words with a prefix, heaviest first, then in alphabetical order."""
        node = self._node(prefix)
        if node is None:
            return []
        best = heapq.nsmallest(limit, self._walk(node, prefix), key=lambda pair: (-pair[1], pair[0]))
        return [word for word, _ in best]

    def shortest_prefix(self, word):
        """The shortest beginning that no other word has; the word itself if there is none shorter."""
        if word not in self:
            raise KeyError(word)
        for length in range(1, len(word)):
            if self.count(word[:length]) == 1:
                return word[:length]
        return word

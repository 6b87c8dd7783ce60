"""A set of words as a tree of letters."""


class _Node:
    def __init__(self):
        self.children = {}
        self.is_word = False


class Trie:
    def __init__(self, words=()):
        self._root = _Node()
        for word in words:
            self.add(word)

    def add(self, word):
        node = self._root
        for letter in word:
            node = node.children.setdefault(letter, _Node())
        node.is_word = True

    def discard(self, word):
        """Remove a word, and the nodes that nothing needs any more."""
        self._discard(self._root, word)

    def _discard(self, node, rest):
        if not rest:
            node.is_word = False
            return
        child = node.children.get(rest[0])
        if child is None:
            return
        self._discard(child, rest[1:])
        if not child.children:
            del node.children[rest[0]]

    def words(self, node=None, prefix=""):
        node = node or self._root
        found = [prefix] if node.is_word else []
        for letter, child in sorted(node.children.items()):
            found += self.words(child, prefix + letter)
        return found

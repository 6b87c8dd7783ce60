"""Autocomplete: a trie of words with how often each was used."""


class Node:
    __slots__ = ("children", "count", "top")

    def __init__(self):
        self.children = {}
        self.count = 0
        self.top = None


class WordSuggest:
    """Suggests the most used words; each node keeps its best ones once computed."""

    def __init__(self, limit=3):
        self.limit = limit
        self._root = Node()
        self._size = 0

    def __len__(self):
        return self._size

    def __contains__(self, word):
        return self.frequency(word) > 0

    def _path(self, word):
        """The nodes from the root to the word's, or None if there is no such branch."""
        path = [self._root]
        for char in word:
            node = path[-1].children.get(char)
            if node is None:
                return None
            path.append(node)
        return path

    def add(self, word, times=1):
        word = word.strip().lower()
        if not word or times < 1:
            raise ValueError("nothing to add")
        path = [self._root]
        for char in word:
            path.append(path[-1].children.setdefault(char, Node()))
        if path[-1].count == 0:
            self._size += 1
        path[-1].count += times
        for node in path:
            node.top = None

    def add_text(self, text):
        for word in text.split():
            self.add(word.strip(".,;:!?"))

    def frequency(self, word):
        path = self._path(word.strip().lower())
        return path[-1].count if path else 0

    def remove(self, word):
        """Forgets the word and the branch it leaves empty; False if it wasn't there."""
        word = word.strip().lower()
        path = self._path(word)
        if path is None or path[-1].count == 0:
            return False
        path[-1].count = 0
        self._size -= 1
        for parent, char, node in reversed(list(zip(path, word, path[1:]))):
            if node.children or node.count:
                break
            del parent.children[char]
        return True

    def suggest(self, prefix):
        """The most used words that start with the prefix, equally used ones by name."""
        prefix = prefix.strip().lower()
        path = self._path(prefix)
        if path is None:
            return []
        node = path[-1]
        if node.top is None:
            found = sorted(self._collect(node, prefix), key=lambda pair: (-pair[1], pair[0]))
            node.top = [word for word, _ in found[: self.limit]]
        return list(node.top)

    def words(self):
        return sorted(word for word, _ in self._collect(self._root, ""))

    def _collect(self, node, prefix):
        if node.count:
            yield prefix, node.count
        for char, child in node.children.items():
            yield from self._collect(child, prefix + char)

"""Prefix tree of shell commands with tab completion."""


class _Node:
    __slots__ = ("children", "handler")

    def __init__(self):
        self.children = {}
        self.handler = None


class CommandTree:
    """Commands by name; unambiguous prefixes may stand for the full name."""

    def __init__(self):
        self._root = _Node()
        self._count = 0

    def __len__(self):
        return self._count

    def __contains__(self, name):
        node = self._find(name)
        return node is not None and node.handler is not None

    def add(self, name, handler):
        if not name:
            raise ValueError("a command needs a name")
        node = self._root
        for char in name:
            node = node.children.setdefault(char, _Node())
        if node.handler is None:
            self._count += 1
        node.handler = handler

    def remove(self, name):
        """Forget a command and the branches nothing else uses."""
        path = []
        node = self._root
        for char in name:
            if char not in node.children:
                raise KeyError(name)
            path.append((node, char))
            node = node.children[char]
        if node.handler is None:
            raise KeyError(name)
        node.handler = None
        self._count -= 1
        for parent, char in reversed(path):
            if parent.children[char].children:
                break
            del parent.children[char]

    def complete(self, prefix):
        """All command names that start with the prefix, sorted."""
        node = self._find(prefix)
        if node is None:
            return []
        names = []
        stack = [(node, prefix)]
        while stack:
            current, text = stack.pop()
            if current.handler is not None:
                names.append(text)
            for char, child in current.children.items():
                stack.append((child, text + char))
        return sorted(names)

    def resolve(self, text):
        """Handler for an exact name or an unambiguous prefix."""
        node = self._find(text)
        if node is not None and node.handler is not None:
            return node.handler
        names = self.complete(text)
        if len(names) != 1:
            problem = "ambiguous" if names else "unknown"
            raise LookupError(f"{problem} command {text!r}")
        return self._find(names[0]).handler

    def node_count(self):
        """Number of tree nodes besides the root."""
        total, stack = 0, [self._root]
        while stack:
            node = stack.pop()
            total += len(node.children)
            stack.extend(node.children.values())
        return total

    def _find(self, text):
        node = self._root
        for char in text:
            node = node.children.get(char)
            if node is None:
                return None
        return node

"""Who may do what with the documents of a folder tree."""

LEVELS = ["none", "read", "comment", "write", "owner"]


def _rank(level):
    try:
        return LEVELS.index(level)
    except ValueError:
        raise ValueError(f"unknown level {level!r}") from None


class Node:
    """A folder or document; its own grants go before inherited ones."""

    def __init__(self, name, parent=None):
        self.name = name
        self.parent = parent
        self.children = {}
        self.grants = {}

    @property
    def path(self):
        if self.parent is None:
            return ""
        return f"{self.parent.path}/{self.name}"

    def walk(self):
        yield self
        for name in sorted(self.children):
            yield from self.children[name].walk()


class PermissionTree:
    def __init__(self):
        self.root = Node("")
        self._cache = {}
        self.lookups = 0

    def add(self, path):
        """Create the node and any folder above it that doesn't exist yet."""
        node = self.root
        for part in self._parts(path):
            if part not in node.children:
                node.children[part] = Node(part, node)
            node = node.children[part]
        return node

    def node(self, path):
        node = self.root
        for part in self._parts(path):
            if part not in node.children:
                raise KeyError(path)
            node = node.children[part]
        return node

    @staticmethod
    def _parts(path):
        return [part for part in path.split("/") if part]

    def grant(self, path, user, level):
        _rank(level)
        node = self.node(path)
        node.grants[user] = level
        self._forget(node)

    def revoke(self, path, user):
        """Drop the node's own grant, so that the inherited one counts again."""
        node = self.node(path)
        if node.grants.pop(user, None) is not None:
            self._forget(node)

    def move(self, path, folder):
        node, target = self.node(path), self.node(folder)
        above = target
        while above is not None:
            if above is node:
                raise ValueError("can't move a folder into itself")
            above = above.parent
        if node.name in target.children:
            raise ValueError("name is taken")
        del node.parent.children[node.name]
        node.parent = target
        target.children[node.name] = node
        self._forget(node)

    def _forget(self, node):
        self._cache.pop(node, None)

    def level(self, path, user):
        return self._level(self.node(path), user)

    def _level(self, node, user):
        known = self._cache.setdefault(node, {})
        if user not in known:
            self.lookups += 1
            if user in node.grants:
                known[user] = node.grants[user]
            elif node.parent is None:
                known[user] = "none"
            else:
                known[user] = self._level(node.parent, user)
        return known[user]

    def may(self, path, user, level):
        return _rank(self.level(path, user)) >= _rank(level)

    def visible(self, user, folder=""):
        """Paths of everything below `folder` that the user may read."""
        start = self.node(folder)
        return [
            node.path
            for node in start.walk()
            if node is not start and _rank(self._level(node, user)) > 0
        ]

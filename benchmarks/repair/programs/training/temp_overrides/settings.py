"""Settings with dotted names that can be overridden for a while."""

from contextlib import contextmanager

_MISSING = object()


class UnknownSetting(KeyError):
    def __str__(self):
        return f"unknown setting {self.args[0]!r}"


class Settings:
    """A tree of dictionaries that is read and written with names like "mail.smtp.port"."""

    def __init__(self, tree=None):
        self._tree = {}
        self._watchers = []
        for name, value in flatten(tree or {}):
            self.set(name, value)

    def get(self, name, default=_MISSING):
        """The value of a name; a whole section is returned as a new dictionary."""
        value = self._lookup(name)
        if value is _MISSING:
            if default is _MISSING:
                raise UnknownSetting(name)
            return default
        return dict(flatten(value)) if isinstance(value, dict) else value

    def set(self, name, value):
        *path, last = name.split(".")
        node = self._tree
        for part in path:
            node = node.setdefault(part, {})
            if not isinstance(node, dict):
                raise ValueError(f"{part!r} in {name!r} isn't a section")
        old = node.get(last, _MISSING)
        node[last] = value
        if old != value:
            self._tell(name, value)

    def unset(self, name):
        """Remove a setting, and the sections that are empty without it."""
        nodes, parts = [self._tree], name.split(".")
        for part in parts[:-1]:
            nodes.append(nodes[-1].get(part, {}))
        if nodes[-1].pop(parts[-1], _MISSING) is _MISSING:
            raise UnknownSetting(name)
        for node, part in zip(reversed(nodes[:-1]), reversed(parts[:-1])):
            if not node[part]:
                del node[part]
        self._tell(name, None)

    def watch(self, function):
        """Have `function(name, value)` called for every change; removed settings have the value None."""
        self._watchers.append(function)

    @contextmanager
    def override(self, **changes):
        """Set some values within a with block; two underscores in a keyword stand for a dot."""
        names = {key.replace("__", "."): value for key, value in changes.items()}
        before = {name: self._lookup(name) for name in names}
        try:
            for name, value in names.items():
                self.set(name, value)
            yield self
        finally:
            for name, value in before.items():
                if value is not _MISSING:
                    self.set(name, value)

    def _lookup(self, name):
        node = self._tree
        for part in name.split("."):
            if not isinstance(node, dict) or part not in node:
                return _MISSING
            node = node[part]
        return node

    def _tell(self, name, value):
        for watcher in self._watchers:
            watcher(name, value)


def flatten(tree, prefix=""):
    """Yield dotted names and values of nested dictionaries."""
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value

"""A key-value store with nested snapshots. Keys are paths such as "user/7/name"."""

_GONE = object()


class SnapshotError(Exception):
    pass


class Store:
    """Each snapshot opens a layer of changes above the older ones."""

    def __init__(self, initial=None):
        self._layers = [dict(initial or {})]
        self._labels = []

    # -- single keys

    def get(self, key, default=None):
        for layer in reversed(self._layers):
            if key in layer:
                return default if layer[key] is _GONE else layer[key]
        return default

    def __contains__(self, key):
        return self.get(key, _GONE) is not _GONE

    def set(self, key, value):
        if not key or key.startswith("/") or key.endswith("/"):
            raise ValueError(f"bad key {key!r}")
        self._layers[-1][key] = value

    def delete(self, key):
        if key not in self:
            raise KeyError(key)
        self._layers[-1][key] = _GONE

    def increment(self, key, by=1):
        value = self.get(key, 0) + by
        self.set(key, value)
        return value

    # -- many keys

    @staticmethod
    def _matches(key, prefix):
        """A prefix covers whole parts of the path only."""
        return not prefix or key == prefix or key.startswith(prefix + "/")

    def items(self, prefix=""):
        """Sorted pairs of all keys at or below the prefix."""
        prefix = prefix.rstrip("/")
        visible = {}
        for layer in self._layers:
            for key, value in layer.items():
                if not self._matches(key, prefix):
                    continue
                if value is not _GONE:
                    visible[key] = value
        return sorted(visible.items())

    def keys(self, prefix=""):
        return [key for key, _ in self.items(prefix)]

    def __len__(self):
        return len(self.items())

    def delete_prefix(self, prefix):
        """Delete everything at or below the prefix; returns the number of keys."""
        doomed = self.keys(prefix)
        for key in doomed:
            self.delete(key)
        return len(doomed)

    def children(self, prefix=""):
        """Names of the parts directly below the prefix."""
        depth = len(prefix.rstrip("/").split("/")) if prefix else 0
        parts = [key.split("/") for key in self.keys(prefix)]
        return sorted({p[depth] for p in parts if len(p) > depth})

    # -- snapshots

    def snapshot(self, label=None):
        self._layers.append({})
        self._labels.append(label)
        return len(self._labels)

    def rollback(self, label=None):
        """Drop the changes since the last snapshot, or since the one with the label."""
        if not self._labels or (label is not None and label not in self._labels):
            raise SnapshotError("no such snapshot")
        while True:
            self._layers.pop()
            found = self._labels.pop()
            if label is None or found == label:
                return

    def commit(self):
        """Make the changes since the last snapshot part of the layer below."""
        if not self._labels:
            raise SnapshotError("no such snapshot")
        self._labels.pop()
        changes = self._layers.pop()
        self._layers[-1].update(changes)

    def changed(self):
        """Sorted keys that were set or deleted since the last snapshot."""
        return sorted(self._layers[-1]) if self._labels else []

"""A key-value store in memory with transactions inside of transactions."""

from contextlib import contextmanager

GONE = object()


class NoTransaction(RuntimeError):
    """Commit or rollback where none is open."""


class Store:
    """Layers of changes; the first holds what was committed, each other one an open transaction."""

    def __init__(self, **items):
        self._layers = [dict(items)]

    def get(self, key, default=None):
        for layer in reversed(self._layers):
            if key in layer:
                return default if layer[key] is GONE else layer[key]
        return default

    def set(self, key, value):
        self._layers[-1][key] = value

    def delete(self, key):
        """Remove a key. Raises KeyError where it isn't there."""
        if key not in self:
            raise KeyError(key)
        if len(self._layers) == 1:
            del self._layers[0][key]
        else:
            self._layers[-1][key] = GONE

    def __contains__(self, key):
        return self.get(key, GONE) is not GONE

    def __len__(self):
        if len(self._layers) == 1:
            return len(self._layers[0])
        return len(self.keys())

    def keys(self):
        """All keys that can be seen now, sorted."""
        seen = set().union(*self._layers)
        return sorted(key for key in seen if key in self)

    def items(self):
        return [(key, self.get(key)) for key in self.keys()]

    def begin(self):
        self._layers.append({})

    def commit(self):
        """Move the changes of the innermost transaction to the layer below."""
        changes = self._pop()
        target = self._layers[-1]
        for key, value in changes.items():
            target[key] = value

    def rollback(self):
        self._pop()

    def _pop(self):
        if len(self._layers) == 1:
            raise NoTransaction("no transaction is open")
        return self._layers.pop()

    @contextmanager
    def transaction(self):
        """Commit at the end of the block, roll back where it raises."""
        self.begin()
        try:
            yield self
        except BaseException:
            self.rollback()
            raise
        self.commit()

    def snapshot(self):
        """A copy of what is committed."""
        return dict(self._layers[0])

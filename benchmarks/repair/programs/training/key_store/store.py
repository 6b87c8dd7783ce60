"""Key-value store with nested transactions used as context managers."""


class TransactionError(Exception):
    pass


class Transaction:
    def __init__(self, store):
        self.store = store
        self.changes = {}
        self.finished = False

    def __enter__(self):
        self.store._stack.append(self)
        return self

    def __exit__(self, exc_type, exc, tb):
        self.store._stack.remove(self)
        if self.finished:
            return False
        if exc_type is None:
            self.commit()
        else:
            self.rollback()
        return True

    def commit(self):
        self._finish()
        self.store._merge(self.changes)

    def rollback(self):
        self._finish()
        self.changes.clear()

    def _finish(self):
        if self.finished:
            raise TransactionError("already finished")
        self.finished = True


_DELETED = object()


class Store:
    def __init__(self, **initial):
        self._data = dict(initial)
        self._stack = []

    def transaction(self):
        return Transaction(self)

    def _layers(self):
        return [t.changes for t in reversed(self._stack) if not t.finished]

    def _merge(self, changes):
        layers = self._layers()
        if layers:
            layers[0].update(changes)
            return
        for key, value in changes.items():
            if value is _DELETED:
                self._data.pop(key, None)
            else:
                self._data[key] = value

    def get(self, key, default=None):
        for layer in self._layers() + [self._data]:
            if key in layer:
                return default if layer[key] is _DELETED else layer[key]
        return default

    def set(self, key, value):
        self._merge({key: value})

    def delete(self, key):
        self._merge({key: _DELETED})

    def committed(self):
        return dict(self._data)

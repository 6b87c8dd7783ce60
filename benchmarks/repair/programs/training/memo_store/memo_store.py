"""Memoising decorator with bounded size and explicit invalidation."""
import functools
from collections import OrderedDict

_MARK = object()


def make_key(args, kwargs):
    """Hashable key; keyword order does not matter."""
    if not kwargs:
        return args
    return args + (_MARK,) + tuple(sorted(kwargs.items()))


class MemoStore:
    """Results in order of use, the least recently used one first."""

    def __init__(self, size):
        if size < 1:
            raise ValueError("size must be positive")
        self.size = size
        self.hits = 0
        self.misses = 0
        self._data = OrderedDict()

    def __len__(self):
        return len(self._data)

    def __contains__(self, key):
        return key in self._data

    def fetch(self, key, compute):
        if key in self._data:
            self.hits += 1
            self._data.move_to_end(key, last=False)
            return self._data[key]
        self.misses += 1
        value = compute()
        self._data[key] = value
        while len(self._data) > self.size:
            self._data.popitem(last=False)
        return value

    def forget(self, key):
        return self._data.pop(key, _MARK) is not _MARK

    def clear(self):
        self._data.clear()
        self.hits = self.misses = 0

    def oldest(self):
        return next(iter(self._data), None)


def memo(size=128):
    """Decorator; the store is reachable as ``func.store``."""

    def decorate(func):
        store = MemoStore(size)

        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            key = make_key(args, kwargs)
            return store.fetch(key, lambda: func(*args, **kwargs))

        def forget(*args, **kwargs):
            return store.forget(make_key(args, kwargs))

        wrapper.store = store
        wrapper.forget = forget
        return wrapper

    return decorate

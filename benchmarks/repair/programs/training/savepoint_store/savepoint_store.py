"""An in-memory key-value store with nested transactions.

    with store.transaction():
        store["a"] = 1
        with store.transaction():
            ...

Leaving a block through an exception undoes what the block did.
"""
from contextlib import contextmanager

_ABSENT = object()


class Rollback(Exception):
    """Raise inside a block to undo it without an error outside."""


class Store:
    def __init__(self, initial=None):
        self._data = dict(initial or {})
        self._journals = []

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        self._note(key)
        self._data[key] = value

    def __delitem__(self, key):
        if key not in self._data:
            raise KeyError(key)
        self._note(key)
        del self._data[key]

    def __contains__(self, key):
        return key in self._data

    def snapshot(self):
        return dict(self._data)

    @property
    def depth(self):
        return len(self._journals)

    def _note(self, key):
        """Remember the value *key* had when the current block began."""
        if self._journals:
            journal = self._journals[-1]
            journal.setdefault(key, self._data.get(key, _ABSENT))

    @contextmanager
    def transaction(self):
        journal = {}
        self._journals.append(journal)
        try:
            yield self
        except BaseException as exc:
            self._journals.pop()
            self._undo(journal)
            if not isinstance(exc, Rollback):
                raise
        else:
            self._journals.pop()

    def _undo(self, journal):
        for key, old in journal.items():
            if old is _ABSENT:
                self._data.pop(key, None)
            else:
                self._data[key] = old

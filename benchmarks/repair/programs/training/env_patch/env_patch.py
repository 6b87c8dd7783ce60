"""Temporary changes to a mapping, usable as context manager or decorator."""
import functools

_ABSENT = object()


class Patch:
    """Override `target` with keyword values; None removes a key.

    Patches nest, and each restores exactly what it found.
    """

    def __init__(self, target, **changes):
        self.target = target
        self.changes = changes
        self._saved = []

    def __enter__(self):
        before = {}
        for key, value in self.changes.items():
            before[key] = self.target.get(key, _ABSENT)
            if value is None:
                self.target.pop(key, None)
            else:
                self.target[key] = value
        self._saved.append(before)
        return self.target

    def __exit__(self, *exc_info):
        before = self._saved.pop()
        for key, value in before.items():
            if value is not _ABSENT:
                self.target[key] = value
        return False

    def __call__(self, func):
        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            with self:
                return func(*args, **kwargs)

        return wrapper


class PathPatch(Patch):
    """Put entries in front of a separated list such as PATH."""

    def __init__(self, target, key, *entries, sep=":"):
        self.key, self.entries, self.sep = key, entries, sep
        super().__init__(target)

    def __enter__(self):
        old = self.target.get(self.key)
        parts = list(self.entries)
        if old:
            parts += [p for p in old.split(self.sep) if p not in self.entries]
        self.changes = {self.key: self.sep.join(parts)}
        return super().__enter__()


def flag(target, key, default=False):
    """Interpret a mapping entry as a boolean."""
    text = str(target.get(key, "")).strip().lower()
    if not text:
        return default
    if text in ("1", "yes", "true", "on"):
        return True
    if text in ("0", "no", "false", "off"):
        return False
    raise ValueError("%s=%s is no boolean" % (key, text))

"""What changed between two versions of a nested configuration."""

from typing import Any, NamedTuple


class Change(NamedTuple):
    kind: str  # "added", "removed" or "changed"
    path: str
    old: Any
    new: Any


def _join(path, key):
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else str(key)


def _compare_dicts(old, new, path):
    for key in new:
        if key not in old:
            yield Change("added", _join(path, key), None, new[key])
        else:
            yield from _compare(old[key], new[key], _join(path, key))


def _compare_lists(old, new, path):
    for n, (before, after) in enumerate(zip(old, new)):
        yield from _compare(before, after, _join(path, n))
    for n in range(len(old), len(new)):
        yield Change("added", _join(path, n), None, new[n])
    for n in range(len(new), len(old)):
        yield Change("removed", _join(path, n), old[n], None)


def _compare(old, new, path):
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _compare_dicts(old, new, path)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _compare_lists(old, new, path)
    elif old != new or isinstance(old, bool) != isinstance(new, bool):
        yield Change("changed", path, old, new)


def compare(old, new, ignore=()):
    """The changes by path; paths that start with one of `ignore` are left out."""
    changes = _compare(old, new, "")
    kept = [change for change in changes if not change.path.startswith(tuple(ignore))]
    return sorted(kept, key=lambda change: change.path)

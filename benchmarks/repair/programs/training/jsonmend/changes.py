"""Differences between two JSON values as a list of changes."""
import copy
from dataclasses import dataclass


class ApplyError(ValueError):
    pass


@dataclass(frozen=True)
class Change:
    """kind is "add", "remove" or "set"; path holds keys and list positions."""

    kind: str
    path: tuple
    value: object = None

    def __str__(self):
        where = "/" + "/".join(str(part) for part in self.path)
        return f"- {where}" if self.kind == "remove" else f"{'+' if self.kind == 'add' else '='} {where}: {self.value!r}"


def same(a, b):
    """Equality as in JSON: true isn't 1."""
    if isinstance(a, bool) != isinstance(b, bool):
        return False
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b


def diff(old, new, path=()):
    """The changes that make `new` of `old`, in the order to apply them."""
    if isinstance(old, dict) and isinstance(new, dict):
        changes = [Change("remove", path + (key,)) for key in old if key not in new]
        for key, value in new.items():
            if key in old:
                changes += diff(old[key], value, path + (key,))
            else:
                changes.append(Change("add", path + (key,), value))
        return changes
    if isinstance(old, list) and isinstance(new, list):
        changes = []
        for index, (left, right) in enumerate(zip(old, new)):
            changes += diff(left, right, path + (index,))
        for index in range(len(old), len(new)):
            changes.append(Change("add", path + (index,), new[index]))
        for index in range(len(new), len(old)):
            changes.append(Change("remove", path + (index,)))
        return changes
    return [] if same(old, new) else [Change("set", path, new)]


def apply(document, changes):
    """A copy of the document with the changes made to it."""
    root = [copy.deepcopy(document)]
    for change in changes:
        *parents, last = (0,) + change.path
        place = root
        try:
            for part in parents:
                place = place[part]
            if change.kind == "remove":
                del place[last]
            elif change.kind == "add" and isinstance(place, list):
                place.insert(last, copy.deepcopy(change.value))
            else:
                place[last] = copy.deepcopy(change.value)
        except (KeyError, IndexError, TypeError):
            raise ApplyError(str(change)) from None
    return root[0]

"""Says what really changed between two configurations.

The order of keys doesn't matter, lists of named objects are matched by name,
and with loose rules "8080" is the same as 8080 and "yes" the same as true.
"""
from dataclasses import dataclass
from fnmatch import fnmatchcase

MISSING = object()
WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True)
class Rules:
    ignore: tuple = ()
    loose: bool = False
    name_key: str = "name"

    def ignores(self, path):
        return any(fnmatchcase(path, pattern) for pattern in self.ignore)


@dataclass(frozen=True)
class Change:
    kind: str
    path: str
    old: object = None
    new: object = None

    def __str__(self):
        if self.kind == "added":
            return f"+ {self.path}: {self.new!r}"
        if self.kind == "removed":
            return f"- {self.path}: {self.old!r}"
        return f"~ {self.path}: {self.old!r} -> {self.new!r}"


def simplify(value):
    """The plain value that a scalar stands for."""
    if not isinstance(value, str):
        return value
    text = value.strip().lower()
    if text in WORDS:
        return WORDS[text]
    try:
        return int(text)
    except ValueError:
        return value.strip()


def same(old, new, rules):
    if rules.loose:
        old, new = simplify(old), simplify(new)
    return old == new and isinstance(old, bool) == isinstance(new, bool)


def diff(old, new, rules=Rules(), path=""):
    """List of changes, in the order of the paths."""
    if path and rules.ignores(path):
        return []
    if old is MISSING:
        return [Change("added", path, new=new)]
    if new is MISSING:
        return [Change("removed", path, old=old)]
    if isinstance(old, dict) and isinstance(new, dict):
        return _diff_dicts(old, new, rules, path)
    if isinstance(old, list) and isinstance(new, list):
        return _diff_lists(old, new, rules, path)
    if same(old, new, rules):
        return []
    return [Change("changed", path, old, new)]


def _diff_dicts(old, new, rules, path):
    changes = []
    for key in sorted(old.keys() | new.keys()):
        below = f"{path}.{key}" if path else key
        changes += diff(old.get(key, MISSING), new.get(key, MISSING), rules, below)
    return changes


def _by_name(items, key):
    """The items by their names, None if they don't all have different names."""
    if not all(isinstance(item, dict) and key in item for item in items):
        return None
    named = {item[key]: item for item in items}
    return named if len(named) == len(items) else None


def _diff_lists(old, new, rules, path):
    old_named = _by_name(old, rules.name_key)
    new_named = _by_name(new, rules.name_key)
    changes = []
    if old_named is not None and new_named is not None:
        for name in sorted(old_named.keys() | new_named.keys()):
            before = old_named.get(name, MISSING)
            after = new_named.get(name, MISSING)
            changes += diff(before, after, path=f"{path}[{name}]")
        return changes
    for i in range(max(len(old), len(new))):
        before = old[i] if i < len(old) else MISSING
        after = new[i] if i < len(new) else MISSING
        changes += diff(before, after, path=f"{path}[{i}]")
    return changes


def report(old, new, rules=Rules()):
    changes = diff(old, new, rules)
    if not changes:
        return "no changes"
    return "\n".join(str(change) for change in changes)

"""Merging of nested dicts."""

from copy import deepcopy


def merge(base, over):
    """A new dict: `base` with what `over` says on top. Dicts are merged in depth, everything else is replaced."""
    merged = deepcopy(base)
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = merge(merged[key], value)
        else:
            merged[key] = deepcopy(value)
    return merged


def lookup(config, path):
    """The value at a dotted path; KeyError with the whole path where there is none."""
    value = config
    for part in path.split("."):
        if not isinstance(value, dict) or part not in value:
            raise KeyError(path)
        value = value[part]
    return value


def assign(config, path, value):
    *parents, last = path.split(".")
    for part in parents:
        config = config.setdefault(part, {})
    config[last] = value

"""Recursive merging of nested dictionaries."""

import copy


def deep_merge(base, extra):
    """Return a new dict: *base* updated with *extra*, recursively.

    Neither argument is modified and the result shares no dict or list
    with them.  A None in *extra* removes the key.
    """
    result = dict(base)
    for key, value in extra.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict):
            below = result.get(key)
            result[key] = deep_merge(below if isinstance(below, dict) else {}, value)
        else:
            result[key] = copy.deepcopy(value)
    return result

"""Sorting names the way people do: img2 comes before img10."""

import re

_NUMBER = re.compile(r"(\d+)")


def natural_key(name):
    """A sort key: the text and the numbers of a name by turns, case folded."""
    key = []
    for position, part in enumerate(_NUMBER.split(name)):
        if position % 2:
            key.append(part)
        else:
            key.append(part.casefold())
    return key


def natural_sorted(names, reverse=False):
    return sorted(names, key=natural_key, reverse=reverse)


def latest(names):
    """The last name in natural order, None if there is none."""
    return max(names, key=natural_key, default=None)

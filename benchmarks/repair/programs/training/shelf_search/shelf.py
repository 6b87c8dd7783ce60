"""Looks things up on sorted shelves."""


def first_at_least(values, wanted):
    """The index of the first value that is not smaller; len(values) where all are smaller."""
    low, high = 0, len(values) - 1
    while low < high:
        middle = (low + high) // 2
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def find(values, wanted):
    """The index of a value, -1 where it is not there."""
    at = first_at_least(values, wanted)
    if values[at] == wanted:
        return at
    return -1


def count(values, wanted):
    return first_at_least(values, wanted + 1) - first_at_least(values, wanted)


def insert(values, new):
    """The sorted list with one value more."""
    at = first_at_least(values, new)
    return values[:at] + [new] + values[at:]


def between(values, low, high):
    """Those from low to high, high included."""
    return values[first_at_least(values, low) : first_at_least(values, high + 1)]


def nearest(values, wanted):
    at = first_at_least(values, wanted)
    around = values[max(0, at - 1) : at + 1]
    return min(around, key=lambda value: abs(value - wanted)) if around else None

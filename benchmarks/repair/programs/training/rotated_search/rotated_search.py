"""Search in a sorted list that was rotated by an unknown number of places; all values differ."""


def turning_point(values):
    """The index of the smallest value."""
    low, high = 0, len(values) - 1
    while low < high:
        middle = (low + high) // 2
        if values[middle] > values[low]:
            low = middle + 1
        else:
            high = middle
    return low


def find(values, wanted):
    """The index of the wanted value, -1 where it isn't there."""
    start = turning_point(values)
    low, high = 0, len(values) - 1
    while low <= high:
        middle = (low + high) // 2
        place = (middle + start) % len(values)
        if values[place] == wanted:
            return place
        if values[place] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1

"""Sorted lists of disjoint closed intervals."""


def insert(intervals, new):
    """The intervals with another one put in; what touches is merged."""
    result = []
    start, end = new
    for position, (low, high) in enumerate(intervals):
        if high < start:
            result.append((low, high))
        elif low > end:
            return result + [new] + intervals[position:]
        else:
            start = min(start, low)
            end = max(end, high)
    return result + [(start, end)]


def merge(intervals):
    result = []
    for interval in intervals:
        result = insert(result, interval)
    return result

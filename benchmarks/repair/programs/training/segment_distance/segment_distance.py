"""How far points are from segments and lines of several segments."""

import math


def nearest(point, start, end):
    """The point of the segment that is nearest to the given one."""
    x, y = point
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = math.hypot(dx, dy)
    if size == 0:
        return start
    along = ((x - start[0]) * dx + (y - start[1]) * dy) / size
    along = max(0.0, min(1.0, along))
    return start[0] + along * dx, start[1] + along * dy


def distance(point, start, end):
    return math.dist(point, nearest(point, start, end))


def line_distance(point, corners):
    """The distance to a line through all corners."""
    return min(distance(point, start, end) for start, end in zip(corners, corners[1:]))

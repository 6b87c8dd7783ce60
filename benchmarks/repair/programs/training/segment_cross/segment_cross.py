"""Line segments in the plane, with points as (x, y)."""


def side(a, b, point):
    """Left (1) or right (-1) of the line from a to b, or on it (0)."""
    cross = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
    return (cross > 0) - (cross < 0)


def ranges_meet(a, b, c, d):
    """Whether the numbers between a and b and those between c and d have one in common."""
    return max(min(a, b), min(c, d)) <= min(max(a, b), max(c, d))


def boxes_meet(a, b, c, d):
    return ranges_meet(a[0], b[0], c[0], d[0])


def segments_meet(a, b, c, d):
    """Whether the segments ab and cd have a point in common."""
    return (
        boxes_meet(a, b, c, d)
        and side(a, b, c) * side(a, b, d) <= 0
        and side(c, d, a) * side(c, d, b) <= 0
    )


def crossings(segments):
    """How many pairs of the segments meet."""
    return sum(
        segments_meet(*first, *second)
        for i, first in enumerate(segments)
        for second in segments[:i]
    )

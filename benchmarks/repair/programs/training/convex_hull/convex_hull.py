"""The convex hull of points in the plane (Andrew's monotone chain)."""


def turn(a, b, c):
    """Positive for a left turn at b on the way from a to c, negative for a right turn."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _half(points):
    chain = []
    for point in points:
        while len(chain) >= 2 and turn(chain[-2], chain[-1], point) < 0:
            chain.pop()
        chain.append(point)
    return chain


def hull(points):
    """The corners of the hull, counter-clockwise from the leftmost one."""
    ordered = sorted(set(points))
    if len(ordered) <= 2:
        return ordered
    lower = _half(ordered)
    upper = _half(reversed(ordered))
    return lower[:-1] + upper[:-1]

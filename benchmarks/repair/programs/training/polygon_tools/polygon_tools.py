"""Plane polygons given as lists of (x, y) vertices, without repetition."""

from fractions import Fraction


def edges(polygon):
    """Consecutive vertex pairs, the closing edge included."""
    return list(zip(polygon, polygon[1:] + polygon[:1]))


def signed_area(polygon):
    """Positive for counter-clockwise polygons."""
    return Fraction(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges(polygon)), 2)


def perimeter(polygon):
    return sum(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
               for (x1, y1), (x2, y2) in edges(polygon))


def centroid(polygon):
    """Centre of mass, as exact fractions."""
    area = signed_area(polygon)
    if area == 0:
        raise ValueError("degenerate polygon")
    cx = cy = 0
    for (x1, y1), (x2, y2) in edges(polygon):
        cross = x1 * y2 - x2 * y1
        cx += (x1 + x2) * cross
        cy += (y1 + y2) * cross
    return cx / (6 * area), cy / (6 * area)


def on_edge(point, a, b):
    """Is *point* on the closed segment from *a* to *b*?"""
    (x, y), (x1, y1), (x2, y2) = point, a, b
    if (x2 - x1) * (y - y1) != (y2 - y1) * (x - x1):
        return False
    return min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)


def locate(point, polygon):
    """``"inside"``, ``"edge"`` or ``"outside"``."""
    x, y = point
    inside = False
    for a, b in edges(polygon):
        if on_edge(point, a, b):
            return "edge"
        (x1, y1), (x2, y2) = a, b
        if (y1 > y) != (y2 >= y):
            crossing = x1 + Fraction((y - y1) * (x2 - x1), y2 - y1)
            if x < crossing:
                inside = not inside
    return "inside" if inside else "outside"


def drop_collinear(polygon):
    """Remove vertices that lie on the line through their neighbours."""
    kept = []
    n = len(polygon)
    for i, (x, y) in enumerate(polygon):
        px, py = polygon[i - 1]
        nx, ny = polygon[(i + 1) % n]
        if (x - px) * (ny - y) != (y - py) * (nx - x):
            kept.append((x, y))
    return kept


def is_convex(polygon):
    """True if all turns go the same way (straight vertices allowed)."""
    signs = set()
    n = len(polygon)
    for i in range(n):
        (x0, y0), (x1, y1), (x2, y2) = (polygon[(i + k) % n] for k in range(3))
        turn = (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1)
        if turn:
            signs.add(turn > 0)
    return len(signs) <= 1

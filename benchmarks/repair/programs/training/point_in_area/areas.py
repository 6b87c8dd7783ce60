"""Delivery zones on a flat map: areas of polygons and which zone a point is in."""

from dataclasses import dataclass
from math import hypot
from typing import NamedTuple


class Point(NamedTuple):
    x: float
    y: float

    def distance(self, other):
        return hypot(self.x - other.x, self.y - other.y)


@dataclass(frozen=True)
class Polygon:
    corners: tuple

    def __post_init__(self):
        if len(self.corners) < 3:
            raise ValueError("a polygon has three corners or more")
        object.__setattr__(self, "corners", tuple(Point(*corner) for corner in self.corners))

    def edges(self):
        """Yield pairs of neighbouring corners, the last with the first too."""
        yield from zip(self.corners, self.corners[1:] + self.corners[:1])

    @property
    def perimeter(self):
        return sum(a.distance(b) for a, b in self.edges())

    @property
    def signed_area(self):
        """Positive where the corners go around counterclockwise."""
        return sum(a.x * b.y - b.x * a.y for a, b in self.edges()) / 2

    @property
    def area(self):
        return abs(self.signed_area)

    @property
    def centroid(self):
        factor = 6 * self.signed_area
        x = sum((a.x + b.x) * (a.x * b.y - b.x * a.y) for a, b in self.edges())
        y = sum((a.y + b.y) * (a.x * b.y - b.x * a.y) for a, b in self.edges())
        return Point(x / factor, y / factor)

    def box(self):
        xs, ys = zip(*self.corners)
        return Point(min(xs), min(ys)), Point(max(xs), max(ys))

    def contains(self, point):
        """Whether a point is inside, by counting the edges to the right of it."""
        low, high = self.box()
        if not (low.x <= point.x <= high.x and low.y <= point.y <= high.y):
            return False
        inside = False
        for a, b in self.edges():
            if a.y > b.y:
                a, b = b, a
            if not a.y <= point.y <= b.y or a.y == b.y:
                continue
            crossing = a.x + (point.y - a.y) * (b.x - a.x) / (b.y - a.y)
            if point.x < crossing:
                inside = not inside
        return inside


def zone_of(zones, point, default=None):
    """The name of the smallest zone that contains a point."""
    found = [(polygon.area, name) for name, polygon in zones.items() if polygon.contains(point)]
    return min(found)[1] if found else default

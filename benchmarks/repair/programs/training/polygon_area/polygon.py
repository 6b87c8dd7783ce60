"""Plane polygons given as lists of (x, y) points."""
from math import hypot


class Polygon:
    def __init__(self, points):
        points = [tuple(p) for p in points]
        if len(points) < 3:
            raise ValueError("a polygon needs at least three points")
        self.points = points

    def edges(self):
        """Pairs of consecutive corners, the last one leads back to the first."""
        return list(zip(self.points, self.points[1:]))

    def perimeter(self):
        return sum(hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in self.edges())

    def signed_area(self):
        total = 0
        for (x1, y1), (x2, y2) in self.edges():
            total += x1 * y2 - x2 * y1
        return total / 2

    def area(self):
        return abs(self.signed_area())

    def is_clockwise(self):
        return self.signed_area() < 0

    def bounding_box(self):
        xs = [x for x, _ in self.points]
        ys = [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    def contains(self, x, y):
        """Even-odd rule; points on the border are not specified."""
        inside = False
        for (x1, y1), (x2, y2) in self.edges():
            if (y1 > y) != (y2 > y):
                cross = x1 + (y - y1) * (x2 - x1) / (y2 - y1)
                if x < cross:
                    inside = not inside
        return inside

    def moved(self, dx, dy):
        return Polygon([(x + dx, y + dy) for x, y in self.points])


def regular_rectangle(x, y, width, height):
    return Polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])

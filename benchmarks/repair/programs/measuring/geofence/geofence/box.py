"""Rectangles on a map. East is +x, north is +y; the western and southern edges belong to a box, the others don't."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Box:
    west: float
    south: float
    east: float
    north: float

    def __post_init__(self):
        if self.west > self.east or self.south > self.north:
            raise ValueError("the edges are the wrong way round")

    @classmethod
    def around(cls, x, y, width, height):
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @property
    def area(self):
        return (self.east - self.west) * (self.north - self.south)

    def contains(self, x, y):
        return self.west <= x < self.east and self.south <= y < self.north

    def overlap(self, other):
        """The part that two boxes share; None where there is none."""
        west, south = max(self.west, other.west), max(self.south, other.south)
        east, north = min(self.east, other.west), min(self.north, other.north)
        if west >= east or south >= north:
            return None
        return Box(west, south, east, north)

    def union(self, other):
        """The smallest box around both."""
        east, north = max(self.east, other.west), max(self.north, other.north)
        return Box(min(self.west, other.west), min(self.south, other.south), east, north)

    def grown(self, margin):
        return Box(self.west - margin, self.south - margin, self.east + margin, self.north + margin)

"""A quadtree of points."""

from __future__ import annotations

from quadtree.rect import Rect

MAX_DEPTH = 16


class QuadTree:
    """Points with a payload; a node splits when it holds more than `capacity` points."""

    def __init__(self, area: Rect, capacity: int = 4, depth: int = 0):
        self.area = area
        self.capacity = capacity
        self.depth = depth
        self.points: list[tuple[float, float, object]] = []
        self.children: list[QuadTree] = []

    def insert(self, x: float, y: float, payload: object = None) -> None:
        """Add a point; ValueError where it isn't in the area."""
        if not self.area.contains(x, y):
            raise ValueError(f"({x}, {y}) is outside")
        if self.children:
            self._child(x, y).insert(x, y, payload)
            return
        self.points.append((x, y, payload))
        if len(self.points) > self.capacity and self.depth < MAX_DEPTH:
            self._split()

    def _split(self) -> None:
        self.children = [QuadTree(part, self.capacity, self.depth + 1) for part in self.area.quarters()]
        moved, self.points = self.points, []
        for x, y, payload in moved:
            self._child(x, y).insert(x, y, payload)

    def _child(self, x: float, y: float) -> QuadTree:
        return next(child for child in self.children if child.area.contains(x, y))

    def query(self, window: Rect) -> list[object]:
        """Payloads of the points in a window, in no special order."""
        found = [payload for x, y, payload in self.points if window.contains(x, y)]
        for child in self.children:
            if child.area.overlaps(window):
                found += child.query(window)
        return found

    def visited(self, window: Rect) -> int:
        """How many nodes a query of the window looks at."""
        return 1 + sum(child.visited(window) for child in self.children if child.area.overlaps(window))

    def __len__(self) -> int:
        return len(self.points) + sum(map(len, self.children))

from functools import reduce


class Fence:
    """A named area made of boxes, some of which are holes."""

    def __init__(self, name, boxes, holes=()):
        self.name = name
        self.boxes = list(boxes)
        self.holes = list(holes)

    def contains(self, x, y):
        if any(hole.contains(x, y) for hole in self.holes):
            return False
        return any(box.contains(x, y) for box in self.boxes)

    @property
    def bounds(self):
        return reduce(lambda a, b: a.union(b), self.boxes)

    def covers(self, box):
        """The share of a box that the fence's boxes cover (they must not overlap each other; holes don't count)."""
        parts = (own.overlap(box) for own in self.boxes)
        return sum(part.area for part in parts if part is not None) / box.area


class Tracker:
    """Says when things enter and leave fences."""

    def __init__(self, fences):
        self.fences = list(fences)
        self._inside = {}

    def move(self, thing, x, y):
        now = {fence.name for fence in self.fences if fence.contains(x, y)}
        before = self._inside.get(thing, set())
        self._inside[thing] = now
        events = [f"{thing} left {name}" for name in sorted(before - now)]
        return events + [f"{thing} entered {name}" for name in sorted(now - before)]

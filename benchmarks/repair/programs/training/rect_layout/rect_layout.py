"""Placement of rectangular widgets on a grid of cells.

A rectangle covers the cells x .. x+w-1 and y .. y+h-1.
"""
from __future__ import annotations

from typing import Iterator, NamedTuple


class Rect(NamedTuple):
    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def area(self) -> int:
        return self.w * self.h

    def contains(self, px: int, py: int) -> bool:
        """Is the cell (px, py) covered?"""
        return self.x <= px <= self.right and self.y <= py <= self.bottom

    def overlaps(self, other: Rect) -> bool:
        """Do both cover a common cell?"""
        return (
            self.x <= other.right
            and other.x <= self.right
            and self.y <= other.bottom
            and other.y <= self.bottom
        )

    def union(self, other: Rect) -> Rect:
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


class Board:
    """Widgets by name; no two may overlap."""

    def __init__(self, width: int, height: int):
        self.frame = Rect(0, 0, width, height)
        self.widgets: dict[str, Rect] = {}

    def fits(self, rect: Rect) -> bool:
        if self.frame.union(rect) != self.frame:
            return False
        return not any(rect.overlaps(used) for used in self.widgets.values())

    def place(self, name: str, rect: Rect) -> None:
        if name in self.widgets:
            raise KeyError(name)
        if not self.fits(rect):
            raise ValueError(f"no room for {name}")
        self.widgets[name] = rect

    def at(self, px: int, py: int) -> str | None:
        """Name of the widget covering a cell."""
        for name, rect in self.widgets.items():
            if rect.contains(px, py):
                return name
        return None

    def spots(self, w: int, h: int) -> Iterator[tuple[int, int]]:
        """Free positions for a w x h widget, row by row."""
        for y in range(self.frame.h - h + 1):
            for x in range(self.frame.w - w + 1):
                if self.fits(Rect(x, y, w, h)):
                    yield x, y

    def auto_place(self, name: str, w: int, h: int) -> Rect:
        for x, y in self.spots(w, h):
            rect = Rect(x, y, w, h)
            self.place(name, rect)
            return rect
        raise ValueError(f"no room for {name}")

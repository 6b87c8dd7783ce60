"""Rectangles with sides along the axes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rect:
    """Left and top belong to a rectangle, right and bottom don't."""

    left: float
    top: float
    right: float
    bottom: float

    def __post_init__(self):
        if self.right <= self.left or self.bottom <= self.top:
            raise ValueError(f"empty rectangle: {self}")

    def contains(self, x: float, y: float) -> bool:
        return self.left <= x < self.right and self.top <= y < self.bottom

    def overlaps(self, other: Rect) -> bool:
        """Whether the two share any area."""
        beside = other.left >= self.right or other.right <= self.left
        apart = other.top >= self.bottom or other.bottom <= self.top
        return not (beside and apart)

    def quarters(self) -> tuple[Rect, Rect, Rect, Rect]:
        """The four quarters: top left, top right, bottom left, bottom right."""
        x, y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return (
            Rect(self.left, self.top, x, y),
            Rect(x, self.top, self.right, y),
            Rect(self.left, y, x, self.bottom),
            Rect(x, y, self.right, self.bottom),
        )

"""Sizes of scaled pictures."""

from typing import NamedTuple


class Size(NamedTuple):
    width: int
    height: int

    @classmethod
    def parse(cls, text):
        """From `640x480`."""
        width, x, height = text.lower().partition("x")
        if not x or not width.isdigit() or not height.isdigit():
            raise ValueError(f"not a size: {text!r}")
        return cls(int(width), int(height))

    @property
    def is_landscape(self):
        return self.width > self.height

    def scaled(self, factor):
        return Size(max(1, round(self.width * factor)), max(1, round(self.height * factor)))

    def __str__(self):
        return f"{self.width}x{self.height}"


def fit(size, box, enlarge=False):
    """The largest size with the same shape that has room in a box."""
    factor = min(box.width / size.width, box.height / size.width)
    if factor > 1 and not enlarge:
        return size
    return size.scaled(factor)


def cover(size, box):
    """(scaled size, crop) to fill a box: the crop is (left, top, right, bottom) around the middle."""
    factor = max(box.width / size.width, box.height / size.height)
    scaled = size.scaled(factor)
    left = (scaled.width - box.width) // 2
    top = (scaled.width - box.height) // 2
    return scaled, (left, top, left + box.width, top + box.height)

"""Pages of a listing."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    items: list
    number: int
    pages: int

    @property
    def next(self):
        return self.number + 1 if self.number < self.pages else None

    @property
    def previous(self):
        return self.number - 1 if self.number > 1 else None


def page(items, number=1, size=10):
    """A page of the items, counted from 1; a number out of range gives the nearest page. There is always one page."""
    if size < 1:
        raise ValueError("a page needs at least one item")
    pages = max(1, len(items) // size + 1)
    number = min(max(number, 1), pages)
    start = (number - 1) * size
    return Page(items[start : start + size], number, pages)


def caption(shown):
    return f"page {shown.number} of {shown.pages}"

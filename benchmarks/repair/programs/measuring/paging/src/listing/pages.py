"""Pages of long lists, for web pages and for an API."""

from dataclasses import dataclass

MAX_SIZE = 100


class PageError(ValueError):
    pass


@dataclass(frozen=True)
class Page:
    items: list
    number: int
    size: int
    total: int

    @property
    def pages(self):
        """How many pages there are; an empty list has one."""
        return self.total // self.size + 1

    @property
    def has_previous(self):
        return self.number > 1

    @property
    def has_next(self):
        return self.number * self.size <= self.total

    @property
    def summary(self):
        if not self.items:
            return "nothing found"
        first = (self.number - 1) * self.size + 1
        return f"{first}-{first + len(self.items) - 1} of {self.total}"


def paginate(items, number=1, size=20):
    """One page of a sequence. PageError where there is no such page or the size can't be had."""
    if not 1 <= size <= MAX_SIZE:
        raise PageError(f"size must be from 1 to {MAX_SIZE}")
    start = (number - 1) * size
    if number < 1 or (start >= len(items) and number != 1):
        raise PageError(f"no page {number}")
    return Page(list(items[start:start + size]), number, size, len(items))

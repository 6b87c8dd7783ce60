"""Pagination of search results."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    number: int
    total: int
    items: list
    first_item: int

    @property
    def has_next(self):
        return self.number < self.total

    @property
    def has_previous(self):
        return self.number > 1

    def label(self):
        if not self.items:
            return "no results"
        last = self.first_item + len(self.items) - 1
        return f"{self.first_item}-{last}"


class Paginator:
    def __init__(self, items, per_page=10):
        if per_page < 1:
            raise ValueError("per_page must be at least 1")
        self.items = list(items)
        self.per_page = per_page

    @property
    def total(self):
        """Number of pages; an empty result has one (empty) page."""
        return len(self.items) // self.per_page + 1

    def page(self, number):
        """The page with this number; numbers out of range give the nearest page."""
        number = max(1, min(number, self.total))
        start = (number - 1) * self.per_page
        return Page(number, self.total, self.items[start:start + self.per_page], start + 1)

    def __iter__(self):
        for number in range(1, self.total + 1):
            yield self.page(number)


def links(current, total, around=1):
    """Page links such as [1, None, 4, 5, 6, None, 9]; None stands for a gap."""
    wanted = {1, total}
    wanted.update(range(max(1, current - around), min(total, current + around) + 1))
    result = []
    previous = 0
    for number in sorted(wanted):
        if number - previous > 1:
            result.append(None)
        result.append(number)
        previous = number
    return result

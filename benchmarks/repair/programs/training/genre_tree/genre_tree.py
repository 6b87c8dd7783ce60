"""The genres of a record shop: a tree of genres with records in it, some of them hidden from customers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


class GenreError(LookupError):
    """A genre that doesn't exist, or exists already."""


@dataclass
class Record:
    title: str
    price: int
    sold_out: bool = False


@dataclass
class Genre:
    name: str
    hidden: bool = False
    records: list[Record] = field(default_factory=list)
    children: dict[str, Genre] = field(default_factory=dict)

    def add(self, name: str, hidden: bool = False) -> Genre:
        if name in self.children:
            raise GenreError(f"{self.name} has a genre {name} already")
        self.children[name] = Genre(name, hidden)
        return self.children[name]

    def find(self, path: str) -> Genre:
        """The genre at a path below this one, such as `jazz/bebop`."""
        genre = self
        for name in filter(None, path.split("/")):
            if name not in genre.children:
                raise GenreError(f"{genre.name} has no genre {name}")
            genre = genre.children[name]
        return genre

    def stock(self, path: str, title: str, price: int, sold_out: bool = False) -> Record:
        record = Record(title, price, sold_out)
        self.find(path).records.append(record)
        return record


def visible(genre: Genre, staff: bool) -> list[Genre]:
    """The children that are shown: staff see all of them."""
    return [child for child in genre.children.values() if staff or not child.hidden]


def count(genre: Genre, staff: bool = False, sold_out: bool = True) -> int:
    """The number of records in a genre and below it."""
    own = sum(1 for record in genre.records if sold_out or not record.sold_out)
    return own + sum(count(child, staff) for child in visible(genre, staff))


def records(genre: Genre, staff: bool = False) -> Iterator[Record]:
    yield from genre.records
    for child in visible(genre, staff):
        yield from records(child, staff)


def price_range(genre: Genre, staff: bool = False) -> tuple[int, int] | None:
    prices = [record.price for record in records(genre, staff)]
    return (min(prices), max(prices)) if prices else None


def menu(genre: Genre, staff: bool = False, depth: int | None = None, level: int = 0) -> list[str]:
    """Indented lines with the genres and how many records can be bought; genres without any are left out.

    depth: how many levels below `genre` are shown, None for all.
    """
    number = count(genre, staff, sold_out=False)
    if number == 0:
        return []
    mark = "*" if genre.hidden else ""
    lines = [f"{'  ' * level}{genre.name}{mark} ({number})"]
    if depth is None or level < depth:
        for child in visible(genre, staff):
            lines.extend(menu(child, staff, depth, level + 1))
    return lines


def breadcrumbs(genre: Genre, title: str) -> list[str] | None:
    """The names of the genres on the way to a record, None where there is no such record."""
    if any(record.title == title for record in genre.records):
        return [genre.name]
    for child in genre.children.values():
        found = breadcrumbs(child, title)
        if found is not None:
            return [genre.name, *found]
    return None


def merge(target: Genre, other: Genre) -> None:
    """Move everything of another tree into this one."""
    target.records.extend(other.records)
    for name, child in other.children.items():
        if name not in target.children:
            target.add(name, child.hidden)
        merge(target.children[name], child)

"""A shelf kept in call number order."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from shelving.callnumber import CallNumber


class Shelf:
    """Books in order of their call numbers; equal ones stand in the order they came."""

    def __init__(self, numbers=()):
        self._books: list[CallNumber] = []
        for number in numbers:
            self.put(number)

    def put(self, text: str) -> int:
        """Put a book on the shelf and tell its position."""
        book = CallNumber.parse(text)
        position = bisect_right(self._books, book.shelf_key, key=lambda b: b.shelf_key)
        self._books.insert(position, book)
        return position

    def take(self, text: str) -> CallNumber:
        """Remove a book; KeyError where it isn't there."""
        book = CallNumber.parse(text)
        position = bisect_left(self._books, book.shelf_key, key=lambda b: b.shelf_key)
        if position == len(self._books) or self._books[position].shelf_key != book.shelf_key:
            raise KeyError(text)
        return self._books.pop(position)

    def misplaced(self, found: list[str]) -> list[str]:
        """Of the numbers found on a real shelf, those that stand before their left neighbour."""
        keys = [CallNumber.parse(text).shelf_key for text in found]
        return [text for text, left, key in zip(found[1:], keys, keys[1:]) if key < left]

    def __len__(self) -> int:
        return len(self._books)

    def __iter__(self):
        return (str(book) for book in self._books)

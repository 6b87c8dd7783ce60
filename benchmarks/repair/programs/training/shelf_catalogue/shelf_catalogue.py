"""Catalogue of a small library: books, the shelves they stand on, and an author index."""
from collections import defaultdict
from dataclasses import dataclass

ARTICLES = ("the ", "a ", "an ")


class CatalogueError(Exception):
    """Raised for impossible operations on the catalogue."""


@dataclass
class Book:
    code: str
    title: str
    authors: tuple
    year: int
    shelf: str

    @property
    def sort_title(self):
        title = self.title.strip().lower()
        for article in ARTICLES:
            if title.startswith(article):
                return title[len(article):]
        return title


def author_key(name):
    """'Ursula  Le Guin ' and 'ursula le guin' are the same author."""
    return " ".join(name.split()).lower()


class Catalogue:
    def __init__(self, shelves):
        """`shelves` maps a shelf's name to how many books fit on it."""
        self._capacity = dict(shelves)
        self._books = {}
        self._by_author = defaultdict(set)

    def __len__(self):
        return len(self._books)

    def __contains__(self, code):
        return code in self._books

    def _index(self, book):
        for author in book.authors:
            self._by_author[author_key(author)].add(book.code)

    def _unindex(self, book):
        for author in book.authors:
            key = author_key(author)
            self._by_author[key].discard(book.code)
            if not self._by_author[key]:
                del self._by_author[key]

    def free_places(self, shelf):
        if shelf not in self._capacity:
            raise CatalogueError(f"unknown shelf {shelf}")
        used = sum(1 for book in self._books.values() if book.shelf == shelf)
        return self._capacity[shelf] - used

    def get(self, code):
        try:
            return self._books[code]
        except KeyError:
            raise CatalogueError(f"no book {code}") from None

    def add(self, code, title, authors, year, shelf):
        if code in self._books:
            raise CatalogueError(f"code {code} is in use")
        if self.free_places(shelf) < 1:
            raise CatalogueError(f"shelf {shelf} is full")
        book = Book(code, title, tuple(authors), year, shelf)
        self._books[code] = book
        self._index(book)
        return book

    def withdraw(self, code):
        """Take a book out of the library for good."""
        book = self.get(code)
        self._unindex(book)
        del self._books[code]
        return book

    def correct(self, code, title=None, authors=None, year=None):
        """Correct the given details of a book; the others stay as they are."""
        book = self.get(code)
        if title is not None:
            book.title = title
        if authors is not None:
            book.authors = tuple(authors)
            self._index(book)
        if year is not None:
            book.year = year
        return book

    def move(self, code, shelf):
        book = self.get(code)
        if book.shelf == shelf:
            return
        if self.free_places(shelf) < 1:
            raise CatalogueError(f"shelf {shelf} is full")
        book.shelf = shelf

    def on_shelf(self, shelf):
        """Titles on a shelf in the order in which they stand there."""
        books = [book for book in self._books.values() if book.shelf == shelf]
        return [book.title for book in sorted(books, key=lambda b: (b.sort_title, b.year))]

    def by_author(self, name):
        """Codes of the author's books, oldest first."""
        codes = self._by_author.get(author_key(name), ())
        return sorted(codes, key=lambda code: (self._books[code].year, code))

    def authors(self):
        """All authors (normalised) with the number of their books."""
        return {author: len(codes) for author, codes in sorted(self._by_author.items())}

"""Three small programs to make tests for: one with fixtures, one with methods that belong together, one over files."""

_BOOKS = '''
"""Accounts whose entries somebody has to bring."""


class Clock:
    def __init__(self, today):
        self._today = today

    def stamp(self):
        return self._today


class Book:
    """Entries of one owner, dated by a clock."""

    def __init__(self, owner, clock, rates):
        if not hasattr(clock, "stamp"):
            raise TypeError("a clock is needed")
        self.owner = owner
        self._clock = clock
        self._rates = dict(rates)
        self._entries = []

    def post(self, amount: int, currency: str = "EUR"):
        if currency not in self._rates:
            raise KeyError(currency)
        self._entries.append((self._clock.stamp(), amount * self._rates[currency]))

    def balance(self):
        return sum(amount for _, amount in self._entries)

    def first_day(self):
        if not self._entries:
            return None
        return self._entries[0][0]

    def overdrawn(self, limit: int = 0) -> bool:
        return self.balance() < -limit


def statement(book):
    state = "in debt" if book.overdrawn() else "fine"
    return "%s: %d (%s)" % (book.owner, book.balance(), state)


def merged(first, second):
    return first.balance() + second.balance()
'''
_BOOKS_CONFTEST = """
import pytest

from books.book import Book, Clock


@pytest.fixture
def clock():
    return Clock("2024-02-29")


@pytest.fixture
def rates():
    return {"EUR": 1, "USD": 2}


def opened(owner, clock, rates):
    book = Book(owner, clock, rates)
    book.post(5)
    book.post(-10, "USD")
    return book


@pytest.fixture
def book(clock, rates):
    yield opened("ada", clock, rates)


@pytest.fixture(scope="session")
def shared(clock):
    return clock


@pytest.fixture
def asked(request):
    return request.param
"""
BOOKS = {
    "books/__init__.py": "",
    "books/book.py": _BOOKS,
    "tests/conftest.py": _BOOKS_CONFTEST,
    "tests/test_book.py": "def test_owner(book):\n    assert book.owner == 'ada'\n",
}

_SHELVES = '''
"""Things that are put somewhere and taken out again."""


class Stack:
    """Last in, first out."""

    def __init__(self, limit: int = 5):
        self._items = []
        self._limit = limit

    def push(self, item):
        if len(self._items) >= self._limit:
            raise OverflowError("the stack is full")
        self._items.append(item)

    def pop(self):
        """The inverse of `push`."""
        if not self._items:
            raise LookupError("the stack is empty")
        return self._items.pop()

    def size(self):
        return len(self._items)

    def is_full(self):
        return len(self._items) == self._limit


class Line:
    """People in a line: FIFO."""

    def __init__(self):
        self._waiting = []

    def enqueue(self, who):
        self._waiting.append(who)

    def dequeue(self):
        return self._waiting.pop()

    def __len__(self):
        return len(self._waiting)


class Registry:
    def __init__(self):
        self._known = {}
        self._order = []

    def register(self, name: str, score: int):
        if not name:
            raise ValueError("a name is needed")
        self._known[name] = score
        self._order.append(name)

    def unregister(self, name: str):
        if name not in self._known:
            raise KeyError(name)
        del self._known[name]
        self._order.remove(name)

    def get_score(self, name: str, default: int = -1):
        return self._known.get(name, default)

    def __contains__(self, name):
        return name in self._known

    def __iter__(self):
        return iter(self._order)

    def __len__(self):
        return len(self._known)


class Settings:
    def __init__(self):
        self._values = {}

    def set_option(self, key: str, value: int):
        self._values[key.lower()] = value

    def get_option(self, key: str):
        return self._values[key.lower()]


class Meter:
    def __init__(self, count: int = 0):
        self.count = count
        self.top = count

    def increment(self, by: int = 1):
        self.count += by
        if self.count > self.top:
            self.top = self.count

    def decrement(self, by: int = 1):
        """Reverts `increment`, the top included."""
        self.count -= by


class Door:
    def __init__(self):
        self._open = False
        self._times = 0

    def open(self):
        if self._open:
            raise RuntimeError("it is open")
        self._open = True
        self._times += 1

    def close(self):
        if not self._open:
            raise RuntimeError("it is closed")
        self._open = False

    def is_open(self):
        return self._open
'''
SHELVES = {"shelves/__init__.py": "", "shelves/shelf.py": _SHELVES}

_NOTES = '''
"""Notes in files: a line is `key: text`, one that starts with `#` is a remark."""

import json
import os
from pathlib import Path


def load_notes(path):
    """The notes of a file, which looks like::

        milk: two bottles
        # bread: none
        eggs: six

    """
    notes = {}
    for line in open(path):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        key, found, text = line.partition(":")
        if not found:
            raise ValueError("no colon in a line")
        notes[key.strip()] = text.strip()
    return notes


def save_notes(notes: dict[str, int], path: Path) -> int:
    lines = ["%s: %s" % (key, text) for key, text in sorted(notes.items())]
    path.write_text("".join(line + "\\n" for line in lines))
    return len(lines)


def count_files(folder: Path, ending: str = ".txt") -> int:
    return sum(1 for one in folder.iterdir() if one.name.endswith(ending))


class NoteStore:
    """Notes that a file of JSON holds."""

    def __init__(self, path):
        self._path = Path(path)
        self._notes = {}
        if self._path.exists():
            self._notes = json.loads(self._path.read_text())

    def add(self, key: str, text: str):
        if key in self._notes:
            raise KeyError(key)
        self._notes[key] = text
        self._save()

    def remove(self, key: str):
        del self._notes[key]
        self._save()

    def keys(self):
        return sorted(self._notes)

    def _save(self):
        self._path.write_text(json.dumps(self._notes, sort_keys=True))


def first_word(stream):
    for line in stream.readlines():
        if line.strip() and not line.startswith("#"):
            return line.split()[0]
    return ""


def report(notes: dict[str, int], wide: bool = False) -> None:
    for key in sorted(notes):
        print(key.upper() if wide else key, notes[key])
    print("%d notes" % len(notes))


def depth() -> int:
    text = os.environ.get("NOTES_DEPTH", "2")
    return int(text) if text.isdigit() else 0
'''
NOTES = {"notes/__init__.py": "", "notes/note.py": _NOTES}

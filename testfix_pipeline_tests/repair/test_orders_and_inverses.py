"""What is tried in the wrong order, exchanged, turned round or never undone: the right text is among the proposals."""

import ast

import pytest

from testfix_pipeline.repair.languages.python.edits import moves, patterns, steps, strings
from testfix_pipeline.repair.languages.python.edits.edit import Clues
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed, shape, texts

URLS = """
from urllib import parse

def build(name):
    return "/" + parse.quote(name)

def read(path):
    name = path[1:]
    return find(name)
"""
CENTS = """
def to_cents(text):
    return round(float(text) * 100)

def from_cents(cents):
    return f"{cents / 100:.2f}"

class Till:
    def put(self, text):
        self.total += to_cents(text)

    def shown(self):
        return self.total
"""
CACHE = """
class Cache:
    def __init__(self, room):
        self.items = {}
        self.used = 0

    def put(self, key, item):
        self.items[key] = item
        self.used += len(item)

    def drop(self, key):
        self.used -= len(self.items.pop(key))
"""
STOCK = CACHE.replace("len(self.items.pop(key))", "self.items.pop(key).size").replace("len(item)", "item.size")
QUOTED = r"""
def end(line, at):
    while at < len(line):
        sign = line[at]
        if sign == '"':
            return at
        at += 1
    return None

def written(line):
    return line.replace("\\", "\\\\")
"""
SIGNS = """
def walk(rows):
    step = 1
    at = 0
    for row in rows:
        if row.turns:
            print(row)
        at += step
    return at
"""
PRODUCT = """
def determinant(rows):
    product = first(rows)
    for row in rows:
        if row.swapped:
            exchange(row)
        product *= row.factor
    return product
"""
DAYS = """
SATURDAY, SUNDAY = 5, 6

def observed(day):
    if day.weekday() == SATURDAY:
        return day - ONE
    return day
"""

SHELF = """
class Shelf:
    def add(self, book, owner):
        self.books.append(book)
        self.by_code[book.code] = book
        self.weight += book.weight
        self.owners.add(owner)

    def remove(self, volume):
        self.books.remove(volume)
"""
DOOR = """
class Door:
    def open(self):
        self.is_open = True
        self.moved += 1

    def close(self):
        self.moved += 1
"""

DESK = """
HANDLERS = {}
COUNT = 0


def register(name, handler):
    global COUNT
    HANDLERS[name] = handler
    COUNT += 1


def unregister(name):
    global COUNT
    HANDLERS.pop(name)
"""

CASES = {
    "alternatives of a group": (
        patterns.variants,
        'import re\nTOKEN = re.compile(r"(?P<op><|>|<=|>=)|(?P<word>[a-z]+)")\n',
        "<|>|<=|>=",
        "<=|>=|<|>",
    ),
    "alternatives of words": (
        patterns.variants,
        'import re\nUNIT = re.compile(r"\\d+(?: m | min | h )")\n',
        " m | min | h ",
        " min|m|h ",
    ),
    "the step turned": (steps.turned, SIGNS, "print(row)", "print(row)\n            step = -step"),
    "the sign of a product": (steps.turned, PRODUCT, "exchange(row)", "exchange(row)\n            product = -product"),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)


def test_what_is_put_in_is_recognised_by_one_side() -> None:
    """Between the blank in front, which the literal does not have, and what follows."""
    code = 'UNITS = ["KiB", "MiB", "iB", "TiB"]\n'
    found = texts(strings.from_assertion, code, clues=Clues(values=(("'1.0 KiB 931.3 iB'", "'1.0 KiB 931.3 GiB'"),)))
    right = found[shape(code.replace('"iB"', '"GiB"'))]
    assert right.prior == max(edit.prior for edit in found.values())


def test_nothing_is_moved_in_front_of_a_docstring() -> None:
    code = '''
def f(x):
    """About x."""
    y = x + 1
    print(y)
    return y
'''
    for text in texts(moves.moves, code):
        assert ast.get_docstring(ast.parse(text).body[0]) == "About x."  # type: ignore[arg-type]

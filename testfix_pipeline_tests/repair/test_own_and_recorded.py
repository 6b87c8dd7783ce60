"""What an object keeps or does already, and code goes about by itself: methods, records, fields, its own state."""

import pytest

from testfix_pipeline.repair.languages.python.edits import aliases
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

OTHER_CONVERTED = """
class Quantity:
    def __init__(self, value, unit):
        self.value = value
        self.unit = unit
    def to(self, unit):
        return Quantity(self.value * FACTORS[self.unit] / FACTORS[unit], unit)
    def __add__(self, other):
        return Quantity(self.value + other.value, self.unit)
"""
RECURSIVE_VALUE = """
class Codec:
    def decode(self, data):
        if isinstance(data, list):
            return [self.decode(one) for one in data]
        if isinstance(data, dict):
            values = {}
            for name in data:
                values[name] = data[name]
            return values
        return data
"""
FLAG_FOR_RETURN = """
def allowed(roles, right):
    granted = False
    for role in roles:
        if right in role.denied:
            return False
        if right in role.rights:
            return True
    return granted
"""
SELF_NOT_OTHER = """
class Edit:
    def __init__(self, old, new):
        self.old = old
        self.new = new
    def joined(self, other):
        return Edit(other.old, other.new)
"""
BY_ITS_METHOD = """
class Sets:
    def find(self, item):
        while self._parent[item] != item:
            item = self._parent[item]
        return item
    def groups(self, items):
        found = {}
        for item in items:
            found.setdefault(self._parent[item], []).append(item)
        return found
"""
LEAVE_BRANCH = """
class Lift:
    def call(self, name, source, target):
        if source == target:
            self.delivered.append(name)
        self.waiting.append((name, target))
"""
RECORDED = """
class Purchase:
    def __init__(self, cents, points):
        self.cents = cents
        self.points = points
class Shop:
    def refund(self, member, purchase):
        points = self.points_for(member, purchase.cents)
        member.total -= points
"""
OPEN_DAY = """
class Library:
    def open_day(self, day):
        while day in self.closed:
            day += ONE
        return day
    def lend(self, today, kind):
        return self.open_day(today + self.days[kind])
    def renew(self, loan, today, kind):
        loan.due = today + self.days[kind]
"""
BY_ITS_KEY = """
class Book:
    def key(self, symbol):
        return symbol.strip().upper()
    def buy(self, symbol, n):
        symbol = self.key(symbol)
        self.lots[symbol] = n
    def price(self, symbol, cents):
        self.prices[symbol] = cents
"""
THROUGH_THE_ALBUM = """
class Album:
    def __init__(self):
        self.photos = []
        self.cover = None
    def remove(self, photo):
        self.photos.remove(photo)
        if self.cover == photo:
            self.cover = None
class Gallery:
    def delete(self, photo):
        for album in self.albums:
            if photo in album.photos:
                album.photos.remove(photo)
"""
CANONICAL = """
def canonical(name):
    return name.lower().replace("_", "-")
def split_names(text):
    return [part.strip() for part in text.split(",")]
def entry(name, text):
    requires = split_names(text)
    return canonical(name), requires
"""
DEEP_FLAGS = """
import copy
class Service:
    def flags(self, name):
        return self.known[name]
    def branch(self, source, target):
        self.known[target] = dict(self.flags(source))
"""
BYPASSED = """
class Lexer:
    def _advance(self, length):
        self.pos += length
        self.column += length
        self.line += self.text[:self.pos].count("x")
    def block(self, length):
        self.pos += length
        self.column += length
        return self.pos
"""


@pytest.mark.parametrize(
    ("family", "code", "broken", "right"),
    [
        pytest.param(
            aliases.deeper, DEEP_FLAGS, "dict(self.flags(source))", "copy.deepcopy(self.flags(source))", id="deep flags"
        ),
    ],
)
def test_the_right_text_is_among_what_a_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)

"""Ordinary code with a slip about recursion, roles, records, signs or constructors, and the family that mends it."""

import pytest

from testfix_pipeline.repair.edits import (
    own_attributes,
    recorded,
    recursion,
    reordered,
    rewrites,
)
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

CASES = {
    "self instead kw": (
        own_attributes.instead,
        """
class T:
    def __init__(self, rate):
        self.rate = rate
        self.total = 0
    def apply(self, amount):
        self.total += amount
        if amount > 10:
            return f(value=amount)
        return {"a": amount}
""",
        '{"a": amount}',
        '{"a": self.total}',
    ),
    "recorded kw": (
        recorded.fields,
        """
class Purchase:
    def __init__(self, cents, points):
        self.cents = cents
        self.points = points
def points_of(cents):
    return cents // 100
def undo(account, purchase):
    return Refund(cents=purchase.cents, points=points_of(purchase.cents))
""",
        "points=points_of(purchase.cents)",
        "points=purchase.points",
    ),
    "bypass two params default": (
        recorded.methods,
        """
class Account:
    def __init__(self):
        self.balance = 0
        self.log = []
    def withdraw(self, amount, note=""):
        self.balance -= amount
        self.log.append((amount, note))
    def close(self):
        self.balance -= self.fee
""",
        "self.balance -= self.fee",
        "self.withdraw(self.fee)",
    ),
    "rec slice": (
        recursion.arguments,
        """
def length(xs):
    if not xs:
        return 0
    return 1 + length(xs)
""",
        "1 + length(xs)",
        "1 + length(xs[1:])",
    ),
    "rec half": (
        recursion.arguments,
        """
def power(base, n):
    if n == 0:
        return 1
    if n % 2 == 0:
        return power(base * base, n)
    return base * power(base, n - 1)
""",
        "base * base, n)",
        "base * base, n // 2)",
    ),
    "match order": (
        reordered.earlier,
        """
def f(x):
    match x:
        case int():
            return 0
        case bool():
            return 1
""",
        "        case int():\n            return 0\n        case bool():\n            return 1\n",
        "        case bool():\n            return 1\n        case int():\n            return 0\n",
    ),
    "group": (
        rewrites.added_up,
        """
def f(items):
    groups = {}
    for item in items:
        groups[item.kind] = item
    return groups
""",
        "groups[item.kind] = item",
        "groups.setdefault(item.kind, []).append(item)",
    ),
    "nonlocal tuple": (
        rewrites.declared,
        """
def fib():
    a, b = 0, 1
    def step():
        a, b = b, a + b
        return a
    return step
""",
        "def step():\n",
        "def step():\n        nonlocal a, b\n",
    ),
    "super args": (
        rewrites.passed_up,
        """
class Animal:
    def __init__(self, name, *, age=0):
        self.name = name
        self.age = age
class Dog(Animal):
    def __init__(self, *args, **kwargs):
        self.tricks = []
""",
        "self.tricks = []\n",
        "super().__init__(*args, **kwargs)\n        self.tricks = []\n",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)

"""Ordinary code with a slip about recursion, roles, records, signs or constructors, and the family that mends it."""

import pytest

from testfix_pipeline.repair.edits import (
    consume,
    initials,
    own_attributes,
    own_calls,
    own_views,
    recorded,
    recursion,
    refusals,
    reordered,
    resets,
    rewrites,
)
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

CASES = {
    "int base var": (
        consume.unread,
        """
def f(text, base):
    return int(text)
""",
        "int(text)",
        "int(text, base)",
    ),
    "count": (
        consume.unread,
        """
def f(text, sub, start):
    return text.count(sub)
""",
        "sub)\n",
        "sub, start)\n",
    ),
    "getattr": (
        consume.unread,
        """
def f(x, name, default):
    return getattr(x, name)
""",
        "x, name)\n",
        "x, name, default)\n",
    ),
    "super kw": (
        initials.parameters_kept,
        """
class Animal:
    def __init__(self, name, *, age=0):
        self.name = name
        self.age = age
class Dog(Animal):
    def __init__(self, name, *, age=0):
        self.tricks = []
""",
        "self.tricks = []\n",
        "super().__init__(name, age=age)\n        self.tricks = []\n",
    ),
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
    "annassign": (
        own_calls.by_methods,
        """
class Cal:
    def open_day(self, day):
        return day
    def a(self, d):
        return self.open_day(d)
    def b(self, d, n):
        due: int = d + n
        return due
""",
        "= d + n",
        "= self.open_day(d + n)",
    ),
    "sorted kw": (
        own_calls.each_wrapped,
        """
def key(name):
    return name.lower()
def a(name):
    return key(name)
def f(names):
    return sorted(names, reverse=True)
""",
        "sorted(names, reverse=True)",
        "sorted((key(one) for one in names), reverse=True)",
    ),
    "looked up get2": (
        own_views.looked_up,
        """
class Bank:
    def __init__(self):
        self.accounts = {}
    def _find(self, number):
        account = self.accounts.get(number)
        if account is None:
            raise LookupError(number)
        return account
    def pay(self, amount, number):
        self.accounts.get(number).balance += amount
""",
        "self.accounts.get(number).",
        "self._find(number).",
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
    "rec method child4 yields": (
        recursion.of_parts,
        """
class Folder:
    def __init__(self):
        self.name = ""
        self.children = []
    def walk(self):
        yield self
        for child in self.children:
            yield child
""",
        "yield child",
        "yield from child.walk()",
    ),
    "refusal default": (
        refusals.forestalled,
        """
class Account:
    def withdraw(self, amount, fee=0):
        if amount + fee > self.balance:
            raise ValueError
        self.balance -= amount
def pay(accounts, amount):
    for account in accounts:
        account.withdraw(amount)
""",
        "account.withdraw(amount)\n",
        "if amount + 0 <= account.balance:\n            account.withdraw(amount)\n",
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
    "reset tuple": (
        resets.otherwise,
        """
def longest(xs):
    best, run = 0, 0
    for x in xs:
        if x > 0:
            run += 1
        best = max(best, run)
    return best
""",
        "run += 1\n",
        "run += 1\n        else:\n            run = 0\n",
    ),
    "reset typed self": (
        resets.otherwise,
        """
class Streak:
    def __init__(self):
        self.count: int = 0
    def see(self, ok):
        if ok:
            self.count += 1
        return self.count
""",
        "self.count += 1\n",
        "self.count += 1\n        else:\n            self.count = 0\n",
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
    "at once reverse rot three": (
        rewrites.at_once,
        """
def rev(head):
    prev = None
    node = head
    while node:
        node.next = prev
        prev = node
        node = node.next
    return prev
""",
        "        node.next = prev\n        prev = node\n        node = node.next\n",
        "        node.next, prev, node = prev, node, node.next\n",
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
    "while truthy": (
        rewrites.wound_on,
        """
def f(n):
    t = 0
    while n:
        t += n
    return t
""",
        "t += n\n",
        "t += n\n        n -= 1\n",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)

"""Ordinary code with a slip about names, starts, mirrored or moved code, and the family that mends it."""

import pytest

from testfix_pipeline.repair.edits import (
    donors,
    idioms,
    initials,
    keys,
    keyword_names,
    lazy,
    like_attributes,
    like_calls,
    mirrors,
    moves,
    names,
)
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

CASES = {
    "lo annassign2": (
        donors.operands,
        """
def f(price, qty):
    total: float = price
    return total
""",
        "= price",
        "= price * qty",
    ),
    "int div prec mod": (
        idioms.calls,
        """
def f(a, b, c):
    return c % int(a / b)
""",
        "int(a / b)",
        "(a // b)",
    ),
    "dist 2": (
        idioms.distances,
        """
def dist(a, b):
    return (a[0] - b[0]) + (a[1] - b[1])
""",
        "(a[0] - b[0]) + (a[1] - b[1])",
        "abs(a[0] - b[0]) + abs(a[1] - b[1])",
    ),
    "init tuple2": (
        initials.accumulators,
        """
def f(xs):
    best, count = 0, 0
    for x in xs:
        best = max(best, x)
        count += 1
    return best, count
""",
        "best, count = 0, 0",
        "best, count = xs[0], 0",
    ),
    "default now": (
        initials.mutable_defaults,
        """
from datetime import datetime
def f(x, now=datetime.now()):
    return x - now
""",
        "now=datetime.now()):",
        "now=None):\n    if now is None:\n        now = datetime.now()",
    ),
    "key binop div in tuple": (
        keys.reversed_parts,
        """
def f(rows):
    return sorted(rows, key=lambda r: (r.wins / r.games, r.name))
""",
        "(r.wins / r.games, ",
        "(-(r.wins / r.games), ",
    ),
    "lazy kw": (
        lazy.made_lists,
        """
class R:
    def __init__(self, rows):
        self.rows = rows
def f(xs):
    return R(rows=(x for x in xs))
""",
        "(x for x in xs)",
        "[x for x in xs]",
    ),
    "other": (
        like_attributes.done_too,
        """
class Account:
    def __init__(self):
        self.balance = 0
        self.available = 0
    def deposit(self, n):
        self.balance += n
        self.available += n
    def withdraw(self, n):
        self.balance -= n
        return n
""",
        "        self.balance -= n\n",
        "        self.balance -= n\n        self.available -= n\n",
    ),
    "like call lambda kw": (
        like_calls.arguments,
        """
def g(rows):
    return pick(rows, by=lambda r: r.n)
def f(rows):
    return pick(rows)
""",
        "    return pick(rows)\n",
        "    return pick(rows, by=lambda r: r.n)\n",
    ),
    "mirror upper": (
        mirrors.statements,
        """
def f(k, p):
    if k == LEFT:
        p.turn(LEFT)
""",
        "        p.turn(LEFT)\n",
        "        p.turn(LEFT)\n    if k == RIGHT:\n        p.turn(RIGHT)\n",
    ),
    "move out of else": (
        moves.moves,
        """
def f(xs):
    for x in xs:
        if x:
            return True
        else:
            return False
""",
        "        else:\n            return False\n",
        "    return False\n",
    ),
    "misspelt kw": (
        keyword_names.keywords,
        """
def g(x, key=None, name=None):
    return x, key, name
def f(a, b):
    return g(a, nam=b)
""",
        "nam=b",
        "name=b",
    ),
    "super method": (
        names.prefixes,
        """
class B:
    def save(self): return 1
class A(B):
    def save(self):
        return self.save()
""",
        "self.save()",
        "super().save()",
    ),
    "lambda param": (
        names.variables,
        """
def f(xs, key):
    return sorted(xs, key=lambda x: xs.n)
""",
        "xs.n",
        "x.n",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)

"""Ordinary code with a slip about copies, calls, constants, conditions or branches, and the family that mends it."""

import pytest

from testfix_pipeline.repair.languages.python.edits import (
    aliases,
    bounds,
    calls,
    chains,
    closures,
    conditions,
    constants,
    helpers,
    not_called,
    truth,
)
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

CASES = {
    "rows obj": (
        aliases.copies,
        """
def grid(n, m):
    return [Cell()] * n
""",
        "[Cell()] * n",
        "[Cell() for _ in range(n)]",
    ),
    "rows rev": (
        aliases.copies,
        """
def grid(n, m):
    return m * [[0] * n]
""",
        "m * [[0] * n]",
        "[[0] * n for _ in range(m)]",
    ),
    "rows name": (
        aliases.copies,
        """
def grid(n, m):
    row = [0] * n
    return [row] * m
""",
        "[row] * m",
        "[row.copy() for _ in range(m)]",
    ),
    "dict state": (
        aliases.deeper,
        """
import copy
class A:
    def snap(self):
        return {**self.state}
""",
        "{**self.state}",
        "copy.deepcopy(self.state)",
    ),
    "clamp ann": (
        bounds.clamps,
        """
def f(limit, used):
    left: int = limit - used
    return left
""",
        "= limit - used",
        "= max(limit - used, 0)",
    ),
    "await index": (
        not_called.coroutines,
        """
async def f(db, k):
    return db.fetch(k)["x"]
""",
        'db.fetch(k)["x"]',
        '(await db.fetch(k))["x"]',
    ),
    "await chain": (
        not_called.coroutines,
        """
async def f(session, url):
    data = session.get(url).json()
    return data["x"]
""",
        "session.get(url).json()",
        "(await session.get(url)).json()",
    ),
    "next gen": (
        calls.known_keywords,
        """
def find(users, name):
    return next(u for u in users if u.name == name)
""",
        "next(u for u in users if u.name == name)",
        "next((u for u in users if u.name == name), None)",
    ),
    "chain bin": (
        chains.reordered,
        """
def f(a, b):
    return (a + b).strip().lower()
""",
        ".strip().lower()",
        ".lower().strip()",
    ),
    "late vararg": (
        closures.late,
        """
def f(names, call):
    out = []
    for name in names:
        out.append(lambda *args: call(name, *args))
    return out
""",
        "lambda *args:",
        "lambda *args, name=name:",
    ),
    "attr none": (
        conditions.parts_added,
        """
def f(users, day):
    out = []
    for user in users:
        if user.expires < day:
            out.append(user)
    return out
""",
        "if user.expires < day",
        "if user.expires is not None and user.expires < day",
    ),
    "off by one": (
        constants.off_by_one,
        """
def f(lines, i, start):
    out = []
    out.append((start, i))
    print(f"line {i}: {lines[i]}")
    n: int = len(lines)
    d = {"page": i, "n": n}
    return start, i
""",
        "= len(lines)",
        "= len(lines) - 1",
    ),
    "dd int self": (
        helpers.unmoved,
        """
from collections import defaultdict
class A:
    def __init__(self):
        self.counts = defaultdict(int)
    def add(self, w):
        w = w.lower()
    def get(self, w):
        return self.counts[w]
""",
        "w.lower()",
        "w.lower()\n        self.counts[w] += 1",
    ),
    "walrus": (
        truth.nones,
        """
def f(q):
    while item := q.get():
        print(item)
""",
        "item := q.get()",
        "(item := q.get()) is not None",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)

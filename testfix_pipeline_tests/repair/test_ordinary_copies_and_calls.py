"""Ordinary code with a slip about copies, calls, constants, conditions or branches, and the family that mends it."""

import pytest

from testfix_pipeline.repair.edits import (
    aliases,
    alternatives,
    bounds,
    calls,
    chains,
    closures,
    collected,
    conditions,
    constants,
    helpers,
    not_called,
    special_methods,
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
    "annot const": (
        alternatives.added,
        """
OPEN: str = "open"
HALF: str = "half"
def usable(job):
    return job.state == OPEN
""",
        "job.state == OPEN",
        "job.state in (OPEN, HALF)",
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
    "staticmethod": (
        calls.added_arguments,
        """
class U:
    @staticmethod
    def make(a, strict=False):
        return a if strict else None
    def f(self, a, strict):
        return U.make(a)
""",
        "U.make(a)",
        "U.make(a, strict=strict)",
    ),
    "call chain": (
        not_called.call_added,
        """
def f(text):
    return text.strip.lower()
""",
        "text.strip.lower",
        "text.strip().lower",
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
    "dict values swapped": (
        calls.swapped_elements,
        """
def f(w, h):
    return {"width": h, "height": w}
""",
        '"width": h, "height": w',
        '"width": w, "height": h',
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
    "collect ann": (
        collected.loops,
        """
class A:
    def one(self, xs):
        later: list[int] = []
        for x in xs:
            if x > 3:
                later.append(x)
            else:
                self.run(x)
        self.done = True
    def two(self, ys):
        for y in ys:
            self.run(y)
""",
        "        self.done = True",
        "        for y in later:\n            self.run(y)\n        self.done = True",
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
    "bounds of a slice the wrong way round": (
        constants.slices,
        "def f(text, start, end):\n    return text[end:start]\n",
        "end:start",
        "start:end",
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
    "eq doc": (
        special_methods.of_another_kind,
        '''
class P:
    def __eq__(self, other):
        """Same?"""
        return self.x == other.x
''',
        "        return self.x",
        "        if not isinstance(other, P):\n            return NotImplemented\n        return self.x",
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

"""Small mends that releases of packages are made of: the right text is among the proposals."""

import pytest

from testfix_pipeline.repair.languages.python.edits import calls, literals, truth, types_asked
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

TICKET = """
class Ticket:
    def __init__(self, clock):
        self.clock = clock
        self.state = "new"
        self.since = clock()
        self.spent = {}

    def move(self, state):
        now = self.clock()
        self.spent[self.state] = self.spent.get(self.state, 0) + now - self.since
        self.state = state
"""
NAMES = """
class Names:
    def __init__(self):
        self.taken = set()

    def give(self, stem):
        name, number = stem, 1
        while name.casefold() in self.taken:
            number += 1
            name = stem + str(number)
        return name
"""
RAISED = """
class Both:
    def check(self, data, error):
        raise Wrong(error, self.text.format(data) if self.text else None)

class One:
    def check(self, data, error):
        raise Wrong(1, error)
"""
INSERT = """
def insert(new, spans):
    start, end = new
    for first, last in spans:
        start = min(start, first)
    return [new] + spans
"""
BOTH = """
def deep(member, whole=None):
    if isinstance(member, (list, tuple)):
        member = all_of(*member)
    return Deep(member, whole)
"""
RELAXED = """
def walk(graph, costs, node, cost):
    for other, length in graph[node]:
        total = cost + length
        if other not in costs:
            costs[other] = total
"""
WAYS = """
def ways(roads, towns, long, step):
    for a, b, length in roads:
        long[a][b] = length
        step[a][b] = b
    for via in towns:
        for a in towns:
            for b in towns:
                more = long[a][via] + long[via][b]
                long[a][b] = more
"""
SHIFT = """
DAY = 24 * 60

def worked(text):
    start, end = (minutes(one) for one in text.split("-"))
    return end - start
"""
LEVELS = """
def after(level, last):
    if last:
        found = level.two
    else:
        found = level.one or level.two
    return found
"""
GRID = """
class Grid:
    def get(self, row, col):
        if 0 <= row < self.rows:
            return self.cells[row][col] if col < self.cols else None
"""
CASES = {
    "one more type": (types_asked.widened, "x = isinstance(v, (list, set))\n", "(list, set)", "(list, set, frozenset)"),
    "a type of elsewhere": (
        types_asked.widened,
        "a = isinstance(v, Pattern)\nb = isinstance(v, texts)\n",
        "v, texts",
        "v, (texts, Pattern)",
    ),
    "a wider type": (
        types_asked.widened,
        "from collections.abc import Mapping\nx = isinstance(v, dict)\n",
        "v, dict",
        "v, Mapping",
    ),
    "one entry less": (literals.entries_dropped, "X = {'a': 1, 'b': 2, 'c': 3}\n", "'b': 2, ", ""),
    "the last entry less": (literals.entries_dropped, "X = {'a': 1, 'b': 2}\n", ", 'b': 2", ""),
    "false itself": (
        truth.nones,
        "def f(ask):\n    if not ask():\n        return False\n",
        "not ask()",
        "ask() is False",
    ),
    "a zone": (
        calls.known_keywords,
        "from datetime import datetime, timezone\n\ndef f(x):\n    return datetime.fromtimestamp(x)\n",
        "fromtimestamp(x)",
        "fromtimestamp(x, tz=timezone.utc)",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_mend_is_proposed(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)


KEYWORDS = """
def f(name, given):
    show(dict(name, name="name"))
    show(given)
"""

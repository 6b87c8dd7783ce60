"""Small mends that releases of packages are made of: the right text is among the proposals."""

import pytest

from testfix_pipeline.repair.edits import (
    calls,
    days,
    grouping,
    kept_up,
    like_calls,
    literals,
    maybe,
    mirrors,
    nested_arguments,
    statements,
    stores,
    truth,
    types_asked,
    unpacking,
)
from testfix_pipeline.repair.edits.edit import Clues
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed, family, shape, texts

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
    "a sign of the whole": (grouping.signed, "x = word & ~mask << at\n", "~mask << at", "~(mask << at)"),
    "a sign of the first": (grouping.signed, "def f(a, b):\n    return -(a // b)\n", "-(a // b)", "-a // b"),
    "a sign of a power": (grouping.signed, "def f(a, b):\n    return -a ** b\n", "-a ** b", "(-a) ** b"),
    "bits": (grouping.regrouped, "def f(a, b, c):\n    return a & b << c\n", "a & b << c", "(a & b) << c"),
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
    "of nothing": (
        maybe.or_nothing,
        "def f(error):\n    self.trace = error.trace\n",
        "error.trace",
        "error.trace if error is not None else None",
    ),
    "of an empty one": (
        maybe.or_nothing,
        "def f(shape):\n    rest = shape[:-1]\n    return rest\n",
        "shape[:-1]",
        "shape[:-1] if shape else ()",
    ),
    "for the outer call": (
        nested_arguments.given_out,
        "def f(x, file):\n    echo('{}'.format(g(x), file=file))\n",
        "g(x), file=file))",
        "g(x)), file=file)",
    ),
    "one element less": (literals.elements_dropped, "EMPTY = (None, [], '', ())\n", "'', ", ""),
    "the last element less": (literals.elements_dropped, "YES = {'y', 1, True}\n", ", True", ""),
    "one entry less": (literals.entries_dropped, "X = {'a': 1, 'b': 2, 'c': 3}\n", "'b': 2, ", ""),
    "the last entry less": (literals.entries_dropped, "X = {'a': 1, 'b': 2}\n", ", 'b': 2", ""),
    "one of two": (literals.elements_dropped, "def f():\n    return (1, 2)\n", "(1, 2)", "(1,)"),
    "in the form of elsewhere": (
        like_calls.formed,
        RAISED,
        "Wrong(1, error)",
        "Wrong(1, error.format(data) if error else None)",
    ),
    "parts that changed": (unpacking.as_parts, INSERT, "[new]", "[(start, end)]"),
    "what may be a tuple": (unpacking.formatted_whole, "def f(x):\n    return '%r' % x\n", "% x", "% (x,)"),
    "the last time": (
        kept_up.measured_from,
        TICKET,
        "        self.state = state\n",
        "        self.state = state\n        self.since = now\n",
    ),
    "what is taken": (
        kept_up.taken,
        NAMES,
        "        return name",
        "        self.taken.add(name.casefold())\n        return name",
    ),
    "the second as well": (
        mirrors.conditions,
        "def f(a, b):\n    return meet(a[0], b[0])\n",
        "meet(a[0], b[0])",
        "meet(a[0], b[0]) and meet(a[1], b[1])",
    ),
    "both axes": (
        mirrors.conditions,
        GRID,
        "if 0 <= row < self.rows",
        "if 0 <= row < self.rows and 0 <= col < self.cols",
    ),
    "false itself": (
        truth.nones,
        "def f(ask):\n    if not ask():\n        return False\n",
        "not ask()",
        "ask() is False",
    ),
    "the class is returned": (
        statements.returns,
        "KNOWN = {}\n\ndef register(cls):\n    KNOWN[cls.name] = cls\n",
        "    KNOWN[cls.name] = cls\n",
        "    KNOWN[cls.name] = cls\n    return cls\n",
    ),
    "the way together with its length": (
        stores.stored_with,
        WAYS,
        "                long[a][b] = more\n",
        "                long[a][b] = more\n                step[a][b] = step[a][via]\n",
    ),
    "a shift that ends on the next day": (
        days.next_day,
        SHIFT,
        "    return",
        "    if end < start:\n        end += DAY\n    return",
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


NOTHING = {
    "a text with fields is no form": (
        like_calls.formed,
        "def f(keys, row):\n    show(f'{row.name} of {keys}')\n    show(keys['a'])\n",
    ),
    "a long list is data": (literals.elements_dropped, f"X = [{', '.join(map(str, range(40)))}]\n"),
    "a row of a long table is data": (literals.elements_dropped, f"X = [{', '.join(['(1, 2, 3)'] * 40)}]\n"),
    "parts that never change": (unpacking.as_parts, "def f(new):\n    a, b = new\n    return g(new, a, b)\n"),
    "what is put there already": (
        kept_up.taken,
        "def f(seen, x):\n    if x in seen:\n        return 1\n    seen.add(x)\n    return 2\n",
    ),
}


@pytest.mark.parametrize(("family", "code"), NOTHING.values(), ids=NOTHING)
def test_nothing_is_proposed(family: Propose, code: str) -> None:
    assert not texts(family, code)


KEYWORDS = """
def f(name, given):
    show(dict(name, name="name"))
    show(given)
"""


def test_a_form_keeps_its_keywords_and_texts() -> None:
    assert shape(KEYWORDS.replace("show(given)", "show(dict(given, name='name'))")) in texts(
        like_calls.formed, KEYWORDS
    )


def test_what_a_crash_speaks_for_comes_first() -> None:
    code = "def f(x):\n    y = x.lower()\n    return y\n"
    (plain,) = texts(family("types-asked"), code).values()
    (likely,) = texts(
        family("types-asked"), code, clues=Clues(crash_lines={("file0.py", 2): "AttributeError"})
    ).values()
    assert likely.prior > plain.prior

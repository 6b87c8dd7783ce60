"""Slips of whole programs that somebody wrote who knew nothing of the engine: the right text is among the proposals."""

import pytest

from testfix_pipeline.repair.languages.python.edits import aliases, constants, operators, shared, updates
from testfix_pipeline.repair.languages.python.edits.scope import attributes_of_namesakes
from testfix_pipeline.repair.languages.python.synthesis.places import places_at
from testfix_pipeline.repair.languages.python.synthesis.pool import predicates
from testfix_pipeline.repair.languages.python.synthesis.values import returned
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed, of_target, parsed, shape, targets, texts

DIFF = """
def diff(old, new, same):
    result = []
    i = j = 0
    while i < len(old) and j < len(new):
        if same(i, j):
            i += 1
            j += 1
        elif len(old) - i >= len(new) - j:
            result.append(("-", old[i]))
            i += 1
        else:
            result.append(("+", new[j]))
            j += 1
    result.extend(("+", line) for line in new[j:])
    return result
"""
PAUSES = """
class Policy:
    def __init__(self, attempts, delay, factor):
        self.attempts, self.delay = attempts, delay
        self.factor = factor
    def pauses(self):
        pause = self.delay
        for _ in range(self.attempts):
            yield pause
"""
RECORD = """
class Record:
    fields = {}
    def __init_subclass__(cls):
        own = {name: one for name, one in vars(cls).items() if one is not None}
        cls.fields.update(own)
"""
LINK = """
class Link:
    def __init__(self, base, params=None):
        self.params = dict(params or {})
"""
ACCOUNT = """
class Account:
    def pay_in(self, amount):
        self.balance += amount
        self.log.append(("in", amount))
    def pay_out(self, amount):
        self.balance -= amount
"""
SECTIONS = """
def parse(lines):
    found, section, last = {}, "", None
    for line in lines:
        if line.startswith("["):
            section = line[1:-1]
            continue
        if line.startswith(" "):
            found[section][last] += line
        else:
            last = line
            found[section][last] = ""
    return found
"""
TAXES = """
from enum import Enum
from itertools import groupby
class Tax(Enum):
    FULL = 1
def table(lines):
    return {tax: len(list(group)) for tax, group in groupby(lines, key=lambda line: line.tax)}
"""
SESSIONS = """
def sessions(clicks):
    current = {}
    for click in clicks:
        session = current.get(click.user)
        if session is None or not session.accepts(click):
            session = current[click.user] = Session(click.user)
        session.add(click)
    for user in sorted(current):
        yield current[user]
"""
GROUPS = """
def groups(rows):
    found, group = [], []
    for row in rows:
        if group and row.key != group[0].key:
            group = []
        group.append(row)
    found.append(group)
    return found
"""
CASES = {
    "a copy of something or nothing": (
        aliases.deeper,
        "import copy\n" + LINK,
        "dict(params or {})",
        "copy.deepcopy(params or {})",
    ),
    "told of this function": (
        shared.habits,
        ACCOUNT,
        "        self.balance -= amount\n",
        '        self.balance -= amount\n        self.log.append(("out", amount))\n',
    ),
    "set back along": (
        updates.resets,
        SECTIONS,
        "            continue\n",
        "            last = None\n            continue\n",
    ),
    "one and not the other": (
        operators.boolean,
        "def sign(a, b):\n    return a < 0 or b < 0\n",
        "a < 0 or b < 0",
        "(a < 0) != (b < 0)",
    ),
    "one as the other": (
        operators.boolean,
        "def same(a, b):\n    return not (a < 0 and b < 0)\n",
        "(a < 0 and b < 0)",
        "((a < 0) == (b < 0))",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("family", "code", "old", "new"), CASES.values(), ids=CASES)
def test_the_right_text_is_proposed(family: Propose, code: str, old: str, new: str):
    assert_proposed(family, code, old, new)


def test_an_index_of_what_stands_beside_it_is_likelier_than_the_last_one():
    code = "def distance(a, b):\n    return abs(a[0] - b[0]) + abs(a[1] - b[0])\n"
    found = texts(constants.numbers, code)
    one, last = (found[shape(code.replace("a[1] - b[0]", f"a[1] - b[{index}]"))] for index in ("1", "-1"))
    assert one.prior > last.prior


def test_what_a_function_answers_is_known_where_it_is_called():
    code = """
        def find(nodes, name):
            node = nodes.get(name)
            if node.count:
                return node
            return None
        def remove(nodes, name):
            last = find(nodes, name)
            return last is not None
    """
    (source,) = parsed(code)
    assert "count" in attributes_of_namesakes(source)["last"]


def test_whether_something_is_a_multiple_is_asked_and_lengths_are_answered():
    code = "def period(text, size):\n    rest = len(text) // size\n    return rest\n"
    target = targets(parsed(code))[-1]
    place = next(place for place in places_at(target, 1.0) if place.side == "before")
    assert "len(text) % size" in {predicate.text for predicate in predicates(place)}
    assert "len(text)" in returned(place)


# -- inputs that patches are told apart by -----------------------------------------------------------------------------


def test_records_keep_their_shape():
    near = of_target("warm_inputs").near
    assert all(len(one) == 2 for one in near((3, "a")))
    assert any(len(one) == 5 for one in near((1, 2, 3, 4, 5, 6))), "what is as long as a list is one"
    assert all(one.keys() == {"name", "price"} for one in near({"name": "a", "price": 2}))
    assert {} in list(near({"a": 1, "b": 2}))

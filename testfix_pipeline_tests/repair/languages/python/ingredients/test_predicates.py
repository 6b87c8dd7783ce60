"""Conditions, questions and messages of ordinary code that synthesis has at hand at a place."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.ingredients.condition_calls import condition_calls
from testfix_pipeline.repair.languages.python.ingredients.predicates import predicates
from testfix_pipeline.repair.languages.python.synthesis.actions import actions
from testfix_pipeline.repair.languages.python.synthesis.expected_exceptions import (
    ExpectedException,
    expected_exceptions,
)
from testfix_pipeline.repair.languages.python.synthesis.observation import Observation, Sight
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint, conditions_within, places_at
from testfix_pipeline.repair.languages.python.synthesis.value_predicates import predicates_of_values
from testfix_pipeline_tests.repair.sources import parsed, targets

Writer = Callable[[Mapping[str, str]], Path]

TAKE = "def take(xs, n):\n    out = xs[:n]\n    return out\n"
BALANCE = """
class Account:
    def __init__(self):
        self.a = self.b = self.c = self.d = self.e = self.f = self.g = self.h = self.balance = 0
    def pay(self, amount):
        self.balance -= amount
"""
STOCK = """
class Store:
    def __init__(self):
        self.stock = {}
    def take(self, name, n):
        self.stock[name] -= n
        return n
"""
LENGTHS = """
def dot(xs, ys):
    total = 0
    for a, b in zip(xs, ys):
        total += a * b
    return total
"""
STATUS = """
from enum import Enum
class Status(Enum):
    OPEN = 1
    DONE = 2
    CANCELLED = 3
class Order:
    def __init__(self):
        self.status = Status.OPEN
    def close(self):
        self.status = Status.DONE
    def cancel(self):
        self.status = Status.CANCELLED
"""
ROOM = """
class Pool:
    def __init__(self, size):
        self.size = size
        self.items = []
    def put(self, item):
        self.items.append(item)
"""
CLOSED = """
class Account:
    def __init__(self):
        self.state = "open"
    @property
    def closed(self):
        return self.state == "closed"
    def pay(self, n):
        self.total = n
"""
VALID = """
def is_valid(x):
    return 0 < x < 10
def total(xs):
    found = 0
    for x in xs:
        found += x
    return found
"""
ROUNDS = "def digits(n):\n    while n > 0:\n        n //= 10\n    return n\n"
BRACKETS = "def f(xs):\n    return [x for x in (xs or [])]\n"


def target_at(code: str, line: str) -> PythonEditSite:
    return next(one for one in targets(parsed(code)) if one.text(one.stmt).startswith(line))


def place_at(code: str, line: str, side: str = "before") -> ProbePoint:
    target = target_at(code, line)
    return next(one for one in (*places_at(target, 1.0), *conditions_within(target, 1.0)) if one.side == side)


@pytest.mark.parametrize(
    ("code", "line", "condition"),
    [
        pytest.param(TAKE, "out =", "len(xs) < n", id="a name that is part of a word"),
        pytest.param(BALANCE, "self.balance", "self.balance < amount", id="what is taken off"),
        pytest.param(STOCK, "self.stock[name]", "self.stock[name] < n", id="what is taken off by key"),
        pytest.param(STOCK, "self.stock[name]", "name not in self.stock", id="a key"),
        pytest.param(LENGTHS, "total =", "len(xs) != len(ys)", id="lengths"),
        pytest.param(STATUS, "self.status = Status.CANCELLED", "self.status == Status.DONE", id="a member"),
        pytest.param(ROOM, "self.items.append", "len(self.items) >= self.size", id="room"),
    ],
)
def test_the_condition_is_at_hand(code: str, line: str, condition: str) -> None:
    pool = list(predicates(place_at(code, line).target))
    assert condition in {text for one in pool for text in (one.text, one.negation)}


def test_properties_and_helpers_that_answer_yes_or_no_are_asked() -> None:
    assert "self.closed" in {text for text, _ in condition_calls(target_at(CLOSED, "self.total"))}
    assert "is_valid(x)" in {text for text, _ in condition_calls(target_at(VALID, "found +="))}


def written(place: ProbePoint, kind: str, condition: str) -> set[str]:
    shown = Observation(place, [], [Sight(TestId("t"), True, True, ("", ""))], {}, {})
    edits = [one.write(condition) for one in actions(shown, [ExpectedException("ValueError")]) if one.kind == kind]
    source = place.target.source
    texts = (source.text[: edit.start] + edit.replacement + source.text[edit.end :] for edit in edits if edit)
    return set(texts)


def test_a_guard_stands_in_front_of_a_loop() -> None:
    places = [one for one in places_at(target_at(ROUNDS, "while"), 1.0) if not one.is_loop_test]
    texts = {text for one in places for text in written(one, "guard.raise", "n < 0")}
    assert any("    if n < 0:\n        raise ValueError\n    while" in text for text in texts)


def test_a_filter_stands_behind_the_brackets_of_what_is_gone_through() -> None:
    (text,) = written(place_at(BRACKETS, "return", "inside"), "filter-added", "x")
    assert text == "def f(xs):\n    return [x for x in (xs or []) if x]\n"


def test_bounds_are_taken_of_lengths_and_of_both_sides() -> None:
    sights = [Sight(TestId("t"), mark == "R", mark == "R", ("", "")) for mark in "RRppp"]
    values = {
        "age": ["int:-1", "int:200", "int:0", "int:20", "int:150"],
        "word": ["str:'a'", "str:'ab'", "str:'abcdef'", "str:'abcdefgh'", "str:'abcdefg'"],
        "price": ["float:1.5", "int:2", "float:12.5", "int:10", "int:30"],
    }
    shown = Observation(place_at(TAKE, "out ="), [], sights, {}, values, dict.fromkeys(values, 1.0))
    found = {one.text: vector for one, vector in predicates_of_values(shown)}
    assert found["age < 0 or age > 150"] == "TTFFF" and found["len(word) < 6"] == "TTFFF"
    assert found["price < 10"] == "TTFFF", "whole numbers are compared with others"


def test_messages_are_read_from_unittest_patterns_and_several_exceptions(write: Writer) -> None:
    tests = """
import pytest

def test_pattern():
    with pytest.raises(ValueError, match=r"line \\d+: bad"):
        pass

class TestUnit:
    def test_equal(self):
        with self.assertRaises(ValueError) as caught:
            pass
        self.assertEqual(str(caught.exception), "must be positive")
"""
    root = write({"test_m.py": tests})
    assert (
        expected_exceptions(TestId("test_m.py::test_pattern"), "DID NOT RAISE ValueError", 5, root)[0].message
        == "line 1: bad"
    )
    assert (
        expected_exceptions(TestId("test_m.py::TestUnit::test_equal"), "not raised", 10, root)[0].message
        == "must be positive"
    )
    several = expected_exceptions(
        TestId("test_m.py::test_gone"), "DID NOT RAISE any of (<class 'ValueError'>, <class 'KeyError'>)", 1, root
    )
    assert {one.error for one in several} == {"ValueError", "KeyError"}

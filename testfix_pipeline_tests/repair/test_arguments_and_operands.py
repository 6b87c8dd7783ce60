"""What calls and operations lack: an argument that other calls have, a variable that nothing reads."""

import ast

import pytest

from testfix_pipeline.repair.languages.python.edits import calls, guards, like_calls
from testfix_pipeline.repair.languages.python.edits.edit import Clues
from testfix_pipeline.repair.languages.python.edits.operations import operations
from testfix_pipeline.repair.languages.python.synthesis.rebuilding import asked
from testfix_pipeline_tests.repair.sources import family, parsed, shape, targets, texts

OFFICE = """
from datetime import datetime, timedelta
OPEN = 9
def start(moment, late):
    if late:
        moment = datetime.combine(moment.date() + timedelta(days=1), OPEN)
    return datetime.combine({})
"""
LIFT = """
class Lift:
    def __init__(self, floors, at, calls):
        self.floors, self.at, self.calls = floors, at, calls
    def copy(self):
        return Lift({})
    def emptied(self):
        return Lift(self.floors, self.at, set())
"""


@pytest.mark.parametrize(
    ("code", "broken", "right"),
    [(OFFICE, "moment.date()", "moment.date(), OPEN"), (LIFT, "self.floors, set()", "self.floors, self.at, set()")],
)
def test_an_argument_that_other_calls_have(code: str, broken: str, right: str) -> None:
    assert shape(code.format(right)) in texts(like_calls.arguments, code.format(broken))


def test_no_argument_whose_names_mean_nothing_here() -> None:
    code = "def f(a):\n    return g(a)\ndef h(b):\n    c = b + 1\n    return g(b, c)\n"
    assert not texts(like_calls.arguments, code)


SUM = """
def seconds(parts, each):
    total = 0
    for count, unit in parts:
        total += {}
    return total
"""


PACKING = """
def packed(rest, most):
    while rest:
        weight, worth = rest.pop()
        if best(rest{}) + worth > best(rest, most):
            most -= weight
def best(things, most=0):
    return sum(things) + most
"""
QUEUE = """
class Queue:
    def room(self):
        return self.limit
    def full(self):
        return not self.waiting
"""


def test_what_there_is_may_be_taken_off() -> None:
    room = next(one for one in targets(parsed(QUEUE)) if isinstance(one.stmt, ast.Return))
    (one,) = asked(room, 1.0)
    assert "self.limit - len(self.waiting)" in one.weights


def test_the_operations_of_a_function_are_those_of_simple_operands() -> None:
    code = "def f(x, ys):\n    x.n += len(ys)\n    z = (x + 1) * ys[0]\n    return g(x) - 1"
    found = operations(ast.parse(code).body[0])
    assert found == {"x.n + len(ys)": {"x", "len", "ys"}, "x + 1": {"x"}}


@pytest.mark.parametrize(
    ("broken", "right"),
    [
        ("max(len(n) for n in ns)", "max((len(n) for n in ns), default=0)"),
        ("max((len(n) for n in ns))", "max((len(n) for n in ns), default=-1)"),
        ("max(ns, key=len)", "max(ns, key=len, default=None)"),
        ("ns.get(a)", "ns.get(a, GONE)"),
    ],
)
def test_keywords_and_defaults_that_are_common(broken: str, right: str) -> None:
    code = "GONE = object()\ndef f(ns, a):\n    return {}\n"
    assert shape(code.format(right)) in texts(calls.known_keywords, code.format(broken))


BEGUN = {"set()": "|=", "{seed}": "|=", "[]": "+=", "''": "+=", "0": "+="}


@pytest.mark.parametrize("begun", BEGUN)
def test_what_begins_with_nothing_is_added_to(begun: str) -> None:
    head = f"def f(seed, parts):\n    names = {begun}\n    for part in parts:\n"
    found = texts(family("augmented"), f"{head}        names = part\n    return names\n")
    best = max(found, key=lambda text: found[text].prior)
    assert best == shape(f"{head}        names {BEGUN[begun]} part\n    return names\n")


@pytest.mark.parametrize(("error", "slip"), [("TypeError", True), ("KeyError", False)])
def test_to_catch_a_slip_is_a_kind_of_its_own(error: str, slip: bool) -> None:
    code = "def f(a, b):\n    if a > b[a]:\n        b[a] = a\n    return b\n"
    clues = Clues(errors=frozenset({error}), crash_lines={("file0.py", 2): error})
    kinds = {edit.kind for edit in texts(guards.handlers, code, clues=clues).values()}
    assert kinds == {"guard.handler-of-a-slip" if slip else "guard.handler"}

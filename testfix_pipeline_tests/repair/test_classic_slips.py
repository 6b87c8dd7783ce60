"""Slips that every reviewer knows: ties, spans that meet, rings, rounding too early, cleaning up, what was met."""

import pytest

from testfix_pipeline.repair.edits import (
    bounds,
    carried,
    factors,
    grouping,
    idioms,
    own_views,
    special_methods,
    steps,
)
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed, texts

PLAYERS = """
class Player:
    def __init__(self, name, score, team):
        self.name, self.score, self.team = name, score, team

    def __lt__(self, other):
        return self.score < other.score

def ranking(players):
    return sorted(players, key=lambda one: -one.score)

def counted(counts):
    return sorted(counts.items(), key=lambda item: -item[1])

def words(found, counts):
    return sorted(found, key=lambda word: counts[word])

def by_length(found):
    return sorted(found, key=len)
"""
LOCKED = """
def run(door, task):
    door.open()
    task.prepare()
    task.run()
    door.close()
"""
FOUND = """
def first(rows, wanted):
    for row in rows:
        if row == wanted:
            print(row)
            break
    print("none")
"""
WALK = """
def walk(graph, node, seen):
    for near in graph[node]:
        if near not in seen:
            walk(graph, near, seen)
"""
BAG = """
class Thing:
    def __init__(self, weight):
        self.weight, self.inside = weight, []

    def total(self):
        return self.weight + sum(one.total() for one in self.inside)

def fits(thing):
    return not thing.weight > 9
"""
CLOCK = """
class Clock:
    def press(self, player):
        self.moves[player] += 1

    def take_back(self):
        last = self.log.pop()
        self.left[last.player] = last.left
"""
CASES: dict[str, tuple[Propose, str, str, str]] = {
    "the most common, by name": (
        idioms.calls,
        "def f(counter):\n    return counter.most_common(3)",
        "counter.most_common(3)",
        "sorted(counter.items(), key=lambda item: (-item[1], item[0]))[:3]",
    ),
    "rounded, not cut": (idioms.calls, "def f(x):\n    return int(x * 3)", "int(x * 3)", "round(x * 3)"),
    "less than nothing": (
        grouping.moved_out,
        "def f(a, b, c):\n    return max(0, a - b - c)",
        "max(0, a - b - c)",
        "max(0, a - b) - c",
    ),
    "taken from a bound": (
        grouping.moved_out, "def f(a, b, c):\n    return 2 * min(a - b, c)", "min(a - b, c)", "(a - min(b, c))"
    ),
    "rounded at the end": (grouping.moved_in, "def f(a, b):\n    return round(a) * b", "round(a) * b", "round(a * b)"),
    "bounded at the end": (
        grouping.moved_in, "def f(a, b, c):\n    return a - min(b, c)", "a - min(b, c)", "min(a - b, c)"
    ),
    "a term of what is chosen": (
        factors.terms,
        "class Item:\n    def span(self):\n        return self.high - self.low\n    def points(self, n):\n"
        "        return self.high - n if self.turned else n",
        "self.high - n if",
        "self.high - n + self.low if",
    ),
    "all that it weighs": (
        own_views.of_others, BAG, "thing.weight > 9", "thing.total() > 9"
    ),
    "a property that makes something of it": (
        own_views.of_others,
        BAG.replace("    def total", "    @property\n    def total"),
        "thing.weight > 9",
        "thing.total > 9",
    ),
    "times what all is multiplied by": (
        factors.as_elsewhere,
        "def collect(part, factor):\n    size = part.size * factor\n    for one in part:\n"
        "        collect(one, part.share)\n    return size",
        "part.share)",
        "part.share * factor)",
    ),
    "what is lost by rounding": (
        carried.rest_kept,
        "class Series:\n    def add(self, value):\n        steps = round((value - self.last) / self.step)\n"
        "        self.last = value",
        "self.last = value",
        "self.last += steps * self.step",
    ),
    "counted back by the same key": (
        steps.steps,
        CLOCK,
        "        self.left[last.player] = last.left\n",
        "        self.left[last.player] = last.left\n        self.moves[last.player] -= 1\n",
    ),
    "the whole day from its beginning": (
        idioms.calls,
        "def f(at):\n    return at.replace(minute=0) + timedelta(days=1)",
        "(minute=0)",
        "(minute=0, hour=0)",
    ),
    "another kind of thing": (
        special_methods.of_another_kind,
        "class Point:\n    def __eq__(self, other):\n        return self.x == other.x",
        "        return self.x",
        "        if not isinstance(other, Point):\n            return NotImplemented\n        return self.x",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_missing_is_proposed(name: str) -> None:
    assert_proposed(*CASES[name])


@pytest.mark.parametrize(
    ("family", "code"),
    [
        (grouping.moved_in, "def f(a, b):\n    return len(a) * b"),
        (special_methods.of_another_kind, "def same(one, other):\n    return one.x == other.x"),
    ],
)
def test_where_nothing_is_missing_nothing_is_proposed(family: Propose, code: str) -> None:
    assert not texts(family, code)


def test_what_undoes_goes_through_what_was_done_from_its_end_first_of_all() -> None:
    code = "def {}(stroke):\n    for x, old in stroke:\n        put(x, old)\n"
    priors = {
        name: texts(bounds.copies, code.format(name))[
            code.format(name).replace("in stroke", "in reversed(stroke)").strip()
        ]
        for name in ("undo_stroke", "paint")
    }
    assert priors["undo_stroke"].prior > 2 * priors["paint"].prior

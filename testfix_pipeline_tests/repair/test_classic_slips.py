"""Slips that every reviewer knows: ties, spans that meet, rings, rounding too early, cleaning up, what was met."""

import pytest

from testfix_pipeline.repair.languages.python.edits import factors, steps
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

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
    "a term of what is chosen": (
        factors.terms,
        "class Item:\n    def span(self):\n        return self.high - self.low\n    def points(self, n):\n"
        "        return self.high - n if self.turned else n",
        "self.high - n if",
        "self.high - n + self.low if",
    ),
    "counted back by the same key": (
        steps.steps,
        CLOCK,
        "        self.left[last.player] = last.left\n",
        "        self.left[last.player] = last.left\n        self.moves[last.player] -= 1\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_missing_is_proposed(name: str) -> None:
    assert_proposed(*CASES[name])

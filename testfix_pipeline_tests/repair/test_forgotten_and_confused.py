"""Edits for what was forgotten or confused: options, conversions, alternatives, the way back, the order of asking."""

import pytest

from testfix_pipeline.repair.languages.python.edits import aliases, bounds, factors, like_calls, moves, names, own_views
from testfix_pipeline_tests.repair.programs_forgotten import ENTRIES, ROOMS
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

SHELF = """
class Shelf:
    def __init__(self):
        self.needed, self.stamps, self.paid = 8, 0, 0
    def stamp(self, count, amount):
        self.stamps += count
        self.paid += amount
        return amount == self.needed
    def left(self):
        return self.needed
"""
STATES = """
DONE, FAILED, SKIPPED = "done", "failed", "skipped"
def blocked(outcome):
    return outcome.state == FAILED
def open(outcome):
    return outcome.state not in (DONE, FAILED)
"""
ORDER = """
def ranked(scores):
    found = []
    for name, (score, age) in scores.items():
        found.append((score, age, name))
    found.sort(reverse=True)
    return [name for *_, name in found]
def first(scores):
    return min((score, name) for name, score in scores)
"""
ROADS = """
def near(roads):
    found = {}
    for here, there in roads:
        found.setdefault(here, []).append(there)
    return found
def walk(queue, roads, done):
    while queue:
        cost, place = queue.pop()
        for road in roads[place]:
            print(road)
            done.add(road.end)
"""
KIND = """
def kind(mark):
    if mark.startswith(":"):
        return "left"
    if mark.endswith(":"):
        return "right"
    if mark == ":-:":
        return "center"
    return ""
def size(n):
    if n > 1:
        text = "some"
    elif n > 10:
        # a lot
        text = "many"
    else:
        text = "few"
    return text
"""
COUNTERS = """
def number(counters, level):
    while len(counters) < level:
        counters.append(0)
    counters[level - 1] += 1
    return counters
"""
BOOKS = """
class Shelf:
    def __init__(self):
        self.books = {}
    def ordered(self):
        return sorted(self.books.values())
    def groups(self):
        found = []
        for one in self.books.values():
            found.append(one)
        return found
"""
FREE = """
def gaps(busy, start, until):
    free, at = [], start
    for begin, end in busy:
        if at < begin:
            free.append((at, begin))
        at = max(at, end)
    return free
"""
CASES: dict[str, tuple[Propose, str, str, str]] = {
    "a number that the object keeps": (
        factors.terms, SHELF, "return self.needed\n", "return self.needed - self.stamps\n"
    ),
    "containers shared by a copy with other values": (
        aliases.deeper, ENTRIES, "replace(self)", "replace(self, tags=set(self.tags), notes=list(self.notes))"
    ),
    "an option that another call takes": (
        like_calls.arguments, ROOMS, "is_free(rooms, start, end)", "is_free(rooms, start, end, ignore=booking)"
    ),
    "told of each where it is true of the whole": (
        moves.moves,
        ROADS,
        "        for road in roads[place]:\n            print(road)\n            done.add(road.end)",
        "        done.add(place)\n        for road in roads[place]:\n            print(road)",
    ),
    "the method that gives them in order": (
        own_views.instead, BOOKS, "for one in self.books.values()", "for one in self.ordered()"
    ),
    "the module's own function for a common one": (
        names.functions,
        "def clamp(n):\n    return max(0, min(255, round(n)))\ndef f(x):\n    return round(x * 2)",
        "return round(x * 2)",
        "return clamp(x * 2)",
    ),
    "the second number of a comparison": (
        factors.terms,
        "def open(bill):\n    print(bill.fees)\n    return bill.paid >= bill.amount",
        ">= bill.amount",
        ">= bill.amount + bill.fees",
    ),
    "an object for each round": (
        aliases.copies,
        "def tell(queues, text):\n    note = Note(text)\n    for queue in queues:\n        queue.append(note)",
        "append(note)",
        "append(Note(text))",
    ),
    "a copy for each round": (
        aliases.copies,
        "import copy\n\ndef tell(queues):\n    note = Note(made())\n    for queue in queues:\n"
        "        queue.append(note)",
        "append(note)",
        "append(copy.copy(note))",
    ),
    "a number that the class declares": (
        factors.terms,
        "class Bill:\n    amount: int\n    fees: int = 0\n    def open(self):\n        return self.amount",
        "return self.amount",
        "return self.amount + self.fees",
    ),
    "the best so far": (
        bounds.clamps,
        "def best(offers):\n    percent = 0\n    for one in offers:\n        percent = one.percent\n    return percent",
        "percent = one.percent",
        "percent = max(percent, one.percent)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_missing_is_proposed(name: str) -> None:
    assert_proposed(*CASES[name])

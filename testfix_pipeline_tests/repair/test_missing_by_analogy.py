"""Missing code that the project says of something else: branches, guards, table entries, what all siblings do."""

import pytest

from testfix_pipeline.repair.languages.python.edits import guards, shared, statements
from testfix_pipeline.repair.languages.python.edits.analogies import exchanged
from testfix_pipeline.repair.languages.python.edits.edit import Clues
from testfix_pipeline.repair.languages.python.synthesis.branches import bodies
from testfix_pipeline.repair.languages.python.synthesis.derived import derived
from testfix_pipeline.repair.languages.python.synthesis.observation import Observation, Sight
from testfix_pipeline.repair.languages.python.synthesis.places import Place, places_at
from testfix_pipeline.repair.languages.python.synthesis.updates import changed
from testfix_pipeline_tests.repair.sources import parsed, shape, targets, texts

CRANE = """
class Crane:
    def lift(self):
        self.load = self.stack.pop()
    def drop(self):
        self.stack.append(self.load)
    def follow(self, command):
        if command == "wait":
            return
        elif command == "lift":
            self.lift()
        else:
            raise ValueError(command)
"""
RATES = """
STAFF, MEMBER = "staff", "member"
STAFF_RATE, MEMBER_RATE = 50, 80
def rate(kind):
    if kind == STAFF:
        found = STAFF_RATE
    else:
        found = 100
    return found
"""
DOOR = """
ALARM = "alarm"
NEXT = {("shut", "open"): "open", ("open", "close"): "shut", ("open", "force"): ALARM}
"""
FLOW = """
FLOW = {"draft": ["review"], "review": ["done", "void"], "done": ["void"]}
"""
NESTED = """
def depth(text):
    level = most = 0
    for sign in text:
        if sign == "(":
            level += 1
            most = max(most, level)
    return most
"""
HALL = """
class Hall:
    def __init__(self, rows, seats):
        self.rows = rows
        self.seats = seats
    def check(self, seat):
        if not 1 <= seat <= self.seats:
            raise LookupError(f"no seat {seat}")
    def book(self, row, name):
        self.taken[row] = name
"""
TILL = """
class Till:
    def __init__(self):
        self.cash = self.moves = 0
    def sale(self, cents):
        self.cash += cents
        self.moves += 1
    def deposit(self, sum):
        self.cash += sum
        self.moves += 1
        self.log(sum)
    def refund(self, cents):
        self.cash -= cents
    def log(self, sum):
        self.last = sum
"""
WIKI = """
class Wiki:
    def _check(self, name):
        if not name.isalpha():
            raise ValueError(name)
    def add(self, name):
        self._check(name)
        self.pages[name] = ""
    def rename(self, old, new):
        self.pages[new] = self.pages.pop(old)
"""
WRITERS = """
def write_json(rows):
    return 1
def write_csv(rows):
    return 2
def write_tsv(rows):
    return 3
WRITERS = {
    "json": write_json,
    "tsv": write_tsv,
}
"""
MAGIC = 'KINDS = [M("png", b"PNG"), M("gif", b"GIF89a"), M("jpeg", b"\\xff\\xd8")]\n'
SECONDS = "SECONDS = {'s': 1, 'm': 60, 'd': 86400}\ndef seconds(count, unit):\n    return count * SECONDS[unit]\n"
LEVELS = "LEVELS = ['LOW', 'HIGH']\nCOLOURS = {'LOW': 'grey', 'MIDDLE': 'green', 'HIGH': 'red'}\n"
WAITING = Clues(messages=("DID NOT RAISE LookupError",), errors=frozenset({"Failed"}))
DROPPED = Clues(messages=("drop",), errors=frozenset({"ValueError"}))
ASKED = Clues(messages=("'h'",), errors=frozenset({"KeyError"}), test_literals=frozenset({"3600", "'1h'"}))
CASES = {
    "what all siblings count": (
        shared.habits, TILL, Clues(), "self.cash -= cents\n", "self.cash -= cents\n        self.moves += 1\n"
    ),
    "a run of what a sibling does": (
        shared.habits, TILL, Clues(),
        "self.cash -= cents\n", "self.cash -= cents\n        self.moves += 1\n        self.log(cents)\n",
    ),
    "a check that a sibling makes of its argument": (
        shared.habits, WIKI, Clues(), "        self.pages[new]", "        self._check(new)\n        self.pages[new]"
    ),
    "blank lines passed over": (
        guards.skipped_rounds, "def read(text):\n    for line in text.splitlines():\n        use(line)\n", Clues(),
        "        use", "        if not line.strip():\n            continue\n        use",
    ),
    "a round that is done once": (
        statements.into_branches, "def merged(left, end):\n    if left[0] <= end:\n        end = left.pop(0)\n",
        Clues(), "if", "while",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_code_is_made_of_what_the_project_says_of_the_like(name: str) -> None:
    family, code, clues, old, new = CASES[name]
    found = texts(family, code, clues=clues)
    assert code.count(old) == 1 and shape(code.replace(old, new)) in found
    assert shape(code) not in found


SILENT = {
    "what the function does already": (shared.habits, TILL, "self.cash += cents\n        self.cash += cents"),
    "a count in front of a guard": (
        shared.habits,
        TILL.replace("        self.cash -=", "        if not cents:\n            return\n        self.cash -="),
        "def refund(self, cents):\n        self.moves += 1",
    ),
}


@pytest.mark.parametrize("name", SILENT)
def test_nothing_is_said_without_a_reason(name: str) -> None:
    family, code, text = SILENT[name]
    assert not [one for one in texts(family, code) if text in one]


def test_words_are_exchanged_in_names_plurals_and_texts_only() -> None:
    text, changed, count = exchanged(
        "if seat in self.free_seats: raise Full(f'no Seat {seat}, seating')", "seat", "row"
    )
    assert text == "if row in self.free_rows: raise Full(f'no Row {row}, seating')"
    assert changed == {"row", "free_rows"} and count == 3


DEPOT = """
class Depot:
    def __init__(self):
        self.faulty = []
        self.repairs = 0
    def report(self, tram):
        self.faulty.append(tram)
    def repaired(self, tram, degrees):
        if degrees < 12:
            return
        self.where[tram] = "depot"
    def count(self):
        return self.repairs
"""


def place_of(code: str, line: str) -> Place:
    found = next(one for one in targets(parsed(code)) if one.text(one.stmt).startswith(line))
    return next(iter(places_at(found, 1.0)))


def test_two_changes_may_be_missing_under_one_condition() -> None:
    found = dict(changed(place_of(DEPOT, "self.where")))
    assert {"self.repairs += 1", "self.faulty.remove(tram)", "self.faulty.remove(tram)\nself.repairs += 1"} <= set(
        found
    )


def test_another_branch_may_undo_what_its_sibling_does() -> None:
    code = """
class Settings:
    def unset(self, name):
        del self.known[name]
    def restore(self, name, value):
        if value:
            self.set(name, value)
    def set(self, name, value):
        self.known[name] = value
"""
    assert "self.unset(name)" in bodies(place_of(code, "if value"))
    assert "self.unset(name)" not in bodies(place_of(code.replace("unset", "forget"), "if value"))


def test_a_bound_parts_the_numbers_of_failing_tests_from_those_of_passing_ones() -> None:
    sights = [Sight("t", mark == "R", mark == "R", ("", "")) for mark in "RRpp"]
    values = {"degrees": ["int:12", "int:21", "int:22", "int:30"], "tram": ["int:1", "int:6", "int:5", "int:7"]}
    shown = Observation(place_of(DEPOT, "self.where"), [], sights, {}, values, {"degrees": 1.0, "tram": 1.0})
    found = {predicate.text: vector for predicate, vector in derived(shown)}
    assert found == {"degrees < 22": "TTFF", "degrees <= 21": "TTFF"}, "the trams' numbers lie among each other"


CHAIN = "if sign == '(':\n    level += 1\nelse:\n    rest += 1\n"

"""Stored programs: the format, tasks made of them, and that they are sound.

A few are run here, `benchmarks.repair.programs.check` runs them all.
"""

import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.repair.judge import Judge
from benchmarks.repair.programs import FOLDER, SETS, Program, load, programs
from benchmarks.repair.programs.check import complaints
from benchmarks.repair.small import task
from benchmarks.repair.stored_program import BugEdit, stored
from benchmarks.repair.task import HELD_OUT

EVERY = [program for which in SETS for program in programs(which)]
TOTALS = """\
description = "Only the last value counts."
category = "wrong operator"

[[edits]]
file = "totals.py"
old = "found = value"
new = "found += value"

[files]
"conftest.py" = ""
"totals.py" = '''
def total(values):
    found = 0
    for value in values:
        found = value
    return found
'''

[tests]
"test_totals.py" = '''
from totals import total


def test_one():
    assert total([3]) == 3


def test_two():
    assert total([3, 4]) == 7
'''

[hidden]
"test_more.py" = '''
from totals import total


def test_three():
    assert total([1, 2, 3]) == 6
'''
"""


@pytest.fixture
def totals() -> Program:
    """A program of one file, stored like those of the sets."""
    return load("totals", tomllib.loads(TOTALS), "held-out-1")


def test_complaints_say_what_is_not_sound(totals: Program) -> None:
    assert complaints(totals) == []
    wrong = replace(totals, edits=(BugEdit("totals.py", "found = value", "found -= value"),))
    assert [complaint.partition(" [")[0] for complaint in complaints(wrong)] == ["the fixed tree fails"]
    passing = totals.tests["test_totals.py"].replace("[3, 4]", "[7]")
    assert complaints(replace(totals, hidden={"test_more.py": passing})) == ["no hidden test fails"]
    assert complaints(replace(totals, files={**totals.files, **totals.fixed}, edits=())) == [
        "no visible test fails",
        "no hidden test fails",
    ]


@pytest.mark.parametrize(("text", "label"), [("found += value", "exact"), ("found = found or value", "wrong")])
def test_only_the_judge_runs_the_hidden_tests(totals: Program, text: str, label: str, tmp_path: Path) -> None:
    one = task(totals)
    tree = one.build(tmp_path / "subject")
    assert sorted(path.name for path in tree.rglob("*.py")) == ["conftest.py", "test_totals.py", "totals.py"]
    patched = totals.files["totals.py"].replace("found = value", text).encode()
    assert Judge(one, tree, tmp_path).label({"totals.py": patched}).label == label


@pytest.mark.parametrize("name", ["library_loans", "chat_commands"])
def test_a_stored_program_is_sound(name: str) -> None:
    assert complaints(load(name, stored(FOLDER / "training.toml")[name], "training")) == []


@pytest.mark.parametrize("which", SETS)
def test_the_fixes_of_a_set_compile(which: str) -> None:
    for program in (program for program in EVERY if program.set == which):
        assert program.edits and program.tests and program.hidden
        for edit in program.edits:
            assert edit.old != edit.new
            compile(program.fixed[edit.file], edit.file, "exec")


def test_the_sets_share_no_program_and_have_their_sizes() -> None:
    own = Counter(program.name for program in EVERY if program.set not in HELD_OUT)
    assert max(own.values()) == 1
    assert Counter(program.set for program in EVERY) == {
        "training": 180,
        "measuring": 60,
        "held-out-1": 40,
        "held-out-2": 40,
    }
    assert sum(bool(program.origin) for program in EVERY if program.set == "measuring") == 20

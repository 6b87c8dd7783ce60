"""Held-out programs as tasks of the benchmark, and two engines' rows compared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.repair.held_out import FOLDER, SETS, HeldOutProgram, lacks, load, task
from benchmarks.repair.judge import Judge
from benchmarks.repair.paired import chance, table
from benchmarks.repair.task import HeldOut

PROGRAM = HeldOutProgram(
    "totals",
    "held-out-1",
    "wrong operator",
    "def total(values):\n    found = 0\n    for value in values:\n        found = value\n    return found\n",
    "found = value",
    "found += value",
    "from totals import total\n\n\ndef test_one():\n    assert total([3]) == 3\n"
    "\n\ndef test_two():\n    assert total([3, 4]) == 7\n",
    "from totals import total\n\n\ndef test_three():\n    assert total([1, 2, 3]) == 6\n",
)


def test_program_is_fit_and_says_what_it_lacks() -> None:
    assert lacks(PROGRAM) == []
    assert lacks(replace(PROGRAM, new="found -= value")) == ["the right text fails a test"]
    assert lacks(replace(PROGRAM, hidden=PROGRAM.tests.replace("[3, 4]", "[7]"))) == ["no hidden test fails"]


@pytest.mark.parametrize(("text", "label"), [("found += value", "exact"), ("found = found or value", "wrong")])
def test_judge_runs_the_hidden_tests(text: str, label: str, tmp_path: Path) -> None:
    one = task(PROGRAM)
    tree = one.build(tmp_path)
    assert not list(tree.rglob("*more*"))
    patched = PROGRAM.buggy.replace(PROGRAM.old, text).encode()
    assert Judge(one, tree, tmp_path).label({PROGRAM.file: patched}).label == label


def test_file_whose_bug_is_not_there_once_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "twice.toml"
    path.write_text('category = "x"\nprogram = "a a"\nold = "a"\nnew = "b"\ntests = ""\nhidden = ""\n')
    with pytest.raises(ValueError, match="2 times, not once"):
        load(path, "held-out-1")


@pytest.mark.parametrize("name", SETS)
def test_every_stored_program_can_be_loaded(name: HeldOut) -> None:
    assert [load(path, name).name for path in (FOLDER / name).glob("*.toml")]


def test_rows_of_two_engines_are_compared_task_by_task() -> None:
    def row(name: str, right: bool) -> dict[str, object]:
        return {
            "id": name,
            "rank": 1 if right else None,
            "overfitted": not right,
            "plausible": True,
            "seconds": 2.0,
            "first_seconds": None,
        }

    old = [row("a", True), row("b", False), row("c", True), row("only old", True)]
    new = [row("a", True), row("b", True), row("c", False)]
    lines = table(old, new)
    assert "only the old one: c" in lines
    assert "only the new one: b" in lines
    assert lines[-1] == "3 tasks; lost 1, gained 1, p = 1.00 (sign test)"
    assert table(old, []) == ["no task was tried by both"]


def test_sign_test_is_exact() -> None:
    assert (chance(0, 0), chance(0, 5), chance(1, 5)) == (1.0, 0.0625, 0.21875)

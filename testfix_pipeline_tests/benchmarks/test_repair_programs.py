"""The stored programs are sound: a few are run here, `benchmarks.repair.programs.check` runs them all."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.repair.programs import FOLDER, SETS, Program, load, programs
from benchmarks.repair.programs.check import complaints

EVERY = [program for which in SETS for program in programs(which)]


@pytest.mark.parametrize("name", ["library_loans", "chat_commands"])
def test_a_stored_program_is_sound(name: str) -> None:
    assert complaints(load(FOLDER / "training" / name)) == []


def test_a_program_without_its_bug_is_not_sound(tmp_path: Path) -> None:
    root = tmp_path / "training" / "solved"
    stored = load(FOLDER / "training" / "library_loans")
    stored.write_reference(root)
    stored.write_hidden(root)
    nothing = stored.edits[0].__class__(stored.edits[0].file, stored.edits[0].new, stored.edits[0].new)
    solved = Program("solved", "training", root, "no bug", "missing", (nothing,))
    assert complaints(solved) == ["no visible test fails", "no hidden test fails"]


@pytest.mark.parametrize("program", EVERY, ids=lambda program: f"{program.set}-{program.name}")
def test_the_reference_applies_and_compiles(program: Program, tmp_path: Path) -> None:
    program.write_reference(tmp_path)
    for edit in program.edits:
        assert edit.old != edit.new
        compile((tmp_path / edit.file).read_text(), edit.file, "exec")
    assert not (tmp_path / "bug.json").exists()
    assert not (tmp_path / "hidden").exists()


def test_the_sets_share_no_program() -> None:
    names = [program.name for program in EVERY]
    assert len(names) == len(set(names))


def test_pytest_collects_no_stored_program_here() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "benchmarks/repair/programs"],
        cwd=FOLDER.parents[2],
        capture_output=True,
        text=True,
    )
    assert "no tests collected" in done.stdout, done.stdout

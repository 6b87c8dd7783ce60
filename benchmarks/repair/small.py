"""The stored programs as tasks (see `programs/`)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.repair.programs import Program, programs
from benchmarks.repair.task import HELD_OUT, Set, Task
from testfix_pipeline.workspace.git.new_repository import make_repository


def tasks(set_name: Set) -> Iterator[Task]:
    """One task for each program of a set; it runs with this interpreter."""
    yield from map(task, programs(set_name))


def task(program: Program) -> Task:
    """The program as a task. Its hidden tests are written again wherever the judge asks for them."""
    folder = f"{program.set}/" if program.set in HELD_OUT else ""
    return Task(
        id=f"programs/{folder}{program.name}",
        section="programs",
        set=program.set,
        interpreter=Path(sys.executable),
        build=builder(program.write_buggy),
        reference={file: (text,) for file, text in program.fixed.items()},
        hidden_files=program.hidden,
        kind=program.category,
        change=(" ... ".join(edit.new for edit in program.edits), " ... ".join(edit.old for edit in program.edits)),
        lines=_lines(program),
        seen=bool(program.origin),
    )


def _lines(program: Program) -> dict[str, frozenset[int]]:
    """By file, the lines of the buggy text that the fix replaces."""
    lines: dict[str, set[int]] = {}
    for edit in program.edits:
        text = program.files[edit.file]
        first = text.count("\n", 0, text.index(edit.old)) + 1
        last = first + edit.old.rstrip("\n").count("\n")
        lines.setdefault(edit.file, set()).update(range(first, last + 1))
    return {file: frozenset(found) for file, found in lines.items()}


def builder(write: Callable[[Path], None]) -> Callable[[Path], Path]:
    """Return what makes a task's repository: `write` puts the buggy files into the folder it is given."""

    def build(folder: Path) -> Path:
        tree = folder / "tree"
        write(tree)
        make_repository(tree, "the work so far")
        return tree

    return build

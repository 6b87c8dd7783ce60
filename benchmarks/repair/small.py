"""The stored programs as tasks (see `programs/`)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.repair.programs import Program, programs
from benchmarks.repair.task import Packages, Task
from testfix_pipeline.workspace.fresh import make_repository


def tasks(set_name: Packages) -> Iterator[Task]:
    """One task for each program of a set; it runs with this interpreter."""
    for program in programs(set_name):
        yield task(program)


def task(program: Program) -> Task:
    texts = {edit.file: (program.root / edit.file).read_text(encoding="utf-8") for edit in program.edits}
    right, lines = dict(texts), {file: set[int]() for file in texts}
    for edit in program.edits:
        start = texts[edit.file].index(edit.old)
        first = texts[edit.file].count("\n", 0, start) + 1
        lines[edit.file] |= set(range(first, first + max(1, edit.old.rstrip("\n").count("\n") + 1)))
        right[edit.file] = right[edit.file].replace(edit.old, edit.new)
    return Task(
        id=f"programs/{program.name}",
        section="programs",
        set=program.set,
        interpreter=Path(sys.executable),
        build=builder(program.write_buggy),
        reference={file: (text,) for file, text in right.items()},
        hidden_folder=program.root / "hidden",
        kind=program.category,
        change=(" ... ".join(edit.new for edit in program.edits), " ... ".join(edit.old for edit in program.edits)),
        lines={file: frozenset(found) for file, found in lines.items()},
    )


def builder(write: Callable[[Path], None]) -> Callable[[Path], Path]:
    """What makes a task's repository: `write` puts the buggy files into the folder it is given."""

    def build(folder: Path) -> Path:
        tree = folder / "tree"
        write(tree)
        make_repository(tree, "the work so far")
        return tree

    return build

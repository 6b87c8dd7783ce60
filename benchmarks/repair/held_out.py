"""The held-out programs as tasks: two sets, each by a writer who knew neither the engine nor the other set.

`programs/SET/NAME.toml` is one program: the module with its bug, visible and hidden tests, and the text `old` that
becomes `new` in the right one. Whoever works on the engine does not read them.

    python -m benchmarks.repair.held_out            # checks that each is fit
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import get_args

from benchmarks.repair.programs.check import run_tests
from benchmarks.repair.small import builder
from benchmarks.repair.task import HeldOut, Task

FOLDER = Path(__file__).parent / "programs"
SETS: tuple[HeldOut, ...] = get_args(HeldOut)


@dataclass(frozen=True)
class HeldOutProgram:
    """One program. `buggy` holds `old` exactly once; `tests` are visible, `hidden` are the judge's."""

    name: str
    set: HeldOut
    category: str
    buggy: str
    old: str
    new: str
    tests: str
    hidden: str

    @property
    def file(self) -> str:
        return f"{self.name}.py"

    @property
    def hidden_file(self) -> str:
        return f"test_{self.name}_more.py"

    @property
    def right(self) -> str:
        return self.buggy.replace(self.old, self.new)

    def write(self, tree: Path, text: str) -> None:
        """Write the module with the text, and its visible tests, into the folder `tree`."""
        (tree / "tests").mkdir(parents=True)
        (tree / self.file).write_text(text, encoding="utf-8")
        (tree / "tests" / f"test_{self.name}.py").write_text(self.tests, encoding="utf-8")
        (tree / "conftest.py").write_text("")  # so that the tests find the module

    def write_hidden(self, tree: Path) -> None:
        """Add the hidden tests to the tree."""
        (tree / "hidden").mkdir(parents=True)
        (tree / "hidden" / self.hidden_file).write_text(self.hidden, encoding="utf-8")


def load(path: Path, which: HeldOut) -> HeldOutProgram:
    """The program of a file. Raises OSError, KeyError or ValueError where it is no such program."""
    known = tomllib.loads(path.read_text(encoding="utf-8"))
    if known["program"].count(known["old"]) != 1:
        raise ValueError(f"{path.name}: `old` stands {known['program'].count(known['old'])} times, not once")
    return HeldOutProgram(
        path.stem,
        which,
        known["category"],
        known["program"],
        known["old"],
        known["new"],
        known["tests"],
        known["hidden"],
    )


def programs(which: HeldOut) -> list[HeldOutProgram]:
    """All programs of a set, by name."""
    return [load(path, which) for path in sorted((FOLDER / which).glob("*.toml"))]


def tasks(which: HeldOut) -> Iterator[Task]:
    """One task for each program of a set; it runs with this interpreter."""
    yield from map(task, programs(which))


def task(program: HeldOutProgram) -> Task:
    """The program as a task; its hidden tests are written anew wherever the judge asks for them."""
    first = program.buggy.count("\n", 0, program.buggy.index(program.old)) + 1
    return Task(
        id=f"programs/{program.set}/{program.name}",
        section="programs",
        set=program.set,
        interpreter=Path(sys.executable),
        build=builder(partial(program.write, text=program.buggy)),
        reference={program.file: (program.right,)},
        hidden_files={program.hidden_file: program.hidden},
        kind=program.category,
        change=(program.new, program.old),
        lines={program.file: frozenset(range(first, first + max(1, len(program.old.strip("\n").splitlines()))))},
    )


def lacks(program: HeldOutProgram) -> list[str]:
    """What keeps a program from being a fit task; empty where it is one."""
    with tempfile.TemporaryDirectory() as name:
        outcomes = {}
        for which, text in (("buggy", program.buggy), ("right", program.right)):
            tree = Path(name) / which
            program.write(tree, text)
            program.write_hidden(tree)
            outcomes[which] = run_tests(tree)
    buggy, right = outcomes["buggy"], outcomes["right"]
    facts = {
        "the right text fails a test": not any(one.failed for one in right.values()),
        "no visible test fails": bool(buggy["tests"].failed),
        "no visible test passes": bool(buggy["tests"].passed),
        "no hidden test fails": bool(buggy["hidden"].failed),
    }
    return [fact for fact, holds in facts.items() if not holds]


def main() -> int:
    found = [(program, lacks(program)) for which in SETS for program in programs(which)]
    for program, lack in found:
        if lack:
            print(f"{program.set}/{program.name}: {', '.join(lack)}")
    print(f"{len(found)} programs, {sum(bool(lack) for _, lack in found)} unfit")
    return int(any(lack for _, lack in found))


if __name__ == "__main__":
    sys.exit(main())

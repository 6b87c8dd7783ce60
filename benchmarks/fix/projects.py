"""The projects that `bench-fix` repairs: twenty small programs with one bug, and two packages with one fault each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmarks.repair import cache
from benchmarks.repair.packages import PYTEST, environment, sdist, unpack
from benchmarks.repair.programs import Program, programs
from testfix_pipeline.workspace.git.new_repository import make_repository

SMALL = 20


@dataclass(frozen=True)
class Fault:
    """A package with one wrong text in it. `tests` are the arguments of its test command."""

    name: str
    version: str
    file: str
    right: str
    wrong: str
    tests: str
    requires: tuple[str, ...] = ()


PACKAGE = Fault(
    "voluptuous", "0.15.2", "voluptuous/validators.py",
    "not v <= self.max", "not v < self.max", "pytest -q voluptuous/tests/tests.py",
)  # fmt: skip
LARGE = Fault(
    "networkx", "3.4.2", "networkx/algorithms/dag.py",
    "v = max(dist, key", "v = min(dist, key", "pytest -q networkx",
)  # fmt: skip


def small_programs() -> list[Program]:
    """Twenty of the training programs, evenly over their names; one file and up to three."""
    known = programs("training")
    return known[:: len(known) // SMALL][:SMALL]


def write_small(program: Program, place: Path) -> None:
    """A repository with the buggy program in the folder `place`."""
    program.write_buggy(place)
    make_repository(place, "failing")


def write_package(fault: Fault, place: Path) -> Path:
    """A repository with the faulty package in the folder `place`; the interpreter that its tests run with.

    Raises NotReady where the package can't be had.
    """
    venv = cache.folder("bench-fix") / f"{fault.name}-{fault.version}"
    if not (venv / "bin" / "python").exists():
        environment(venv, [PYTEST, *fault.requires])
    unpack(sdist(fault.name, fault.version), place)
    path = place / fault.file
    text = path.read_text(encoding="utf-8")
    if text.count(fault.right) != 1:
        raise ValueError(f"{fault.file} has {fault.right!r} {text.count(fault.right)} times, not once")
    path.write_text(text.replace(fault.right, fault.wrong), encoding="utf-8")
    make_repository(place, "failing")
    return venv / "bin" / "python"

"""Places from the training programs: realistic bugs that were written by hand, where one edit may be right."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.repair import small
from benchmarks.repair.learning.places import Place, parsed, place, wrong_units
from benchmarks.repair.programs import programs
from testfix_pipeline.repair.naturalness import Naturalness


def written_places() -> Iterator[Place]:
    """The wrong units of every training program, held out by program."""
    for program in programs("training"):
        for file, rights in small.task(program).reference.items():
            wrong = parsed(file, program.files[file])
            right = parsed(file, rights[0])
            if wrong is None or right is None:
                continue
            for unit, _, _ in wrong_units(wrong, right):
                name = f"{program.name}/{file}/{unit}"
                found = place("program", f"program {program.name}", name, Naturalness([wrong]), wrong, right, unit)
                if found is not None:
                    yield found

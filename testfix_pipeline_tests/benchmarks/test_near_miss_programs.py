"""The near misses that are measured: programs that lack something, and patches that are damaged in earnest."""

from __future__ import annotations

import random

import pytest

from benchmarks.agents.near_miss_programs import PROGRAMS, Program
from benchmarks.agents.near_misses import DAMAGES, Row, diff, passes, table


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_a_program_lacks_what_its_tests_ask_for_and_its_patch_brings_it(program: Program) -> None:
    assert passes(program.right, program.tests) and passes(program.right, program.hidden)
    assert not passes(program.broken, program.tests)


def test_damages_differ_from_the_right_patch_and_are_the_same_each_time() -> None:
    program = next(one for one in PROGRAMS if one.name == "roman")
    made = [[damage(program, random.Random(1)) for damage in DAMAGES] for _ in range(2)]
    assert made[0] == made[1]
    patches = [patch for patch in made[0] if patch]
    assert len(set(patches)) == len(patches) >= 9 and diff(program, program.right) not in patches


def test_the_table_counts_what_became_of_them() -> None:
    found = [Row("wrong name", False, True, True, 7, False), Row("wrong name", False, False, True, 9, True)]
    line = table(found).splitlines()[1]
    assert line.split() == ["wrong", "name", "2", "0", "1", "1", "1", "7"]

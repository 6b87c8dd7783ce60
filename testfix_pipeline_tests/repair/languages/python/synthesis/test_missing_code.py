"""Programs that lack code: synthesis writes it under the condition that it needs."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline_tests.repair.programs import read_programs
from testfix_pipeline_tests.repair.sources import behaviour

Fixer = Callable[..., RepairResult]
Writer = Callable[[Mapping[str, str]], Path]
MISSING = read_programs(__file__, "programs_missing.toml")

UNSEEN = {
    "blank lines": ("list(pairs(' ;a=2'))", "list(pairs('', False))", "list(pairs('a'))", "list(pairs('a', False))"),
    "negative": ("root(16)", "root(0)", "root(-1)", "root(-0.25, 1)", "root(2, 0)"),
    "skip": ("[log := Log(True), log.say(1), log.say(2), log.lines][1:]", "[log := Log(), log.say(1), log.lines][1:]"),
    "default": ("tally(['x', 'y', 'x'])", "tally(['x'], {'x': 4})", "tally(['x', 'y'], None)"),
    "recursion": ("depth(-3)", "depth([])", "depth([[[1]], 2])", "depth(True)"),
}
"""Calls on which a repair must do what the right program does."""


@pytest.mark.parametrize("name", UNSEEN)
def test_missing_code_is_written_with_the_condition_it_needs(name: str, write: Writer, fix: Fixer) -> None:
    missing = MISSING[name]
    best = fix(write({"subject.py": missing.broken, "test_subject.py": missing.tests})).patches[0]
    assert best.complete
    assert behaviour(best.files["subject.py"], UNSEEN[name]) == behaviour(missing.right, UNSEEN[name])


def test_synthesis_keeps_to_lines_that_may_be_touched(write: Writer, fix: Fixer) -> None:
    missing = MISSING["negative"]
    root = write({"subject.py": missing.broken, "test_subject.py": missing.tests})
    result = fix(root, allowed_lines={"subject.py": {1, 2}}, seconds=6)
    assert not any("guard" in kind for kind in result.tried_kinds)

"""How long the search goes on for rivals of the first patch."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.clock import Clock
from testfix_pipeline.repair.edits.edit import Clues
from testfix_pipeline.repair.project import Sources
from testfix_pipeline.repair.run import SearchRun
from testfix_pipeline.repair.search import Space
from testfix_pipeline.repair.terms import Terms
from testfix_pipeline.repair.verdict import Found, Verdict
from testfix_pipeline_tests.repair.sources import parsed, targets


@pytest.mark.parametrize(("confidence", "goes_on"), [(0.2, True), (0.6, True), (1.0, False)])
def test_what_rivals_make_doubtful_is_searched_on_for(
    write: Callable[[Mapping[str, str]], Path], confidence: float, goes_on: bool
) -> None:
    clock = Clock(600)
    terms = Terms(clock, after_first=3.0, all_seconds=600, confidence=lambda run: confidence)
    run = SearchRun(Space(Sources(write({})), [], Clues()), [], terms)
    target = targets(parsed("x = 1\n"))[0]
    edit = target.replace(target.stmt, "x = 2", "constant", 0.5)
    run.found = [Found(Candidate.single(target.source, edit, 1.0, "test"), Verdict("plausible", frozenset()))]
    run.first_seconds = 0.0
    clock.shorten(0)
    assert run._time_is_up() is not goes_on
    assert (clock.left() > 60) is goes_on

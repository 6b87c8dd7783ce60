"""Which fixes a step of the repair of libraries runs the tests with; the runs are stand-ins."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.records import Failure, Outcome, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.search.library_state import LibraryRepairState
from testfix_pipeline.repair.search.library_trials import FixTrials

JOIN, OTHER = TestId("test_a.py::test_join"), TestId("test_a.py::test_other")
NEW = [LibraryFix({"a.py": text}, "library.rule", text, 0.8, "library.Table.join") for text in ("one", "two")]


def failed(test: TestId, error: str) -> Failure:
    return Failure(test=test, error_type="AttributeError", error=error)


LOST = (
    failed(JOIN, "'Table' object has no attribute 'join'"),
    failed(OTHER, "'Table' object has no attribute 'other'"),
)


class StandIn:
    """Trees in which the tests of `passing` pass with a text of `a.py`. tried: those texts."""

    def __init__(self, passing: Mapping[str, Sequence[TestId]]) -> None:
        self.passing = passing
        self.tried: list[str] = []
        self.sources = SimpleNamespace(source=lambda file: SimpleNamespace(text="old"))
        self.request = SimpleNamespace(on_progress=None, suite_seconds=9.0)

    def is_over(self) -> bool:
        return False

    def is_test_side(self, path: str) -> bool:
        return False

    def measured(self, texts: Mapping[str, str], tests: Sequence[TestId]) -> Any:
        self.tried.append(texts["a.py"])
        passing = self.passing[texts["a.py"]]
        outcomes = {one: Outcome(id=one, status="passed" if one in passing else "failed") for one in tests}
        return SuiteRun(outcomes=outcomes, collected=list(tests)), [one for one in LOST if one.test not in passing]


@pytest.mark.parametrize(
    ("passing", "tried"),
    [
        ({"one": [JOIN], "two": [JOIN]}, ["one"]),
        ({"one": [OTHER], "two": [JOIN]}, ["one", "two"]),  # what the fix is about does not pass yet
    ],
)
def test_the_rivals_of_a_fix_wait_once_the_tests_that_name_its_symbol_pass(passing, tried) -> None:
    trees: Any = StandIn(passing)
    trials = FixTrials(trees, [JOIN, OTHER], [])
    assert trials.step(LibraryRepairState(failures=LOST), NEW)
    assert trees.tried == tried
    waiting = [fix for _, fixes in trials.untried for fix in fixes]
    assert waiting == (NEW[1:] if tried == ["one"] else [])


def test_of_several_names_for_a_keyword_none_is_surer_because_another_test_still_fails() -> None:
    names = [replace(one, kind="library.argument-rename", likelihood=0.65) for one in NEW]
    trees: Any = StandIn({"one": [JOIN], "two": [JOIN]})
    trials = FixTrials(trees, [JOIN, OTHER], [])
    found = trials.step(LibraryRepairState(failures=LOST), names)
    assert trees.tried == ["one", "two"]
    assert [is_doubtful(one.confidence) for one in found] == [True, True]
    assert trials.reached == found, "of these the steps are taken that land by themselves"
    trees.passing = {"one": [JOIN], "two": []}
    (first,) = FixTrials(trees, [JOIN, OTHER], []).step(LibraryRepairState(failures=LOST), names)
    assert first.confidence == 0.65, "tests refute the other one"

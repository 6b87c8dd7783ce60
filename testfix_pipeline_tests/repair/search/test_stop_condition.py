"""Where rivals of the first plausible patch are looked for, and when the search ends."""

from itertools import count

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.model.search_focus import Focus
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.verdict import Verdict
from testfix_pipeline.repair.search.search_options import SearchOptions
from testfix_pipeline.repair.search.search_progress import Progress
from testfix_pipeline.repair.search.search_run import SearchRun
from testfix_pipeline.repair.search.space import Space
from testfix_pipeline.repair.search.stop_condition import StopCondition
from testfix_pipeline_tests.repair.sources import parsed, targets


def patch() -> Candidate:
    target = targets(parsed("x = 1\n"))[0]
    return Candidate.single(target.source, target.replace(target.stmt, "x = 2", "constant", 0.5), 1.0, "test")


def after(confidence: float, tries: int, budget: float = 1e6, bound: float | None = None) -> StopCondition:
    """A search that found a patch of such confidence in its first second, and tried so many rivals in vain since."""
    stop = StopCondition(Focus(), budget, bound)
    stop.tried(100)
    stop.found(patch(), "a", confidence, 1.0)
    for _ in range(tries):
        stop.tried()
    return stop


def tries_until_over(confidence: float) -> int:
    return next(number for number in count() if after(confidence, number).is_over(1.0))


def test_the_less_confident_a_patch_is_the_more_rivals_are_tried_in_vain() -> None:
    tries = [tries_until_over(confidence) for confidence in (0.95, 0.9, 0.8, 0.7, 0.5)]
    assert tries == sorted(tries) and tries[0] == 0 and tries[1] < 50 < tries[-1] < 1000


def test_a_better_patch_begins_the_count_again_and_another_one_does_not() -> None:
    stop = after(0.7, tries_until_over(0.7))
    stop.found(patch(), "a", 0.7, 1.2)
    assert stop.is_over(1.3)
    stop.found(patch(), "b", 0.7, 1.4)
    assert not stop.is_over(1.5)


def test_a_search_ends_where_hardly_a_rival_can_be_tried_in_its_budget() -> None:
    assert not after(0.7, 0, budget=100.0).is_over(1.0)
    assert after(0.7, 0, budget=1.01).is_over(1.0)


def test_the_caller_may_set_the_seconds_for_rivals() -> None:
    stop = after(0.99, 5000, bound=10.0)
    assert not stop.is_over(10.9) and stop.is_over(11.0) and stop.expected_seconds(5.0) == 6.0


def test_a_patch_too_doubtful_to_land_is_no_answer() -> None:
    stop = after(0.3, 100_000, budget=120.0)
    assert not stop.is_over(119.0) and stop.expected_seconds(20.0) == 100.0


def test_rivals_are_near_first_and_then_everywhere() -> None:
    stop = after(0.5, 0)
    file = patch().edits[0].file
    assert stop.focus.holds(file, "<module>") and not stop.focus.holds(file, "f")
    assert not stop.focus.holds("n.py", "<module>")
    while stop.focus.functions is not None:
        stop.tried()
    assert not stop.is_over(1.0)


@pytest.mark.parametrize(("confidence", "goes_on"), [(0.2, True), (0.6, True), (1.0, False)])
def test_a_search_ends_with_its_rivals_and_reports_the_first_patch_at_once(write, confidence, goes_on) -> None:
    said: list[Progress] = []
    options = SearchOptions(
        Clock(600), budget=600, best=lambda findings, space: ("a", confidence), on_progress=said.append
    )
    run = SearchRun(Space(Sources(write({})), [], FailureEvidence()), [], options)
    run.stop.tried(1000)
    run._record(patch(), Verdict("plausible", frozenset({TestId("t")})))
    run.stop.tried(1)
    assert run._is_over() is not goes_on
    assert run.findings.first_seconds is not None
    assert [(one.found_after is not None, one.confidence) for one in said] == [(True, confidence)]
    assert (said[0].at_most > 60) is (confidence == 0.2)


@pytest.mark.parametrize(("reserved", "is_over"), [(0.0, False), (500.0, False), (600.0, True)])
def test_a_search_with_a_patch_leaves_time_to_compare_patches(write, reserved, is_over) -> None:
    options = SearchOptions(Clock(600), 600, reserved=reserved, best=lambda findings, space: ("a", 0.2))
    run = SearchRun(Space(Sources(write({})), [], FailureEvidence()), [], options)
    assert not run._is_over(), "there is nothing to compare"
    run._record(patch(), Verdict("plausible", frozenset({TestId("t")})))
    assert run._is_over() is is_over

"""Where rivals of the first plausible patch are looked for, and how long."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.clock import Clock
from testfix_pipeline.repair.edits.edit import Clues
from testfix_pipeline.repair.project import Sources
from testfix_pipeline.repair.rival_search import LEAST_SECONDS, MOST_IN_VAIN, Focus, RivalSearch, near
from testfix_pipeline.repair.run import SearchRun
from testfix_pipeline.repair.search import Space
from testfix_pipeline.repair.terms import Progress, Terms
from testfix_pipeline.repair.verdict import Verdict
from testfix_pipeline_tests.repair.sources import parsed, targets


def patch() -> Candidate:
    target = targets(parsed("x = 1\n"))[0]
    return Candidate.single(target.source, target.replace(target.stmt, "x = 2", "constant", 0.5), 1.0, "test")


@pytest.mark.parametrize(("confidence", "tries"), [(0.9, 20), (0.7, 60), (0.5, 200)])
def test_the_less_a_patch_is_trusted_the_more_rivals_are_tried_in_vain(confidence: float, tries: int) -> None:
    rivals = RivalSearch(Focus(), 120)
    rivals.found(patch(), "a", confidence, 1.0)
    rivals.tried(tries - 1)  # for the last one twice as many, half of which are elsewhere
    assert not rivals.is_over(1.1)
    rivals.tried(2)
    assert rivals.is_over(1.1)


def test_a_better_patch_begins_the_count_anew_and_another_one_does_not() -> None:
    rivals = RivalSearch(Focus(), 120)
    rivals.found(patch(), "a", 0.5, 1.0)
    rivals.tried(MOST_IN_VAIN + 1)
    rivals.found(patch(), "a", 0.5, 1.2)
    assert rivals.is_over(1.3)
    rivals.found(patch(), "b", 0.5, 1.4)
    assert not rivals.is_over(1.5)


def test_rivals_are_looked_for_no_longer_than_the_first_patch_took() -> None:
    rivals = RivalSearch(Focus(), 120)
    rivals.found(patch(), "a", 0.7, 1.0)
    assert not rivals.is_over(LEAST_SECONDS) and rivals.is_over(1.0 + LEAST_SECONDS)
    slow = RivalSearch(Focus(), 120)
    slow.found(patch(), "a", 0.5, 20.0)
    assert not slow.is_over(39.0) and slow.is_over(40.0)


def test_near_a_patch_is_its_function_and_what_stands_outside_of_functions() -> None:
    focus = Focus()
    RivalSearch(focus, 120).found(patch(), "a", 0.7, 1.0)
    file = patch().edits[0].file
    assert focus.holds(file, "<module>") and not focus.holds(file, "f") and not focus.holds("n.py", "<module>")


@pytest.mark.parametrize(("confidence", "outside"), [(0.7, True), (0.85, False)])
def test_the_tables_of_a_file_are_near_unless_the_patch_is_sure(confidence: float, outside: bool) -> None:
    assert near({("m.py", "f")}, confidence) == {("m.py", "f"), *([("m.py", "")] if outside else [])}


def test_what_is_as_likely_wrong_as_right_has_rivals_everywhere() -> None:
    focus = Focus()
    RivalSearch(focus, 120).found(patch(), "a", 0.5, 1.0)
    assert focus.functions is None


def test_a_lead_is_no_answer_and_the_search_goes_on_everywhere() -> None:
    focus = Focus()
    rivals = RivalSearch(focus, 120)
    rivals.found(patch(), "a", 0.3, 1.0)
    rivals.tried(10 * MOST_IN_VAIN)
    assert focus.functions is None and not rivals.is_over(100.0) and rivals.is_over(120.0)


def test_patches_that_do_not_hold_are_forgotten() -> None:
    focus = Focus()
    rivals = RivalSearch(focus, 120)
    rivals.found(patch(), "a", 0.9, 1.0)
    rivals.forget()
    assert focus.functions is None and not rivals.is_over(1000.0)


@pytest.mark.parametrize(("confidence", "goes_on"), [(0.2, True), (0.6, True), (1.0, False)])
def test_a_search_ends_with_its_rivals_and_says_the_first_patch_at_once(
    write: Callable[[Mapping[str, str]], Path], confidence: float, goes_on: bool
) -> None:
    said: list[Progress] = []
    terms = Terms(Clock(600), all_seconds=600, best=lambda run: ("a", confidence), on_progress=said.append)
    run = SearchRun(Space(Sources(write({})), [], Clues()), [], terms)
    run._settle(patch(), Verdict("plausible", frozenset({"t"})))
    run._rivals.tried(1)
    assert run._time_is_up() is not goes_on
    assert run.first_seconds is not None
    assert [(one.found_after is not None, one.confidence) for one in said] == [(True, confidence)]
    assert (said[0].at_most > 60) is (confidence == 0.2)

"""The cause of failing tests in a sentence, and the order of the statements to look at."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.explanation.incomplete_code import LackingPart
from testfix_pipeline.explanation.model import Cause, Place
from testfix_pipeline.explanation.product_sources import ProductSources
from testfix_pipeline.explanation.root_cause import MeasuredFailures, PlaceExperiment, root_cause

SCORES = """\
def best(scores):
    best = 0
    for score in scores:
        best = max(best, score)
    return best


def mean(scores):
    return sum(scores) / len(scores)
"""
FAILING, PASSING = TestId("test_scores.py::test_below"), TestId("test_scores.py::test_best")
Write = Callable[[Mapping[str, str]], Path]


def cause(
    write: Write,
    failure: Failure,
    places: Sequence[tuple[int, float]],
    lines: Mapping[TestId, set[int]],
    lacking: Sequence[LackingPart] = (),
    experiment: PlaceExperiment | None = None,
) -> Cause:
    sources = ProductSources(write({"scores.py": SCORES}), frozenset())
    found = [_place(line, score) for line, score in places]
    executed = {test: {"scores.py": seen} for test, seen in lines.items()}
    known = MeasuredFailures(sources, "a title", [failure], [PASSING], executed, found, lacking, experiment)
    return root_cause(known)


def _place(line: int, score: float = 1.0) -> Place:
    return Place(file="scores.py", line=line, function="best", code=SCORES.splitlines()[line - 1].strip(), score=score)


def test_the_statement_that_holds_the_wrong_value_comes_first(write: Write) -> None:
    failure = Failure(test=FAILING, error="assert 0 == -2\n +  where 0 = best([-2, -5])", error_type="AssertionError")
    run = {2, 3, 4, 5}
    found = cause(write, failure, [(3, 1.0), (2, 0.9), (4, 0.8)], {FAILING: run, PASSING: run})
    assert found.cause == "`best` gives 0 where -2 is expected. The fault is probably in `best = 0` (scores.py:2)."
    assert found.place is not None and (found.place.line, found.look_at[0]) == (2, found.place)
    assert [(one.given, one.expected) for one in found.values] == [("0", "-2")]
    assert found.evidence == ["1 of 1 failing test runs scores.py:2; so do 1 of 1 passing test."]


def test_lines_that_only_failing_tests_run_come_first(write: Write) -> None:
    failure = Failure(test=FAILING, error="assert 3 == 4", error_type="AssertionError")
    found = cause(write, failure, [(3, 1.0), (9, 0.5)], {FAILING: {3, 9}, PASSING: {3}})
    assert found.place is not None and found.place.line == 9
    assert found.evidence == [
        "1 of 1 failing test runs scores.py:9; no passing test does.",
        "Only the failing tests run scores.py:9.",
    ]


def test_an_error_of_the_program_is_said_with_its_line(write: Write) -> None:
    frames = [
        Frame(file="test_scores.py", line=3, function="test_below"),
        Frame(file="scores.py", line=9, function="mean"),
    ]
    failure = Failure(test=FAILING, error="division by zero", error_type="ZeroDivisionError", frames=frames)
    found = cause(write, failure, [(9, 1.0)], {FAILING: {9}})
    assert found.cause.startswith(
        "`mean` raises ZeroDivisionError (division by zero) in `return sum(scores) / len(scores)` (scores.py:9)."
    )


def test_a_likely_experiment_says_where_and_a_doubtful_one_is_weak_evidence(write: Write) -> None:
    failure = Failure(test=FAILING, error="assert 3 == 4", error_type="AssertionError")
    places, lines = [(2, 1.0), (4, 0.5)], {FAILING: {2, 4}, PASSING: {2, 4}}
    likely = PlaceExperiment(_place(4), "other argument", frozenset({FAILING}), True, 0.9)
    found = cause(write, failure, places, lines, experiment=likely)
    assert [one.line for one in found.look_at] == [4, 2]
    assert "very probably in `best = max(best, score)` (scores.py:4)" in found.cause
    assert found.evidence[0] == (
        "Experiment: with scores.py:4 changed alone (other argument), all of 1 failing test pass and none is lost."
    )
    doubtful = PlaceExperiment(_place(4), "other argument", frozenset({FAILING}), True, 0.3)
    found = cause(write, failure, places, lines, experiment=doubtful)
    assert [one.line for one in found.look_at] == [2, 4] and "it is weak evidence" in found.evidence[0]


def test_what_is_lacking_is_the_cause(write: Write) -> None:
    part = LackingPart("stub", "best", "scores.py", 1, (FAILING,), "`best` (scores.py:1) is a stub")
    failure = Failure(test=FAILING, error="assert None == 4", error_type="AssertionError")
    found = cause(write, failure, [(2, 1.0)], {FAILING: {2}}, [part])
    assert (found.cause, found.lacking) == ("`best` (scores.py:1) is a stub.", [part.words])
    assert found.place is not None and found.place.line == 1

"""Localisation, the order and the shares of the search, the ranking of what was found."""

import itertools
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence
from testfix_pipeline.repair.localise import FaultLocation, Symptoms, localise
from testfix_pipeline.repair.model.sources import Sources, is_test_side
from testfix_pipeline.repair.search.space import Space, single_edits

CODE = """\
LIMIT = 10


def good(a):
    return a + 1


def bad(a):
    b = a * 2
    return b > LIMIT


def other(a):
    return a - 1
"""
EXECUTED = {
    TestId("test_m.py::test_bad"): {"m.py": {9, 10}},
    TestId("test_m.py::test_good"): {"m.py": {5}},
    TestId("test_m.py::test_both"): {"m.py": {5, 9, 14}},
}
FAILURE = Failure(
    test="test_m.py::test_bad",
    error="assert 3 == 4",
    error_type="AssertionError",
    frames=[Frame(file="test_m.py", line=2, function="test_bad")],
    line=2,
)


@pytest.fixture
def root(write: Callable[[Mapping[str, str]], Path]) -> Path:
    return write({"m.py": CODE, "test_m.py": "def test_bad():\n    assert bad(3) == 'unusual'\n"})


def locations(root: Path) -> list[FaultLocation]:
    passing = [TestId("test_m.py::test_good"), TestId("test_m.py::test_both")]
    return localise(Sources(root), Symptoms([TestId("test_m.py::test_bad")], passing, EXECUTED, [FAILURE]))


def space(root: Path, **more: object) -> Space:
    return Space(Sources(root), locations(root), FailureEvidence(), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["tests/helpers.py", "conftest.py", "a/test_x.py", "a/x_test.py", "pkg/tests/x.py"])
def test_test_side_files_are_no_place_for_a_repair(path: str) -> None:
    assert is_test_side(path)
    assert not is_test_side("pkg/testimony.py")


def test_best_candidates_come_first(root: Path) -> None:
    scores = [candidate.score for candidate in single_edits(space(root), [])]
    assert scores == sorted(scores, reverse=True)
    first = [candidate.kind for candidate in itertools.islice(single_edits(space(root), []), 50)]
    assert "compare.operator" in first and len(set(first)) > 1


def test_only_allowed_lines_are_edited(root: Path) -> None:
    found = list(single_edits(space(root, allowed_lines={"m.py": {9}}), []))
    assert found and all(part.lines == {9} for candidate in found for part in candidate.parts)

"""Ids of parametrized cases: what they say, and that each process of a run gives the same ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.records import Frame
from testfix_pipeline_tests.case_ids import LONGEST, case_id


@dataclass(frozen=True)
class Case:
    name: str
    tests: frozenset[str] = frozenset()
    seconds: float = 1.0
    notes: list[str] = field(default_factory=list)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({"max_iterations": 0}, "{'max_iterations': 0}"),
        (["a", ("b", None, True)], "['a', ('b', None, True)]"),
        ({"c", "a", "b"}, "{'a', 'b', 'c'}"),
        (Case("one", frozenset({"t2", "t1"})), "Case(name='one', tests=frozenset({'t1', 't2'}))"),
        ([Case("all as ever")], "[Case(name='all as ever')]"),
        (Frame(file="a.py", line=3, function=""), "Frame(file='a.py', line=3, function='')"),
        ([Case, case_id], "[Case, case_id]"),
        (Path("a") / "b", "a/b"),
        ((b"raw",), "(b'raw',)"),
    ],
)
def test_a_value_is_said_with_what_is_not_as_by_default(value: Any, says: str) -> None:
    assert case_id(value) == says


@pytest.mark.parametrize("value", [object(), [object()], [lambda: 1]], ids=["object", "list", "function"])
def test_what_may_read_differently_in_another_process_is_numbered(value: object) -> None:
    assert case_id(value) is None


@pytest.mark.parametrize("value", ["line\n" * 30, ["word"] * 30, dict.fromkeys(range(5), "x" * 50)])
def test_long_values_are_cut_and_stay_on_one_line(value: object) -> None:
    said = case_id(value)
    assert said is not None and said.endswith("...") and len(said) == LONGEST and "\n" not in said

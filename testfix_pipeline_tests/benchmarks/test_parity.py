"""`make bench-parity`: what reports say, how they are compared, which faults are planted, what the summary counts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.parity.comparing import compared, refusal_verdict
from benchmarks.parity.native_reports import read_native

PASSED, FAILED = ("one", "passed"), ("one", "failed")


@pytest.mark.parametrize("framework", ["pytest", "jest", "mocha", "node:test", "go", "cargo", "unittest"])
def test_a_run_without_a_report_is_no_empty_suite(tmp_path: Path, framework: str) -> None:
    with pytest.raises(ValueError, match="report"):
        read_native(framework, tmp_path / "absent", "make: *** no rule", tmp_path)
    (tmp_path / "cut").write_text('{"testResults": [')
    with pytest.raises(ValueError, match=r"report|Expecting"):
        read_native(framework, tmp_path / "cut", "", tmp_path)


@pytest.mark.parametrize(
    ("native", "measured", "again", "verdict_", "detail"),
    [
        ([PASSED], [PASSED], None, "equal", ""),
        ([PASSED, PASSED], [PASSED], None, "wrong", "1 missing"),
        ([PASSED], [PASSED, ("two", "passed")], None, "wrong", "1 more"),
        ([PASSED], [FAILED], None, "wrong", "1 another outcome"),
        ([PASSED], [FAILED], [FAILED], "equal", ""),
        ([PASSED, ("id1", "passed")], [PASSED, ("id3", "passed")], [PASSED, ("id2", "passed")], "equal", ""),
        ([PASSED, ("id1", "passed")], [PASSED, ("id3", "failed")], [PASSED, ("id2", "passed")], "wrong", "1 more"),
        ([PASSED, ("two", "passed")], [FAILED], [FAILED, ("two", "passed")], "wrong", "1 missing"),
    ],
)
def test_a_row_is_equal_or_wrong(native, measured, again, verdict_, detail) -> None:
    found = compared(Counter(native), Counter(measured), Counter(again) if again else None)
    assert (found.verdict, found.detail) == (verdict_, detail)
    assert bool(found.flaky) is bool(again)


def test_a_refusal_counts_once_a_person_has_confirmed_this_cause() -> None:
    known = {"a/b": {"says": "needs a database", "cause": "it does"}}
    assert refusal_verdict("a/b", "It needs a database. | Start it.", known) == "refused"
    assert refusal_verdict("a/b", "No module named x | Install x.", known) == "unconfirmed"
    assert refusal_verdict("c/d", "It needs a database. | Start it.", known) == "unconfirmed"

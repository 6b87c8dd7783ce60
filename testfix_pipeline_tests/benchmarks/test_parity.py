"""`make bench-parity`: what reports say, how they are compared, which faults are planted, what the summary counts."""

from __future__ import annotations

import ast
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.parity.comparing import compared, refusal_verdict
from benchmarks.parity.faults import python_faults
from benchmarks.parity.native_reports import read_measured, read_native
from benchmarks.parity.repositories import Repository, listed
from benchmarks.parity.table import summary, table, verdict

PASSED, FAILED = ("one", "passed"), ("one", "failed")
JUNIT = """<testsuites><testsuite>
<testcase classname="tests.test_a.TestB" name="test_c[x-1]" file="tests/test_a.py"/>
<testcase classname="tests.test_a.TestB" name="test_d" file="tests/test_a.py"><failure/></testcase>
<testcase classname="tests.test_a.TestB" name="test_d" file="tests/test_a.py"><error/></testcase>
<testcase classname="tests.test_a" name="test_e" file="tests/test_a.py"><skipped/></testcase>
<testcase classname="tests.test_a" name="test_subtests" file="tests/test_a.py"><skipped/><skipped/></testcase>
<testcase classname="" name="tests.test_skips" time="0"><skipped/><skipped/></testcase>
</testsuite></testsuites>"""
JEST = json.dumps(
    {
        "testResults": [
            {
                "name": "ROOT/test/a.test.ts",
                "status": "failed",
                "assertionResults": [
                    {"ancestorTitles": ["group"], "title": "adds", "status": "passed"},
                    {"ancestorTitles": ["group"], "title": "waits", "status": "todo"},
                ],
            },
            {"name": "ROOT/test/broken.test.ts", "status": "failed", "assertionResults": []},
        ]
    }
)
MOCHA = json.dumps({"passes": [{"fullTitle": "g adds"}], "failures": [{"fullTitle": "g subtracts"}], "pending": []})
OLD_MOCHA = 'said by a test\n{\n  "stats": {},' + MOCHA[1:] + "\nmore\n"
NODE = """<testsuites><testsuite name="g"><testcase name="adds"/><testsuite name="h"><testcase name="b"><failure/>
</testcase></testsuite></testsuite></testsuites>"""
GO = "\n".join(
    json.dumps(event)
    for event in (
        {"Action": "run", "Test": "TestA"},
        {"Action": "pass", "Test": "TestA/sub_case"},
        {"Action": "fail", "Test": "TestA"},
        {"Action": "fail", "Package": "example.com/x"},
    )
)
CARGO = (
    "test tests::adds ... ok\ntest tests::stops - should panic ... FAILED\ntest src/lib.rs - f (line 3) ... ignored\n"
)
UNITTEST = """test_a (tests.test_m.Case.test_a) ... ok
test_b (tests.test_m.Case.test_b)
What b is for. ... FAIL
test_c (tests.test_m.Case.test_c) ... skipped 'no'
"""


@pytest.mark.parametrize(
    ("framework", "written", "printed", "measured"),
    [
        (
            "pytest",
            JUNIT,
            "",
            {
                "tests/test_a.py::TestB::test_c[x-1]": "passed",
                "tests/test_a.py::TestB::test_d": "error",
                "tests/test_a.py::test_e": "skipped",
                "tests/test_a.py::test_subtests": "passed",
            },
        ),
        (
            "vitest",
            JEST,
            "",
            {
                "test/a.test.ts::group::adds": "passed",
                "test/a.test.ts::group::waits": "skipped",
                "test/broken.test.ts": "error",
            },
        ),
        ("mocha", MOCHA, "", {"test/a.js::g::adds": "passed", "test/a.js::g::subtracts": "failed"}),
        ("mocha", "", OLD_MOCHA, {"test/a.js::g::adds": "passed", "test/a.js::g::subtracts": "failed"}),
        ("node:test", NODE, "", {"a.test.js::g::adds": "passed", "a.test.js::g::h::b": "failed"}),
        ("go", "", GO, {"x/x_test.go::TestA": "failed", "x/x_test.go::TestA::sub_case": "passed"}),
        (
            "cargo",
            "",
            CARGO,
            {"a::tests::adds": "passed", "a::tests::stops": "failed", "a::src/lib.rs - f (line 3)": "skipped"},
        ),
        (
            "unittest",
            "",
            UNITTEST,
            {
                "tests/test_m.py::Case::test_a": "passed",
                "tests/test_m.py::Case::test_b": "failed",
                "tests/test_m.py::Case::test_c": "skipped",
            },
        ),
    ],
)
def test_reports_and_measurements_spell_a_test_alike(
    tmp_path: Path, framework: str, written: str, printed: str, measured: dict[str, str]
) -> None:
    report = tmp_path / "report"
    if written:
        report.write_text(written.replace("ROOT", str(tmp_path)))
    native = read_native(framework, report, printed, tmp_path)
    assert compared(native, read_measured(framework, measured.items())).verdict == "equal"
    assert native.total() == len(measured)


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
def test_a_row_is_equal_or_wrong(
    native: list[Any], measured: list[Any], again: list[Any] | None, verdict_: str, detail: str
) -> None:
    found = compared(Counter(native), Counter(measured), Counter(again) if again else None)
    assert (found.verdict, found.detail) == (verdict_, detail)
    assert bool(found.flaky) is bool(again)


def test_a_refusal_counts_once_a_person_has_confirmed_this_cause() -> None:
    known = {"a/b": {"says": "needs a database", "cause": "it does"}}
    assert refusal_verdict("a/b", "It needs a database. | Start it.", known) == "refused"
    assert refusal_verdict("a/b", "No module named x | Install x.", known) == "unconfirmed"
    assert refusal_verdict("c/d", "It needs a database. | Start it.", known) == "unconfirmed"


SOURCE = '''"""Ä 1 < 2."""
LIMIT = 3

def choose(ä, b):
    if not b:
        return "ü" + str(ä - 1)
    return ä < b and b is not None or True
'''


def test_python_faults_are_of_six_kinds_and_each_changes_the_program() -> None:
    found = list(python_faults("a.py", SOURCE))
    assert {fault.kind for fault in found} >= {"comparison", "arithmetic", "and or", "constant", "condition", "truth"}
    for fault in found:
        planted = fault.planted(SOURCE)
        assert ast.dump(ast.parse(planted)) != ast.dump(ast.parse(SOURCE))
        assert planted.startswith('"""Ä 1 < 2."""\nLIMIT = 3\n')


def test_the_list_is_of_the_kinds_that_it_promises() -> None:
    found = listed()
    assert Counter(one.language for one in found) == {"python": 60, "javascript": 30, "go": 15, "rust": 15}
    assert sum(one.quick for one in found) == 12


def test_the_summary_counts_what_was_measured_and_names_the_rest() -> None:
    native = {"seconds": 10.0, "cpu": 5.0}
    fix = {"outcome": "success", "right": True, "seconds": 30.0, "cpu": 20.0, "suites": 3.0, "touched": []}
    equal = {"native": native, "measure": {"verdict": "equal", "seconds": 15.0, "cpu": 6.0, "tests": 4}, "fix": fix}
    paused = {**equal, "fix": {**fix, "outcome": "paused", "commit": "only"}}
    wrong = {
        "native": native,
        "measure": {"verdict": "wrong", "detail": "1 missing", "differences": {"missing": ["x (passed)"]}},
    }
    too_long = {"native": {"error": "too long: over 9 s"}}
    rows: list[dict[str, Any]] = [equal, paused, wrong, {"left_out": "no recipe"}, too_long, {}]
    assert [verdict(row) for row in rows] == ["equal", "equal", "wrong", "no environment", "too long", "not yet"]
    line = summary(rows)
    assert "2 of 3 equal or rightly refused" in line
    assert "1 no environment, 1 not yet, 1 too long" in line
    assert "beyond 1.3 times its own command 2.0 s" in line
    assert (
        "faults fixed 1 of 1 in the last commit (right 1), 0 of 1 in the only commit (right 0), median 30.0 s"
        " and 3.0 suite times (4.0 of the processor), checkouts touched 0" in line
    )
    one = Repository("a/b", "a" * 40, "python", "pytest")
    assert [text for text in table([(one, wrong)]) if "x (passed)" in text]

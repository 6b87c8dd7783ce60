"""`testfix ci` as a job calls it."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.cli.use_cases import ci_use_case
from testfix_pipeline.cli.views import ci_view
from testfix_pipeline.core.cycle_rules.confidence import READ_BELOW
from testfix_pipeline.core.cycle_rules.reported_failures import ReportedTests
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import Verification
from testfix_pipeline.frameworks.builtin.report import junit_failures
from testfix_pipeline.frameworks.builtin.report.junit_failures import reported_tests
from testfix_pipeline.steps.verification import repeated_measurement

RED = """<testsuite><testcase classname="test_calc" name="test_half"><failure message="no"/></testcase>
<testcase classname="test_calc" name="test_double"/></testsuite>"""


@pytest.fixture
def report(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = tmp_path / "report.xml"
        path.write_text(text)
        return path

    return write


def test_a_red_report_becomes_a_verified_patch_and_files(calc, testfix, report, tmp_path) -> None:
    out = tmp_path / "out"
    found = testfix("ci", "--project", calc.root, "--junit", report(RED), "--output", out, "--json")
    assert found.code == 0, found.err
    assert (found.found["outcome"], found.found["verdict"]) == ("fixed", "verified")
    assert found.found["fixed_tests"] == ["test_calc.py::test_half"]
    subprocess.run(["git", "-C", calc.root, "apply", "--check", out / "fix.patch"], check=True)
    assert {path.name for path in out.iterdir()} == {
        *("fix.patch", "junit.xml", "tampering.sarif", "summary.md", "codequality.json", "result.json", ".gitignore")
    }
    assert json.loads((out / "result.json").read_text())["confidence"] == found.found["confidence"] > 0


def test_a_verified_fix_that_is_one_of_several_is_no_failure_and_for_review_if_unsure(calc, testfix, tmp_path) -> None:
    weak = (calc.root / "test_calc.py").read_text().replace("    assert half(3) == 1.5\n", "")
    calc.commit("ask for less", **{"test_calc.py": weak})
    found = testfix("ci", "--project", calc.root, "--output", tmp_path / "out", "--json")
    is_unsure = found.found["confidence"] < READ_BELOW  # `n // 2` passes, too
    wanted = (0, "partial", True) if is_unsure else (0, "fixed", False)
    assert (found.code, found.found["outcome"], found.found["review"]) == wanted
    assert found.found["verdict"] == "verified" and found.found["confidence"] < 0.9


def test_a_report_that_can_not_be_believed_here_is_no_success(calc, testfix, report, tmp_path) -> None:
    calc.commit("fix", **{"calc.py": (calc.root / "calc.py").read_text().replace("n * 2", "n / 2")})
    asked = ("ci", "--project", calc.root, "--output", tmp_path / "out", "--json")
    found = testfix(*asked, "--junit", report(RED))
    assert (found.code, found.found["outcome"]) == (1, "failed") and "environments differ" in found.found["reason"]
    assert testfix(*asked).found["outcome"] == "green"


def test_a_fix_is_made_for_the_tests_of_the_report_alone(calc, testfix, report, tmp_path) -> None:
    broken = "\n\ndef first(items):\n    return items[1]\n"
    tests = "from calc import first\n\n\ndef test_first():\n    assert first([4, 5]) == 4\n"
    calc.commit("more", **{"calc.py": (calc.root / "calc.py").read_text() + broken, "test_first.py": tests})
    found = testfix("ci", "--project", calc.root, "--junit", report(RED), "--output", tmp_path / "out", "--json")
    assert (found.code, found.found["outcome"], found.found["fixed_tests"]) == (0, "fixed", ["test_calc.py::test_half"])
    assert found.found["reported_failures"] == ["test_calc::test_half"]
    assert found.found["remaining_failures"] == ["test_first.py::test_first"]
    assert "failing here besides: 1 other test." in found.found["reason"] and "items[1]" not in found.found["diff"]


def test_a_report_of_which_something_is_left_is_no_success(calc, testfix, report, tmp_path) -> None:
    more = '<testcase classname="e2e.test_web" name="test_login"><failure/></testcase></testsuite>'
    shard = tmp_path / "shard.xml"
    shard.write_text(RED)  # another job has the same failure
    reports = ("--junit", report(RED.replace("</testsuite>", more)), "--junit", shard)
    out = tmp_path / "out"
    found = testfix("ci", "--project", calc.root, *reports, "--output", out)
    ends = ["test_calc::test_half: fixed", "e2e.test_web::test_login: not among the tests measured here"]
    assert found.code == 1 and "partial: A fix is verified, and failures of the report are left." in found.out
    assert all(f"reported {end}" in found.out for end in ends)
    assert "### Failures of the report (2)\n\n- `test_calc::test_half`: fixed\n" in (out / "summary.md").read_text()
    assert len(json.loads((out / "result.json").read_text())["reported"]) == 2


def test_a_green_report_is_not_believed_unmeasured(calc, testfix, report, tmp_path) -> None:
    green = report(RED.replace('<failure message="no"/>', ""))
    found = testfix("ci", "--project", calc.root, "--junit", green, "--output", tmp_path / "out", "--json")
    assert (found.code, found.found["outcome"], found.found["fixed_tests"]) == (0, "fixed", ["test_calc.py::test_half"])


def test_a_fix_that_could_not_be_judged_is_called_that() -> None:
    found = {"outcome": "success", "reason": "All pass.", "confidence": 0.9, "diff": "--- a/x"}
    answered = ci_view.answer(found, None, unjudged="The budget is spent: 10 seconds of wall time.")
    assert (answered["outcome"], answered["proposed"]) == ("failed", False) and "could not be judged" in answered[
        "reason"
    ]


@pytest.mark.parametrize(
    ("confidence", "others", "expected"),
    [(0.7, [], ("fixed", False)), (0.5, [], ("partial", True)), (0.5, ["test_b.py::test_b"], ("partial", False))],
)
def test_a_verified_fix_of_low_confidence_is_partial_and_for_review(confidence, others, expected) -> None:
    before = {"test_a.py::test_a": "failed", **dict.fromkeys(others, "failed")}
    verification = Verification(
        base="HEAD", head="x", files=["a.py"], before=before,
        after={**before, "test_a.py::test_a": "passed"}, newly_passing=[TestId("test_a.py::test_a")],
    )  # fmt: skip
    found = {"outcome": "success", "reason": "All.", "confidence": confidence, "remaining_failures": others}
    answered = ci_view.answer(found, verification)
    assert (answered["outcome"], answered["review"], answered["proposed"]) == (*expected, confidence > READ_BELOW)
    assert answered["reason"].startswith("Read the change first: ") is answered["review"]


def test_names_that_mean_nothing_here_are_said_so() -> None:
    measured = ["test_a.py::test_a"]
    verification = Verification(base="HEAD", head="x", before=dict.fromkeys(measured, "failed"))
    found = {"outcome": "blocked", "reason": "", "remaining_failures": measured}
    said = [ci_view.answer(found, verification, ReportedTests([TestId(name)]), measured)["reasons"]
            for name in ("test_a::test_a", "other::test_b")]  # fmt: skip
    assert ["The report names no test that is here" in " ".join(reasons) for reasons in said] == [False, True]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<testsuite>", "can't be read"),
        ("<testsuite/>", "no tests"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><testsuite/>', "declares entities"),
        ("<x>" * 1000, "nested too deeply"),
    ],
)
def test_a_damaged_report_is_refused_with_a_sentence(report: Callable[[str], Path], text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        reported_tests([report(text)])


def test_a_huge_report_is_not_read(report: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(junit_failures, "MOST_BYTES", 10)
    with pytest.raises(UsageError, match="MiB"):
        reported_tests([report(RED)])


def test_names_of_tests_reach_neither_markdown_nor_workflow_commands() -> None:
    hostile = "t,a:b.py::test_\n::set-env name=A::b` @everyone <!-- testfix --> ``x"
    found = {"outcome": "blocked", "reason": "It fails.", "remaining_failures": [hostile] * 12}
    answered = ci_view.answer(found, None)
    lines = ci_view.workflow_commands(answered)
    assert len(lines) == 10 and not any("\n" in line for line in lines)
    assert lines[0].startswith("::error file=t%2Ca%3Ab.py,title=testfix::t,a:b.py::test_%0A::set-env")
    [first, *_] = [line for line in ci_view.markdown(answered).splitlines() if "@everyone" in line]
    assert first == "- ``` t,a:b.py::test_ ::set-env name=A::b` @everyone <!-- testfix --> ``x ```"


def test_why_tests_still_fail_is_said_on_request(calc: Any, testfix: Callable[..., Any], tmp_path: Path) -> None:
    calc.commit(
        "more", **{"test_voucher.py": "import calc\n\n\ndef test_it(): assert calc.refund_voucher(5) == 'V5'\n"}
    )
    out = tmp_path / "out"
    found = testfix("ci", "--project", calc.root, "--agents", "builtin", "--explain", "--output", out, "--json")
    assert found.code == 1 and "No small edit can repair this" in found.found["reason"]
    assert "`refund_voucher` of `calc`" in found.found["explanation"]["abstained"]
    summary = (out / "summary.md").read_text()
    assert "### Why they fail" in summary and "refund_voucher" in summary
    assert ci_view.check_result(json.loads((out / "result.json").read_text()))["explanation"]
    with pytest.raises(ValueError):
        ci_view.check_result({**json.loads((out / "result.json").read_text()), "explanation": {"causes": "x"}})


def test_a_changed_test_that_is_flaky_fails_the_job_and_no_other_is_run(repository, monkeypatch) -> None:
    monkeypatch.setattr(repeated_measurement, "BURN_IN_RUNS", 4)
    flaky = "def test_{}():\n    assert next(iter({{'ann', 'bob', 'cleo', 'dora'}})) == 'ann'\n\n\n"
    steady = "def test_all():\n    assert len({'ann', 'bob'}) == 2\n"
    repo = repository(files={"test_names.py": steady, "test_old.py": flaky.format("old")})
    repo.commit("a new test", **{"test_names.py": flaky.format("first") + steady})
    answer: dict[str, Any] = {"reasons": []}
    assert not ci_use_case.burn_in_is_steady(answer, {}, repo.root, "HEAD~1")
    [one] = answer["burn_in"]["failing"]
    assert [answer["burn_in"][name] for name in ("runs", "tests", "under_load")] == [4, 1, 2]
    assert one["test"] == "test_names.py::test_first" and 0 < one["failed"] < 4
    assert answer["reasons"][0].startswith("test_names.py::test_first is new or changed and flaky: it failed in")


def test_a_request_without_changed_tests_is_steady(calc, testfix, tmp_path) -> None:
    asked = ("ci", "--project", calc.root, "--output", tmp_path / "out", "--json")
    found = testfix(*asked, "--burn-in", "HEAD")
    assert (found.code, found.found["burn_in"]["runs"], found.found["burn_in"]["failing"]) == (0, 0, [])

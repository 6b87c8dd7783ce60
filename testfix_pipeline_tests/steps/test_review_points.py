"""What a reviewer should look at first, from the records that a session leaves."""

from typing import Any

from testfix_pipeline.cli.views.review_view import text
from testfix_pipeline.core.iteration_records import IterationRecord, IterationState
from testfix_pipeline.core.next_commands import next_command, offers
from testfix_pipeline.core.plan_records import GeneratedTest, Generation, TracedCriterion, TracedTest
from testfix_pipeline.core.records import Attempt, Failure, SessionRecord, SuiteResults
from testfix_pipeline.core.session_parts import Shortfall
from testfix_pipeline.core.task_records import AcceptanceResult, Task
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.execution.processes.containment_levels import FULL, SUBREAPER
from testfix_pipeline.steps.reports.review_points import (
    ReviewMaterial,
    acceptance,
    changed_files,
    fixes,
    look_first,
    traced,
)

SESSION = SessionId("WFS-test-a")

RECORD = SessionRecord(session_id="WFS-test-a")
DIFF = """\
diff --git a/pyproject.toml b/pyproject.toml
--- a/pyproject.toml
+++ b/pyproject.toml
diff --git a/shop/cart.py b/shop/cart.py
"""


def landed(**more: Any) -> Attempt:
    fields = {"iteration": 1, "task_id": "IMPL-fix-1", "strategy": "conservative", "result": "landed"}
    fields |= {"confidence": 0.5, "root_causes": ["the sign is wrong"], "newly_passing": ["t.py::a"]}
    return Attempt.model_validate({**fields, "tool": "builtin", "commit": "c" * 40, **more})


def test_a_clean_session_has_nothing_that_stands_out() -> None:
    assert look_first(ReviewMaterial(RECORD)) == []


def test_what_is_not_reached_comes_before_what_may_be_wrong() -> None:
    criteria = [
        TracedCriterion(id="AC-1", text="adds up", verdict="passed"),
        TracedCriterion(id="AC-2", text="refuses", verdict="not covered"),
    ]
    said = [
        AcceptanceResult(command="pytest -k a", passed=True, how="ended with 0"),
        AcceptanceResult(command="pytest -k b", passed=False, how="ended with 1"),
    ]
    task = Task(id="IMPL-001", acceptance_results=said)
    lead = Attempt(iteration=2, task_id="IMPL-fix-2", strategy="surgical", result="lead", reason="It breaks t.py::b.")
    seen = ReviewMaterial(RECORD, DIFF, attempts=[landed(), lead], tasks=[task], criteria=criteria)
    assert look_first(seen) == [
        "criterion AC-2 is not covered: refuses",
        "IMPL-001 is not met: `pytest -k b` ended with 1",
        "IMPL-fix-1 may be wrong (confidence 0.50): the sign is wrong",
        "IMPL-fix-2 is a lead that did not land: It breaks t.py::b.",
        "pyproject.toml is changed: it decides what is installed or built.",
    ]
    assert changed_files(DIFF) == ["pyproject.toml", "shop/cart.py"]
    assert [row["passed"] for row in acceptance([task])] == [True, False]
    noted = [Shortfall(kind="criterion", what="AC-2", why="nothing covers it")]
    record = RECORD.model_copy(update={"shortfalls": noted})
    assert look_first(ReviewMaterial(record, criteria=criteria)) == ["criterion AC-2: nothing covers it"]


def test_what_nobody_checked_is_said() -> None:
    kept = [
        GeneratedTest(name="test_x", file="test_a.py", target="a.py::x", kept=True),
        GeneratedTest(name="test_y", file="test_a.py", target="a.py::y", kept=False),
        GeneratedTest(
            name="test_z", file="test_a.py", target="a.py::z", kept=True, expected_failure=True, label="its docstring"
        ),
    ]
    iteration = IterationRecord(iteration=1, pass_rate=50, strategy="conservative", analysis_quality="degraded")
    iteration = iteration.model_copy(update={"withdrawn_tests": ["test_a.py::test_w"]})
    state = IterationState(session_id="WFS-test-a", iterations=[iteration])
    record = RECORD.model_copy(update={"recovered": ["x.json was damaged."]})
    assert look_first(ReviewMaterial(record, state=state, generation=Generation(tests=kept))) == [
        "test_a.py::test_z expects what the code does not do: its docstring",
        "1 generated test pins what the code does now, right or wrong: test_a.py",
        "Iteration 1 contradicts generated tests, which were taken out: test_a.py::test_w",
        "The analysis of iteration 1 is degraded: no wanted tool gave a usable answer.",
        "x.json was damaged.",
    ]


def test_many_failures_are_counted() -> None:
    failures = [Failure(test=f"t.py::{n}", error="boom\n + where", criticality="high") for n in range(12)]
    results = SuiteResults(total=12, passed=0, failed=12, skipped=0, errors=0, pass_rate=0.0, failures=failures)
    lines = look_first(ReviewMaterial(RECORD, results=results))
    assert lines[0] == "t.py::0 still fails (high, code defect): boom"
    assert len(lines) == 11 and lines[-1] == "2 more tests still fail."


def test_a_weaker_sandbox_is_said_and_the_full_one_is_not() -> None:
    results = SuiteResults(total=1, passed=1, failed=0, skipped=0, errors=0, pass_rate=100.0)
    full, weak = (results.model_copy(update={"containment": level}) for level in (FULL, SUBREAPER))
    assert look_first(ReviewMaterial(RECORD, results=full)) == []
    (line,) = look_first(ReviewMaterial(RECORD, results=weak))
    assert line.startswith("The tests ran without the full sandbox (subreaper): limits on time")


def test_a_criterion_is_traced_to_the_fix_that_made_its_test_pass() -> None:
    tests = [TracedTest(test="t.py::a", status="passed", how="names it")]
    row = TracedCriterion(id="AC-1", text="adds up", requirements=["R1"], tests=tests, verdict="passed")
    (found,) = traced(ReviewMaterial(RECORD, attempts=[landed()], criteria=[row]))
    assert found["tests"] == [{"test": "t.py::a", "status": "passed", "how": "names it", "fixed_by": "IMPL-fix-1"}]
    assert fixes([landed(), landed(rolled_back=True)])[0]["tests"] == ["t.py::a"]
    assert len(fixes([landed(), landed(rolled_back=True)])) == 1


def test_the_page_is_read_from_the_top() -> None:
    tests = [{"test": "t.py::a", "status": "passed", "how": "names it", "fixed_by": "IMPL-fix-1"}]
    found = {
        **{"session_id": "WFS-test-a", "project": "shop", "status": "completed", "outcome": "partial", "review": True},
        **{"reason": "One criterion is open.", "branch": "b", "pass_rate_before": 50.0, "pass_rate": 100.0, "total": 2},
        **{"look_first": ["criterion AC-2: nothing covers it"], "fixes": fixes([landed()]), "diff": DIFF},
        "criteria": [{"id": "AC-1", "text": "adds up", "verdict": "passed", "requirements": ["R1"], "tests": tests}],
        "acceptance": [{"task": "IMPL-001", "command": "pytest", "passed": None, "how": "not run"}],
    }
    lines = text(found).splitlines()
    assert lines[0] == "WFS-test-a: partial, marked for review, 50% → 100% of 2 tests, branch b"
    order = ["Look at first", "Fixes", "Criteria", "Acceptance", "Diff"]
    assert [line for line in lines if line in order] == order
    assert "  AC-1 passed: adds up [R1]" in lines
    assert "    passed: t.py::a (names it, fixed by IMPL-fix-1)" in lines
    assert lines[-3:] == [line for line in offers(SESSION, "shop") if "review" not in line]


def test_the_end_of_a_run_offers_review_apply_expand_and_status() -> None:
    commands = [line.split()[2] for line in offers(SESSION, "shop")]
    assert commands == ["review", "apply", "expand", "status"]
    found = {"session_id": "WFS-test-a", "project": "shop", "outcome": "success", "fixed_tests": ["t"]}
    assert offers(SESSION, "shop")[1].endswith(next_command(found)), "it is not offered twice"

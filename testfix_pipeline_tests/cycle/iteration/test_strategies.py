"""The four strategies as the cycle carries them out."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.steps.measurement.suite_measurement import ensure_coverage
from testfix_pipeline.steps.session import workbench
from testfix_pipeline_tests.cycle.projects import ADD, GOOD, analyses, broken, calc_files, fix

FOUR = calc_files("add", "half", "shout", "last")
NO_FIX = {"status": "blocked", "note": "no idea"}
Measured = Callable[..., Any]


def idle(*numbers: int) -> dict[str, Any]:
    """Fixes of the first iterations that change nothing."""
    return {f"IMPL-fix-{number}": NO_FIX for number in numbers}


def kept(session: Any) -> set[str]:
    """The tasks whose attempts are kept for audit."""
    place = f"refs/testfix/{session.ref.session_id}/"
    return {ref.removeprefix(place) for ref in session.repo.refs() if ref.startswith(place)} - {"snapshot"}


def on_disk(session: Any, task: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((session.folder / ".task" / f"{task}.json").read_text())
    return found


def test_conservative_aims_at_the_largest_cluster_with_one_task(measured: Measured) -> None:
    session = measured(calc_files("add", "shout"), analyses(2), {"IMPL-fix-1": fix(broken("shout")), "*": fix(GOOD)})
    assert (session.state.next_action, session.state.current_task) == ("retest", "IMPL-002")
    assert cycle.plan(session.ref, 1) == ["IMPL-fix-1"]
    assert (session.state.next_action, session.state.current_task) == ("execute_fix_task", "IMPL-fix-1")
    assert set(on_disk(session, "IMPL-fix-1")["context"]["failure_context"]["failed_tests"]) == ADD
    result = session.finish()
    assert (result["outcome"], result["iterations"]) == ("success", 2)
    assert session.subjects()[:2] == [
        "test-cycle: iteration 1 - conservative strategy (pass: 60% → 90%)",
        "test-cycle: iteration 2 - conservative strategy (pass: 90% → 100%)",
    ]


def test_aggressive_merges_a_fix_per_cluster_and_leaves_a_conflicting_one_out(measured: Measured) -> None:
    other_add = broken("add", "shout", "last").replace("return a - b", "return b + a")
    fixes = {
        **idle(1, 2),
        "IMPL-fix-3a": fix(broken("half", "shout", "last")),
        "IMPL-fix-3b": fix(other_add),  # repairs more, so it goes first; both rewrite the line of `add`
        "IMPL-fix-3c": fix(broken("add", "half", "last")),
        "*": NO_FIX,
    }
    session = measured(FOUR, analyses(3), fixes, after=2)
    tasks = cycle.plan(session.ref, 3)
    assert tasks is not None and tasks[:3] == ["IMPL-fix-3a", "IMPL-fix-3b", "IMPL-fix-3c"]
    clusters = [set(on_disk(session, task)["context"]["failure_context"]["failed_tests"]) for task in tasks]
    assert ADD in clusters and sum(map(len, clusters)) == len(set().union(*clusters)) == 9
    record = session.iteration(3)
    assert (record.strategy, record.result) == ("aggressive", "landed")
    assert {name: session.attempts[name].result for name in tasks[:3]} == {
        "IMPL-fix-3a": "left_out",
        "IMPL-fix-3b": "landed",
        "IMPL-fix-3c": "landed",
    }
    merged = session.source()
    assert "b + a" in merged and "n // 2" in merged and "upper" in merged and "[0]" in merged
    assert kept(session) == set(tasks[:3])
    assert session.subjects() == ["test-cycle: iteration 3 - aggressive strategy (pass: 10% → 90%)"]


SWITCH = "def {0}():\n    return 0\n\n\n\n\n"
SWITCHES = {
    "switch.py": "".join(SWITCH.format(name) for name in "abc"),
    "test_switch.py": "from switch import a, b, c\n\n\n"
    + "".join(f"def test_{name}():\n    assert {name}()\n\n\n" for name in "abc")
    + "def test_not_both():\n    assert not (a() and b())\n",
}


def switched(*names: str) -> dict[str, Any]:
    text = SWITCHES["switch.py"]
    for name in names:
        text = text.replace(f"def {name}():\n    return 0", f"def {name}():\n    return 1")
    return {"files": {"switch.py": text}, "confidence": 0.9}


def test_a_merge_that_breaks_something_falls_back_to_one_good_fix(measured: Measured) -> None:
    fixes = {**idle(1, 2), "IMPL-fix-3a": switched("a"), "IMPL-fix-3b": switched("b"), "IMPL-fix-3c": NO_FIX}
    session = measured(SWITCHES, analyses(3), fixes, after=2)
    session.iteration(3)
    assert [record.result for record in session.state.iterations] == ["no_gain", "no_gain", "landed"]
    results = {name: one.result for name, one in session.attempts.items() if name.startswith("IMPL-fix-3")}
    assert results == {"IMPL-fix-3a": "landed", "IMPL-fix-3b": "left_out", "IMPL-fix-3c": "nothing_found"}
    assert session.source("switch.py") == switched("a")["files"]["switch.py"]
    assert session.store.results().pass_rate == 50.0


LONG = GOOD.replace("    return a + b", "    total = a\n    total = total + b\n    return total")
INSERTED = broken("add").replace("    return a - b", "    b = -b\n    return a - b")
PARTIAL = broken("add").replace("return a - b", "return 3 if b == 2 else a - b")


@pytest.mark.parametrize(
    ("three", "best"),
    [
        ([fix(PARTIAL, 0.99), fix(GOOD, 0.5), fix(LONG, 0.8)], "c"),
        ([fix(LONG, 0.8), fix(GOOD, 0.8), NO_FIX], "b"),
        ([fix(INSERTED, 0.8), fix(GOOD, 0.8), NO_FIX], "b"),
    ],
    ids=["rate before confidence before size", "smaller change", "smaller change in a longer diff"],
)
def test_exploratory_takes_the_best_of_three_and_keeps_the_others(measured, three, best) -> None:
    fixes = {**idle(1, 2), **{f"IMPL-fix-3{letter}": one for letter, one in zip("abc", three, strict=True)}}
    session = measured(calc_files("add"), analyses(3), fixes, after=2)
    before = session.repo.refs()[f"refs/heads/{session.branch}"]
    record = session.iteration(3, at_once=True)
    assert (record.strategy, record.result) == ("exploratory", "landed")
    assert record.fix_tasks == ["IMPL-fix-3a", "IMPL-fix-3b", "IMPL-fix-3c"]
    parallel = on_disk(session, "IMPL-fix-3-parallel")
    assert parallel["meta"]["selection_criteria"] == "highest_pass_rate"
    assert parallel["meta"]["strategies"] == record.fix_tasks
    assert parallel["status"] == "completed"
    causes = [tuple(session.attempts[name].root_causes) for name in record.fix_tasks]
    assert causes == [("cause 3a",), ("cause 3b",), ("cause 3c",)]
    assert [name[-1] for name in record.fix_tasks if session.attempts[name].result == "landed"] == [best]
    changed = {name for name, one in zip(record.fix_tasks, three, strict=True) if "files" in one}
    assert kept(session) == changed
    for name in changed:
        ref = f"refs/testfix/{session.ref.session_id}/{name}"
        assert session.repo.git("rev-parse", f"{ref}^").strip() == before
        assert session.source(commit=ref) == fixes[name]["files"]["calc.py"]
    assert session.source() == fixes[f"IMPL-fix-3{best}"]["files"]["calc.py"]


def test_a_regression_is_reported_by_the_branch_undone_and_followed_by_surgery(measured: Measured) -> None:
    worse = broken("half", "shout")
    session = measured(calc_files("add"), analyses(2), {"IMPL-fix-1": fix(worse), "IMPL-fix-2": fix(GOOD)})
    record = session.iteration(1)
    assert (record.result, record.regression_detected) == ("regression", True)
    assert session.subjects() == [
        "test-cycle: iteration 1 - conservative strategy (pass: 70% → 50%)",
        "test-cycle: rollback iteration 1 - regression detected (pass: 50% < 70%)",
    ]
    assert session.source(commit=f"{session.branch}^") == worse
    assert session.source() == broken("add")
    assert session.repo.git("diff", "--stat", "main", session.branch, "--", ".", ":!.workflow") == ""
    one = session.attempts["IMPL-fix-1"]
    assert one.rolled_back and one.commit == session.repo.git("rev-parse", f"{session.branch}^").strip()
    assert session.store.results().pass_rate == 70.0
    task = on_disk(session, (cycle.plan(session.ref, 2) or [""])[0])
    assert task["meta"]["strategy"] == "surgical"
    assert "IMPL-fix-1" in task["context"]["failure_context"]["regression"]
    assert "test_shout" in task["context"]["failure_context"]["regression"]
    assert task["context"]["search"]["executed_lines_only"]
    result = session.finish()
    assert result["outcome"] == "success"
    assert [row.task_id for row in session.store.history().attempts] == ["IMPL-fix-1", "IMPL-fix-2"]


def test_attempts_at_once_may_record_the_coverage_they_both_need(measured: Measured) -> None:
    session = measured(calc_files("add"), {}, {})

    def record(_: int) -> set[str]:
        wb = workbench.load(session.ref.project, session.ref.session_id)
        ensure_coverage(wb, wb.mirror.tip)
        found = wb.coverage(wb.mirror.tip)
        assert found is not None
        return found.tests_on("calc.py", [2])

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(record, range(2))) == [ADD, ADD]
    assert not list(session.cache.rglob("coverage-*"))

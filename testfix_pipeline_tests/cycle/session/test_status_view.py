"""What `testfix status` sees of a session from outside while a run works on it."""

from typing import Any

from testfix_pipeline.cli.views import status_view
from testfix_pipeline.execution.affected_tests import test_selection
from testfix_pipeline.steps.measurement import baseline
from testfix_pipeline.steps.measurement.suite_measurement import ensure_coverage
from testfix_pipeline.steps.session import workbench
from testfix_pipeline.steps.session.progress_listeners import listening
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, calc_files, fix


def test_session_that_runs_can_be_looked_at(repository, scripted, run_cycle) -> None:
    """What another process sees of it at each step, and that following it ends with its run."""
    repo = repository(files=calc_files("add"))
    seen: list[Any] = []
    progress: list[str] = []

    def look(_items: Any, detail: str) -> None:
        progress.append(detail)
        seen.append({"running": status_view.running(repo.root)} | next(status_view.following(repo.root, "WFS-seen", 0)))

    with listening(look):
        run_cycle(repo, session_id="WFS-seen", agents=[scripted(analyses(10), {"*": fix(GOOD)})], budget_seconds=600)
    assert {"running the project's tests", "running failing tests again, round 1: 0 of 3"} <= set(progress)
    at_work = next(one for one in seen if one["iteration"] == 1)
    assert (at_work["running"], at_work["worked_on_by"]) == ("WFS-seen", "owner-1")
    assert (at_work["phase"], at_work["strategy"], at_work["max_iterations"]) == (
        "Phase 5: test and fix",
        "conservative",
        10,
    )
    assert at_work["budget"]["seconds"]["limit"] == 600
    text = status_view.text(at_work)
    assert "iteration 1 of at most 10, conservative" in text
    assert "at the latest about" in text
    assert "after at most 9 more iterations" in text
    (ended,) = status_view.following(repo.root, "WFS-seen", 0)
    assert (ended["status"], ended["worked_on_by"], ended["now"]) == ("completed", "", "")
    assert "pass rate 70% → 100% of 10" in status_view.text(ended)
    assert status_view.running(repo.root) == ""


def test_runs_that_judge_an_attempt_are_reported(measured, monkeypatch) -> None:
    """Those of the affected tests, which are known by their coverage, and of all; in a short suite of all at once."""
    monkeypatch.setattr(test_selection, "SHORT_SUITE_S", -1.0)
    monkeypatch.setattr(baseline, "can_run_in_parallel", lambda target: False)  # else the lines are known
    files = {**calc_files("add"), "notes.txt": "reported\n"}
    session = measured(files, analyses(1), {"IMPL-fix-1": fix(GOOD)})
    progress: list[str] = []
    with listening(lambda _items, detail: progress.append(detail)):
        wb = workbench.load(session.ref.project, session.ref.session_id)
        ensure_coverage(wb, wb.mirror.tip)
        session.iteration(1)
    runs = dict.fromkeys(detail.partition(":")[0] for detail in progress if detail.startswith("running"))
    assert list(runs) == [
        "running the project's tests once more, to see which lines each one runs",
        "running the project's tests that the change can affect",
        "running the project's tests",
    ]

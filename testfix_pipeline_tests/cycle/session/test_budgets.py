"""The budget of wall time bounds the whole session; what was found by then is kept, and a resume goes on."""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.errors import BudgetSpent
from testfix_pipeline.core.records import NEVER_ENDS, Outcome
from testfix_pipeline.execution import parallel_runs
from testfix_pipeline.steps.iteration import attempt, land_attempts
from testfix_pipeline.steps.measurement import confirmation
from testfix_pipeline.steps.measurement.suite_measurement import prove_flakes
from testfix_pipeline.steps.session import session_clock
from testfix_pipeline.steps.session.progress_list import progress_items
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, calc_files, fix

Measured = Callable[..., Any]
ADD = calc_files("add")
SLEEPS = """\
import time
from pathlib import Path


def test_a():
    time.sleep(0 if Path({awake!r}).exists() else 600)
"""


def spends(*_: Any, **__: Any) -> None:
    raise BudgetSpent("The budget is spent: 10 seconds of wall time.", "Resume.")


def test_a_baseline_that_outlasts_the_budget_pauses_the_session_and_a_resume_measures_it(
    repository: Callable[..., Any], run_cycle: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    repo, place = repository("project"), tmp_path / "outside"
    place.mkdir()
    repo.commit("first", **{"test_a.py": SLEEPS.format(awake=str(place / "awake"))})
    found = run_cycle(repo, budget_seconds=4, session_id="WFS-slow", sandbox={"write": [str(place)]})
    assert found["outcome"] == "paused" and "The budget is spent: 4 seconds of wall time" in found["reason"]
    assert "while running the project's tests" in found["reason"] and "pass_rate" not in found
    ref = cycle.SessionRef(str(repo.root), "WFS-slow", "owner-2")
    assert ref.store.session().status == "paused"
    assert {item.status for item in progress_items(ref.store)} <= {"pending", "completed"}
    (place / "awake").touch()
    cycle.measure(ref, {"budget_seconds": 600})
    assert cycle.finish(ref)["outcome"] == "success"


def test_a_patch_that_was_found_but_not_judged_is_kept_shown_and_judged_by_the_resume(measured, monkeypatch) -> None:
    session = measured(ADD, analyses(1), {"IMPL-fix-1": fix(GOOD)})
    with monkeypatch.context() as patched:
        patched.setattr(attempt, "judge_change", spends)
        found = session.finish()
    assert (found["outcome"], found["commits"]) == ("paused", [])
    assert "| 1 | conservative | 70% | not finished |" in (session.folder / ".process/failure-report.md").read_text()
    (one,) = found["unjudged"]
    assert one["task"] == "IMPL-fix-1" and "+    return a + b" in one["patch"]
    assert "Found, but not judged" in (session.folder / ".process/failure-report.md").read_text()

    again = session.taken_over("owner-2").measure(budget_seconds=600)
    with monkeypatch.context() as patched:
        patched.setattr(attempt, "fix_workers", None), "nobody is asked for it again"
        found = again.finish()
    assert (found["outcome"], found["unjudged"], found["fixed_tests"] != []) == ("success", [], True)


@pytest.mark.parametrize("moment", ["while it is searched", "while it is judged"])
def test_a_patch_that_ctrl_c_leaves_unjudged_is_kept_and_judged_by_the_resume(measured, monkeypatch, moment) -> None:
    def interrupts(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    def interrupted(*arguments: Any) -> Any:
        return replace(asked(*arguments), interrupted=True)

    asked, session = attempt._ask_worker, measured(ADD, analyses(1), {"IMPL-fix-1": fix(GOOD)})
    with monkeypatch.context() as patched:
        if moment == "while it is searched":
            patched.setattr(attempt, "_ask_worker", interrupted)
        else:
            patched.setattr(attempt, "judge_change", interrupts)
        with pytest.raises(KeyboardInterrupt):
            session.finish()
    again = session.taken_over("owner-2").measure()
    with monkeypatch.context() as patched:
        patched.setattr(attempt, "fix_workers", None), "nobody is asked for it again"
        assert again.finish()["outcome"] == "success"


@pytest.mark.parametrize(
    ("place", "name", "commits", "said"),
    [(land_attempts, "results_of", 0, "budget"), (confirmation, "run_tests", 1, "the confirming run is missing")],
)
def test_the_budget_may_end_anywhere_and_what_has_landed_stays(
    measured: Measured, monkeypatch: pytest.MonkeyPatch, place: Any, name: str, commits: int, said: str
) -> None:
    session = measured(ADD, analyses(1), {"IMPL-fix-1": fix(GOOD)})
    with monkeypatch.context() as patched:
        patched.setattr(parallel_runs, "can_run_in_parallel", lambda target: False)
        patched.setattr(place, name, spends)
        found = session.finish()
    assert (found["outcome"], len(found["commits"])) == ("paused", commits) and said in found["reason"]
    again = session.taken_over("owner-2").measure(budget_seconds=600).finish()
    assert (again["outcome"], again["pass_rate"]) == ("success", 100.0)


def test_no_search_starts_that_leaves_no_time_for_judging(measured: Measured) -> None:
    session = measured(ADD, {}, {}, agents=["builtin"])
    tasks = cycle.plan(session.ref, 1)
    wb = session.ref.open()
    with pytest.raises(BudgetSpent, match="judging a patch takes"):
        attempt._seconds_to_search(_with_seconds_left(wb, 1.5))
    assert tasks and attempt._seconds_to_search(wb) > 60.0
    assert attempt._seconds_to_search(_with_seconds_left(wb, 30.0)) < 29.0


def _with_seconds_left(wb: Any, seconds: float) -> Any:
    from dataclasses import replace

    from testfix_pipeline.execution.deadline import Deadline

    other = replace(wb)
    other.__dict__["target"] = replace(wb.target, deadline=Deadline(time.monotonic() + seconds))
    return other


def test_tests_that_hung_are_not_run_again_for_flakiness(measured: Measured) -> None:
    session = measured(ADD, {}, {}, agents=["builtin"])
    endless = Outcome(id="test_calc.py::test_half", status="failed", error_type=NEVER_ENDS)
    assert prove_flakes(session.ref.open(), session.folder, [endless.id], {endless.id: endless}) == {}


def test_what_comes_next_is_said_with_its_longest_time_until_it_begins(measured: Measured) -> None:
    session = measured(ADD, {}, {}, agents=["builtin"])

    def said() -> list[str]:
        return [item.title for item in progress_items(session.store) if item.title.startswith("next")]

    what = r"next, iteration 1: look for a patch for 3 failing tests, then run all tests \([\d.]+ s\); \d\d s at most"
    (only,) = said()
    assert re.fullmatch(what, only)
    assert cycle.plan(session.ref, 1)
    assert said() == []


# -- the clock ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def store(measured: Measured) -> SessionStore:
    found: SessionStore = measured(ADD, {}, {}, agents=["builtin"]).store
    return found


def test_the_clock_counts_from_the_command_and_stands_still_between_runs(store, monkeypatch) -> None:
    store.path(session_clock.FILE).unlink()
    now = [1000.0]
    monkeypatch.setattr(session_clock.time, "time", lambda: now[0])
    with session_clock.counting_from(990.0):
        session_clock.take_up(store, "first")
    now[0] = 1020.0
    session_clock.take_up(store, "first"), "the same run, in its next step"
    assert session_clock.touch(store).spent == 30.0
    now[0] = 9000.0
    session_clock.take_up(store, "second")
    now[0] = 9005.0
    found = session_clock.read(store)
    assert found is not None and (found.spent, found.now) == (30.0, 35.0)
    monkeypatch.setattr(session_clock.time, "monotonic", lambda: 0.0)
    for load, wind_down in ((0.0, session_clock.WIND_DOWN_S), (1e6, 25.0)):
        monkeypatch.setattr(session_clock.os, "getloadavg", lambda load=load: (load, load, load))
        assert session_clock.deadline_of(store, 100.0).at == 100.0 - 35.0 - wind_down


def test_the_clock_of_an_older_session_is_read_from_its_journal(store: SessionStore) -> None:
    store.path(session_clock.FILE).unlink()
    state = store.state()
    assert state is not None
    store.save_state(state.model_copy(update={"clock": {"spent": 12.0, "at": time.time() - 90}}))
    session_clock.take_up(store, "another")
    assert session_clock.touch(store).spent == pytest.approx(12.0, abs=5)

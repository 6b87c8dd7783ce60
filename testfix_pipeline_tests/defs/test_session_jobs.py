"""The jobs on a real instance, real projects and a scripted agent: what they come to and what Dagster shows of it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg

from testfix_pipeline import cycle
from testfix_pipeline.core import progress
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.defs.session.cycle_graph import settle
from testfix_pipeline.defs.session.resources import RunSettings, SessionValues
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.cycle.projects import ADD, GOOD, fix

SESSION = SessionId("WFS-one")

Launched = Callable[..., Any]
Calc = Callable[..., Any]
Script = Callable[..., str]


def begun(project: Any, agent: str, owner: str = "gone", session: str = "WFS-one") -> cycle.SessionRef:
    """A session that someone left in the middle of its first iteration."""
    ref = cycle.start({"project": str(project.root), "agents": [agent], "session_id": session}, owner)
    cycle.measure(ref)
    assert cycle.plan(ref, 1) == ["IMPL-fix-1"]
    return ref


def test_sessions_of_two_projects_show_their_own_results(calc, script, launched, monkeypatch) -> None:
    monkeypatch.setattr(progress, "SELDOM", 0.0)
    one, two = calc("add", name="one"), calc("shout", name="two")
    good = launched("fix", one, agents=[script({"*": fix(GOOD)}, "good")], session_id="WFS-same")
    bad = launched("fix", two, agents=[script({}, "bad")], session_id="WFS-same", max_iterations=1)
    assert good.end.success and bad.end.success, good.end.error + bad.end.error
    shows_how_it_went(good)
    says_how_far_tests_are(good)
    rates = {}
    for run in (good, bad):
        (result,) = run.materializations("session_result")
        rates[result.partition] = result.metadata["pass_rate"].value
    with instance() as opened:
        assert set(opened.get_dynamic_partitions("test_session")) == set(rates)
    assert {name.partition("-")[0]: rate for name, rate in rates.items()} == {"one": 100.0, "two": 90.0}
    # the same id in two projects: values lie under the session's key, each with its own
    kept = {path.parent.name: json.loads(path.read_text()) for path in values().glob("sessions/*/cycle.json")}
    assert {name: value["project"] for name, value in kept.items()} == {
        name: str(one.root if name.startswith("one") else two.root) for name in rates
    }


def shows_how_it_went(run: Any) -> None:
    """The table of failures, the strategy and why, the diff, the tags, and where the UI finds the job."""
    (passed_through,) = run.materializations("analysis_results")
    assert "nothing is planned" in passed_through.metadata["left_out"].value
    measured = run.metadata("cycle.measure_baseline")
    assert {record.data["test"] for record in measured["failures"].records} == ADD
    assert measured["pass_rate"] == 70.0
    planned = run.metadata("cycle.i01.plan", "planned")
    assert (planned["strategy"], planned["tool"]) == ("conservative", "good")
    assert "first two" in planned["why"]
    assert "+    return a + b" in run.metadata("cycle.i01.attempt[fix_1]")["diff"]
    assert "+    return a + b" in run.metadata("cycle.i01.settle")["diff"]
    wanted = {"session": "WFS-same", "project": "one", "strategy": "conservative", "outcome": "success"}
    assert {name: run.record.tags[f"testfix/{name}"] for name in wanted} == wanted
    origin = run.record.remote_job_origin  # by it the UI links a run of the command line, and runs it again
    assert origin is not None
    assert (origin.location_name, origin.job_name) == ("testfix_pipeline.definitions", "fix")


def says_how_far_tests_are(run: Any) -> None:
    with instance() as opened:
        said = {entry.user_message for entry in opened.all_logs(run.end.run_id)}
    assert {"running the project's tests", "running failing tests again, round 1: 0 of 3"} <= said


def values() -> Path:
    return home() / ".dagster" / "values"


def test_resume_ends_what_a_dead_run_began_and_repeats_nothing(calc: Calc, script: Script, launched: Launched) -> None:
    repo = calc("add")
    ref = begun(repo, script({"*": fix(GOOD)}))
    cycle.attempt(ref, "IMPL-fix-1")
    release(ref.owner)
    journal = SessionStore(repo.root, SESSION).path(".process/attempts/IMPL-fix-1.json")
    before = (journal.stat().st_mtime_ns, journal.read_bytes())
    run = launched("resume", repo, session_id="WFS-one")
    assert run.end.success, run.end.error
    assert (journal.stat().st_mtime_ns, journal.read_bytes()) == before
    assert repo.git("show", "testfix/WFS-one:calc.py") == GOOD
    assert run.record.tags["testfix/session"] == "WFS-one"
    assert SessionStore(repo.root, SESSION).session().status == "completed"


def test_second_run_on_a_session_is_refused_and_changes_nothing(calc: Calc, script: Script, launched: Launched) -> None:
    repo = calc("add")
    ref = begun(repo, script({"*": fix(GOOD)}), owner="run one")
    state = SessionStore(repo.root, SESSION).state()
    run = launched("resume", repo, session_id="WFS-one")
    assert not run.end.success
    assert "run one works on the session WFS-one" in run.end.error
    assert SessionStore(repo.root, SESSION).state() == state
    assert cycle.finish(ref)["outcome"] == "success"


def test_settle_runs_what_the_scheduler_dropped(calc: Calc, script: Script) -> None:
    repo = calc("add")
    ref = begun(repo, script({"*": fix(GOOD)}))
    release(ref.owner)

    @dg.op
    def planned() -> dict[str, Any]:
        return {"expected": ["IMPL-fix-1"]}

    @dg.op
    def no_attempts() -> list[dict[str, Any]]:
        return []

    settings = RunSettings.configure_at_launch()

    @dg.job(resource_defs={"settings": settings, "io_manager": SessionValues(settings=settings)})
    def after_a_kill() -> None:
        settle.configured({"iteration": 1}, name="settle_one")(planned(), no_attempts())

    launch = {"project": str(repo.root), "session_id": "WFS-one"}
    result = after_a_kill.execute_in_process(run_config={"resources": {"settings": {"config": launch}}})
    release(result.run_id)
    assert [one.result for one in SessionStore(repo.root, SESSION).history().attempts] == ["landed"]


def test_suite_that_cannot_be_measured_fails_with_our_sentence(calc: Calc, launched: Launched) -> None:
    repo = calc("add", **{"test_quits.py": "import os\n\n\ndef test_quits():\n    os._exit(0)\n"})
    run = launched("fix", repo, session_id="WFS-one")
    assert not run.end.success
    assert run.end.error.startswith("The tests can't be measured")
    (failure,) = [event.step_failure_data for event in run.events if event.is_step_failure]
    assert failure.user_failure_data.metadata["next_step"].value in run.end.error
    assert SessionStore(repo.root, SESSION).session().status == "failed"
    assert run.record.status == dg.DagsterRunStatus.FAILURE

"""The work of the `testfix` commands, without parsing and printing. Runs are Dagster jobs on the shared instance."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from testfix_pipeline import cycle
from testfix_pipeline.cli.announced_interrupts import announced_interrupts
from testfix_pipeline.cli.console import live_progress
from testfix_pipeline.core.cycle_rules.results import format_rate
from testfix_pipeline.core.errors import (
    BudgetSpent,
    InternalError,
    InvalidConfig,
    MeasurementError,
    PipelineError,
    UnknownSession,
    UsageError,
)
from testfix_pipeline.core.identifiers import check_session_id, project_option, resume_command
from testfix_pipeline.defs.runs import head_start
from testfix_pipeline.defs.runs.session_pointer import shared_place
from testfix_pipeline.planning.intake import read_input
from testfix_pipeline.planning.project.supported_framework import require_runnable_tests
from testfix_pipeline.registry.launch_project import bring_up_to_date
from testfix_pipeline.registry.registered_projects import Registry
from testfix_pipeline.steps.completion import stored_result
from testfix_pipeline.steps.iteration.session_agents import check_tools
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.steps.session.session_clock import counting_from
from testfix_pipeline.steps.session.session_folder import tidy
from testfix_pipeline.steps.session.sharing import bring_here, bring_home
from testfix_pipeline.steps.session.workbench import resolve_config
from testfix_pipeline.workspace.delivery import delivery
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions import branch_status
from testfix_pipeline.workspace.sessions.archive import archive_session
from testfix_pipeline.workspace.sessions.follow_up_issues import expand
from testfix_pipeline.workspace.sessions.session_lock import owner_of
from testfix_pipeline.workspace.sessions.session_lookup import PLANNED, STOPPED, find_session
from testfix_pipeline.workspace.sessions.store import RESULT, SessionStore

Found = dict[str, Any]
_NOT_OF_THE_CYCLE = ("sandbox_", "preset", "remote")


def fix(launch: Found, quiet: bool, began: float | None = None) -> Found:
    """Run the job `fix`; return the session's result. Refusals come before a run exists.

    began: the start of the command in seconds since the epoch (None: now), from which the session's time counts.
    """
    began = began or time.time()
    _check(launch)
    if launch.get("remote"):
        with counting_from(began):
            return _result(*_run_new("fix", launch, quiet))
    run_id = str(uuid4())
    with live_progress(quiet) as say, counting_from(began), ExitStack() as once_open:
        with head_start.importing_definitions():
            ref = head_start.open_session(launch, run_id)
            once_open.enter_context(announced_interrupts(say))  # before, there is no session to pause
            try:
                head_start.measure(ref)
            except KeyboardInterrupt:
                return cycle.pause(ref)
            except BudgetSpent:
                return stored_result(ref.store)
        try:
            end, where = _run_job("fix", launch, run_id)
        except KeyboardInterrupt:  # before the first step; later ones become failed steps
            return cycle.pause(ref)
        except PipelineError as error:  # no run exists to close the session
            cycle.fail(ref, error)
            raise
    return _result(end, where)


def run(launch: Found, quiet: bool, began: float | None = None) -> Found:
    """Run the job `test_fix` on an input, phases 1 to 5; return the session's result. began: as for `fix`."""
    with counting_from(began or time.time()):
        return _result(*_run_new("test_fix", _with_input(launch), quiet))


def plan(launch: Found, quiet: bool) -> Found:
    """Run the job `plan`, phases 1 to 4; return the session and the paths to review."""
    from testfix_pipeline.steps.planning.planning_phases import plan_summary  # takes a while to load

    end, where = _run_new("plan", _with_input(launch), quiet, texts=False)  # the summary is the result
    if not end.success:
        raise _failure(end, where)
    wb = cycle.SessionRef(where["project"], where["session_id"], end.run_id).open()
    summary = plan_summary(wb)
    wb.mirror.close()
    release(end.run_id)
    return {**where, "outcome": "success", "summary": summary, "tasks": sorted(task.id for task in wb.store.tasks())}


def _check(launch: Found) -> Project:
    project, config = resolve_config({k: v for k, v in launch.items() if not k.startswith(_NOT_OF_THE_CYCLE)})
    check_tools(config.agents)
    require_runnable_tests(project.root, config.test_command, config.results)
    return project


def _with_input(launch: Found) -> Found:
    """Return the launch with its input checked; a requirements file by its absolute path."""
    intake = read_input(_check(launch), launch["input"])
    return {**launch, "input": str(intake.source.get("path") or launch["input"])}


def _run_new(job: str, launch: Found, quiet: bool, texts: bool = True) -> tuple[Any, Found]:
    """Run a job that opens a session, with progress; return its end and the session."""
    with live_progress(quiet, texts) as say, announced_interrupts(say):
        return _run_job(job, launch)


def _run_job(job: str, launch: Found, run_id: str | None = None) -> tuple[Any, Found]:
    """Run a job; return its end and the session that it opened. Raises PipelineError if it opened none."""
    from testfix_pipeline.defs.runs.job_runner import run_job

    end = run_job(job, launch, run_id=run_id)
    if end.session is None:
        raise _bug(end, end.next_step) if end.report else PipelineError(_what(end), end.next_step, end.detail)
    return end, end.session


def go_on(
    job: str, project_path: Path, session: str, yes: bool, changes: Found, quiet: bool, began: float | None = None
) -> Found:
    """Run `execute` or `resume` on the selected session; return its result. began: as for `fix`.

    If there is none, interrupted archiving is completed: completed sessions can't be resumed.
    """
    began = began or time.time()
    from testfix_pipeline.defs.runs.job_runner import run_job

    project = Project.open(project_path)
    statuses = PLANNED if job == "execute" else STOPPED
    try:
        session_id = find_session(project.root, session or None, statuses, yes)
    except UnknownSession:
        tidy(project)
        raise
    given = {key: value for key, value in changes.items() if value}
    check_tools(given.get("agents", []))
    launch = {"project": str(project.root), "session_id": session_id, **given}
    with live_progress(quiet) as say, announced_interrupts(say), counting_from(began):
        end = run_job(job, launch)
    return _result(end, launch)


def bring(project_path: Path, remote: str, session: str) -> None:
    """Fetch a session of a git remote into a clone of its project, so that it can be continued there."""
    if not session:
        raise UsageError(
            "A remote has the sessions of many.", f"Name one with --session; `testfix status --remote {remote}` lists."
        )
    bring_here(remote, check_session_id(session), project_path, f"process-{os.getpid()}")


def _result(end: Any, where: Found) -> Found:
    """Return the result of the session's run. Later failures (such as of the history) are only warnings."""
    if end.stopped or end.spent:
        with _session(end, where) as ref:
            return cycle.pause(ref, end.error) if end.spent else cycle.pause(ref)
    store = SessionStore(Path(where["project"]), where["session_id"])
    closed = store.session().status not in ("planning", "active", "failed")
    if not end.success and not (closed and store.path(RESULT).exists()):
        raise _failure(end, where)
    found = {**stored_result(store), "project": where["project"]}  # a shared session's path may be of another machine
    return found if end.success else {**found, "warning": end.error}


@contextmanager
def _session(end: Any, where: Found) -> Iterator[cycle.SessionRef]:
    """Yield the session of an ended run, to close it: a shared one in its remote, from which it is then fetched."""
    found = end.session or where
    if "remote" not in found:
        yield cycle.SessionRef(where["project"], where["session_id"], end.run_id)
        return
    place = shared_place(found)
    yield cycle.SessionRef.of_shared(place, end.run_id)
    bring_home(place, Path(place.origin), end.run_id)


def _failure(end: Any, where: Found) -> PipelineError:
    """Return why a run left no result. A session that a bug stopped is set to failed, so that it can be resumed."""
    step = end.next_step or f"Run `{resume_command(where['session_id'], where['project'])}`."
    if end.spent:
        return BudgetSpent(_what(end), step, end.detail)
    if not end.report:
        return MeasurementError(_what(end), step, end.detail)
    bug = _bug(end, step)
    with _session(end, where) as ref:
        cycle.fail(ref, bug)
    return bug


def _bug(end: Any, next_step: str) -> InternalError:
    return InternalError(_what(end), next_step, end.report)


def _what(end: Any) -> str:
    """Return what happened, without the next step, which the error of a run ends with."""
    return str(end.error.removesuffix(end.next_step).strip())


def diff_of(found: Found) -> str:
    """Return the source difference of a session's result, as a patch."""
    return str(found.get("diff", ""))


def log_of(project_path: Path, found: Found) -> list[tuple[str, str]]:
    """Return commit and subject of the commits on a session's branch, oldest first."""
    git = Project.open(project_path).git
    rows = git.names("log", "-z", "--reverse", "--format=%H %s", f"{found['base_commit']}..{found['head_commit']}")
    return [(row[:40], row[41:]) for row in rows]


def apply_session(project_path: Path, session: str, *, yes: bool, per_fix: bool) -> Found:
    """Deliver a session's fixes to the user's branch."""
    project = Project.open(project_path)
    session_id = find_session(project.root, session or None, ("completed", "blocked", "paused"), yes)
    store = SessionStore(project.root, session_id)
    owner = owner_of(store)
    if owner is not None:
        raise UsageError(f"Session {session_id} is being worked on by {owner}.", "Apply it when the run has ended.")
    record = store.session()
    if not record.baseline_commit:
        raise UsageError(f"Session {session_id} never measured anything.", "Run `testfix resume` first.")
    tip = project.git.resolve(f"refs/heads/{record.branch}")
    if tip is None:
        raise UsageError(f"The session's branch {record.branch} is gone.", "Start a new session.")
    results = store.results()
    rate = format_rate(results.pass_rate) if results else "?"
    done = delivery.apply(
        project,
        record.baseline_commit,
        tip,
        message=f"Fix failing tests ({rate}% pass)\n\nTest-Session: {session_id}",
        per_fix=per_fix,
        patch_path=store.path("fix.patch"),
    )
    if done.applied:
        branch_status.note(store, "applied", applied_commits=done.commits)
    message = f"applied as {', '.join(commit[:12] for commit in done.commits)}" if done.applied else done.reason
    return {
        "session_id": session_id,
        "applied": done.applied,
        "commits": done.commits,
        "patch": str(done.patch or ""),
        "message": message,
    }


def expand_session(project_path: Path, session: str, dimensions: list[str], *, yes: bool) -> list[str]:
    """Write follow-ups of a finished session; return the ids of the issues."""
    project = Project.open(project_path)
    session_id = find_session(project.root, session or None, ("completed", "blocked", "paused"), yes)
    return expand(project.root, session_id, dimensions)


def archive(project_path: Path, session: str, *, yes: bool) -> str:
    """Archive a completed session; return its new folder."""
    project = Project.open(project_path)
    return str(archive_session(project.root, find_session(project.root, session or None, ("completed",), yes)))


def project_path(given: Path) -> str:
    """Return the name of a project in the registry unless such a folder exists; else the absolute path."""
    if not given.exists() and given.name == str(given):
        entry = Registry.load().named(given.name)
        if entry is not None:
            bring_up_to_date(entry)
            return entry.name
    return str(given.expanduser().absolute())


def project_and_input(project: Path, text: str) -> dict[str, str]:
    """Return the project and the input of a launch. Raises InvalidConfig if the input is a project's folder."""
    if os.path.isdir(text) and not text.startswith("WFS-"):  # noqa: PTH112  a Path raises for a long sentence
        raise InvalidConfig(
            f"{text} is a folder, and the input is a sentence, a session or a file of requirements.",
            f"For that project: `{project_option(text)}`, with nothing or a sentence as the input.",
        )
    return {"project": project_path(project), "input": text}

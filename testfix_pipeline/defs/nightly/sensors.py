"""The sensors between nights: new or continued sessions, merged or deleted branches, runs that died."""

import contextlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import dagster as dg

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.session_updates import follow, publish
from testfix_pipeline.analytics.nightly.nights import Night, by_project, note, read_nights
from testfix_pipeline.core.configuration.launch_groups import grouped
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.defs.nightly.schedules import POOL, request
from testfix_pipeline.defs.nightly.sweep import Sweep
from testfix_pipeline.defs.runs.freshness import has_projects
from testfix_pipeline.registry.registered_projects import Entry, Registry
from testfix_pipeline.workspace.delivery.handover import Mode
from testfix_pipeline.workspace.delivery.remote_branch_status import look_at_remote
from testfix_pipeline.workspace.git.repository import Project, session_key
from testfix_pipeline.workspace.sessions.session_lock import owner_of
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore

# A session that was changed more recently may be between two runs.
QUIET = timedelta(minutes=10)
RESUMED = "testfix/resumed"
_SESSION = "session "
# The prefix by which projects that only the history has sort after those of the registry.
_OTHER = "~ "
# The number of projects that are followed with one read of the history's sessions.
AT_ONCE = 25

# A session whose run dies more often needs a person.
MOST_RESUMES = 3
# Sessions that finished earlier do not get a run.
RECENT = timedelta(days=3)


def switched_on() -> dg.DefaultSensorStatus:
    """Return RUNNING if a project is registered."""
    return dg.DefaultSensorStatus.RUNNING if has_projects() else dg.DefaultSensorStatus.STOPPED


def follow_some(history: History, entries: Sequence[Entry], others: Sequence[Path] = ()) -> tuple[list[str], list[str]]:
    """Update the history of some projects; return the keys of appended sessions, and sentences on the work done.

    Asks remotes for pushed branches, and publishes fixes as the entries say.
    """
    there = [entry for entry in entries if entry.folder().is_dir()]
    said = []
    for entry in there:
        if entry.publish == "push":
            with contextlib.suppress(PipelineError):  # the next tick asks again
                said += look_at_remote(Project.open(entry.folder()))
    appended = follow(history, [*(entry.folder() for entry in there), *others])
    for entry in there:
        if entry.publish != "none":
            with contextlib.suppress(PipelineError):  # no longer a project; its night reports that
                said += publish(entry.folder(), cast(Mode, entry.publish))
    return appended, said


@dg.sensor(
    name="history_follows",
    minimum_interval_seconds=60,
    default_status=switched_on(),
    description="Puts new and changed sessions of known projects into the history; publishes fixes as the registry "
    "says, and notes which branches were merged, or deleted unmerged, here or at the remote. Each project every ten "
    "minutes, as many a tick as its time allows.",
)
def history_follows(context: dg.SensorEvaluationContext) -> Iterator[dg.SkipReason]:
    history, sweep = History(), Sweep(context.cursor, every_s=600)
    appended: list[str] = []
    try:
        known = {entry.name: entry for entry in Registry.load().entries}
        if sweep.is_due:
            folders = {entry.folder() for entry in known.values()}
            others = {f"{_OTHER}{path}": path for path in history.projects() if path not in folders and path.is_dir()}
            for names in sweep.take([*known, *others], at_once=AT_ONCE):
                entries = [known[name] for name in names if name in known]
                more, said = follow_some(history, entries, [others[name] for name in names if name in others])
                appended += more
                for sentence in said:
                    context.log.info(sentence)
    except PipelineError as error:
        yield dg.SkipReason(str(error))
        return
    context.update_cursor(sweep.cursor)
    for key in appended:
        context.log.info(f"appended {key}")
    for problem in history.notes:
        context.log.warning(problem)
    yield dg.SkipReason(
        f"{counted(len(appended), 'session')} appended: `new_sessions` has the tables made."
        if appended
        else "No session is new, went on, or had its branch merged or deleted."
    )


@dg.sensor(
    name="resume_interrupted",
    job_name="resume",
    minimum_interval_seconds=60,
    default_status=switched_on(),
    description="Goes on with sessions of registered projects whose run died: active, and nobody works on them. Three "
    "times at most for each. Each project every five minutes, as many a tick as its time allows.",
)
def resume_interrupted(context: dg.SensorEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    sweep = Sweep(context.cursor, every_s=300)
    found: list[tuple[Entry, Path, SessionRecord]] = []
    try:
        known = {entry.name: entry for entry in Registry.load().entries}
        for (name,) in sweep.take(list(known)):
            root = known[name].folder()
            mine = [record for record in list_sessions(root) if interrupted(root, record)] if root.is_dir() else []
            found += [(known[name], root, record) for record in mine]
    except PipelineError as error:
        yield dg.SkipReason(str(error))
        return
    context.update_cursor(sweep.cursor)
    reasons = []
    for entry, root, record in found:
        tags = {RESUMED: session_key(root, record.session_id)}
        if context.instance.get_runs_count(dg.RunsFilter(tags=tags)) >= MOST_RESUMES:
            reasons.append(f"{record.session_id} was resumed {MOST_RESUMES} times already: it needs a person.")
            continue
        shown = {"testfix/session": record.session_id, "testfix/project": root.name, POOL: entry.slots}
        yield dg.RunRequest(
            run_key=f"{root}:{record.session_id}:{record.updated_at}",
            run_config=grouped({"project": str(root), "session_id": record.session_id, "executor": entry.executor}),
            tags={**shown, **tags},
        )
    if len(reasons) == len(found):
        yield dg.SkipReason(" ".join(reasons) or "No session of a registered project was interrupted.")


def interrupted(root: Path, record: SessionRecord) -> bool:
    """Whether a session is active, unchanged for ten minutes, and has no live owner."""
    if record.workflow_type != "test_session" or record.status != "active":
        return False
    try:
        quiet = datetime.now(UTC) - datetime.fromisoformat(record.updated_at) > QUIET
    except (ValueError, TypeError):
        return False
    return quiet and owner_of(SessionStore(root, record.session_id)) is None


@dg.sensor(
    name="session_finished",
    job_name="test_fix",
    minimum_interval_seconds=60,
    default_status=switched_on(),
    description="Starts the whole pipeline on a finished session (WFS-...) of a project that says `on_session: true`, "
    "once for each, and one at a time for a project.",
)
def session_finished(context: dg.SensorEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    sweep = Sweep(context.cursor, every_s=120)
    asked: list[tuple[Entry, SessionRecord]] = []
    try:
        wanted = {entry.name: entry for entry in Registry.load().entries if entry.on_session}
        nights = by_project(read_nights()) if wanted else {}
        for (name,) in sweep.take(list(wanted)):
            entry = wanted[name]
            record = _session_to_test(entry, nights.get(name, ())) if entry.folder().is_dir() else None
            asked += [(entry, record)] if record is not None else []
    except PipelineError as error:
        yield dg.SkipReason(str(error))
        return
    context.update_cursor(sweep.cursor)
    for entry, record in asked:
        at = f"{_SESSION}{record.session_id}"
        run = request(replace(entry, input=record.session_id), at, f"{entry.name}:{record.session_id}")
        note(entry.name, at, verdict="running", started=True, reason=f"The session {record.session_id} is finished.")
        yield run
    if not asked:
        yield dg.SkipReason("No session of a project with `on_session` is finished and untested.")


def _session_to_test(entry: Entry, nights: Sequence[Night]) -> SessionRecord | None:
    """Return the session for an entry's next run; each is used once, whatever its run's result."""
    return next_finished(entry.folder(), {one.night.removeprefix(_SESSION) for one in nights})


def next_finished(root: Path, asked: Collection[str] = ()) -> SessionRecord | None:
    """Return the oldest recently finished session without a test session, except those `asked` for already.

    Returns None while a test session is open.
    """
    records = list_sessions(root)
    tests = [record for record in records if record.workflow_type == "test_session"]
    if any(record.status in ("planning", "active") for record in tests):
        return None
    tested = {*(record.source_session_id for record in tests), *asked}
    others = [record for record in records if record.workflow_type != "test_session"]
    fitting = [one for one in others if one.session_id not in tested and _is_testable(root, one)]
    return fitting[-1] if fitting else None


def _is_testable(root: Path, record: SessionRecord) -> bool:
    """Whether a session was completed recently with at least one completed task, as `testfix run WFS-...` needs."""
    from testfix_pipeline.planning.intake import read_input

    file = SessionStore(root, record.session_id).folder / "workflow-session.json"
    if record.status != "completed" or not file.exists():
        return False
    if datetime.now(UTC) - datetime.fromtimestamp(file.stat().st_mtime, UTC) > RECENT:
        return False
    try:
        read_input(Project.open(root), record.session_id)
    except PipelineError:
        return False
    return True

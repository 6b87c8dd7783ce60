"""What happens between the nights: sessions that appear or go on, branches merged or deleted, runs that died."""

import contextlib
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import dagster as dg

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.session_updates import follow, publish
from testfix_pipeline.analytics.nightly.nights import note, of_project, read_nights
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.defs.nightly.schedules import request
from testfix_pipeline.planning.intake import read_input
from testfix_pipeline.registry.registered_projects import Entry, Registry
from testfix_pipeline.workspace.delivery.handover import Mode
from testfix_pipeline.workspace.delivery.remote_branch_status import look_at_remote
from testfix_pipeline.workspace.git.repository import Project, session_key
from testfix_pipeline.workspace.sessions.session_lock import owner_of
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore

# A session that was written to a moment ago may be between two runs.
QUIET = timedelta(minutes=10)
RESUMED = "testfix/resumed"
_SESSION = "session "


# A session whose run dies again and again needs a person.
MOST_RESUMES = 3
# What was finished longer ago was somebody's who did not ask for a run.
RECENT = timedelta(days=3)


def switched_on() -> dg.DefaultSensorStatus:
    """On for those who have registered a project."""
    with contextlib.suppress(PipelineError):
        if Registry.load().entries:
            return dg.DefaultSensorStatus.RUNNING
    return dg.DefaultSensorStatus.STOPPED


def registered() -> list[Path]:
    """The folders of the registered projects that are there."""
    return [entry.folder() for entry in Registry.load().entries if entry.folder().is_dir()]


def settled() -> list[str]:
    """What became at their remotes of branches that were pushed, a sentence each."""
    said = []
    for entry in Registry.load().entries:
        if entry.publish == "push" and entry.folder().is_dir():
            with contextlib.suppress(PipelineError):  # asked again next time
                said += look_at_remote(Project.open(entry.folder()))
    return said


def published() -> list[str]:
    """What was handed on of the registered projects that say so, a sentence each."""
    entries = [entry for entry in Registry.load().entries if entry.publish != "none" and entry.folder().is_dir()]
    said = []
    for entry in entries:
        with contextlib.suppress(PipelineError):  # a folder that is no project any more; its night says so
            said += publish(entry.folder(), cast(Mode, entry.publish))
    return said


@dg.sensor(
    name="history_follows",
    job_name="history",
    minimum_interval_seconds=600,
    default_status=switched_on(),
    description="Puts new and changed sessions of known projects into the history; publishes fixes as the registry "
    "says, and notes which branches were merged, or deleted unmerged, here or at the remote.",
)
def history_follows(context: dg.SensorEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    history = History()
    try:
        looked = settled()
        appended = follow(history, [*registered(), *(path for path in history.projects() if path.is_dir())])
    except PipelineError as error:
        yield dg.SkipReason(str(error))
        return
    for key in appended:
        context.log.info(f"appended {key}")
    for sentence in [*looked, *published()]:
        context.log.info(sentence)
    for problem in history.notes:
        context.log.warning(problem)
    if appended:
        yield dg.RunRequest(run_key=history.version())
    else:
        yield dg.SkipReason("No session is new, went on, or had its branch merged or deleted.")


@dg.sensor(
    name="resume_interrupted",
    job_name="resume",
    minimum_interval_seconds=300,
    default_status=switched_on(),
    description="Goes on with sessions of registered projects whose run died: active, and nobody works on them. Three "
    "times at most for each.",
)
def resume_interrupted(context: dg.SensorEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    try:
        found = [(root, record) for root in registered() for record in list_sessions(root) if interrupted(root, record)]
    except PipelineError as error:
        yield dg.SkipReason(str(error))
        return
    reasons = []
    for root, record in found:
        tags = {RESUMED: session_key(root, record.session_id)}
        if context.instance.get_runs_count(dg.RunsFilter(tags=tags)) >= MOST_RESUMES:
            reasons.append(f"{record.session_id} was resumed {MOST_RESUMES} times already: it needs a person.")
            continue
        yield dg.RunRequest(
            run_key=f"{root}:{record.session_id}:{record.updated_at}",
            run_config={"project": str(root), "input": {"session_id": record.session_id}},
            tags={"testfix/session": record.session_id, "testfix/project": root.name, **tags},
        )
    if len(reasons) == len(found):
        yield dg.SkipReason(" ".join(reasons) or "No session of a registered project was interrupted.")


def interrupted(root: Path, record: SessionRecord) -> bool:
    """Whether a session is active, quiet for ten minutes, and nobody's."""
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
    minimum_interval_seconds=120,
    default_status=switched_on(),
    description="Starts the whole pipeline on a finished session (WFS-...) of a project that says `on_session: true`, "
    "once for each, and one at a time for a project.",
)
def session_finished(context: dg.SensorEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    try:
        entries = [entry for entry in Registry.load().entries if entry.on_session and entry.folder().is_dir()]
    except PipelineError as error:
        yield dg.SkipReason(str(error))
        return
    asked = [(entry, record) for entry in entries if (record := _untested(entry)) is not None]
    for entry, record in asked:
        at = f"{_SESSION}{record.session_id}"
        wanted = request(replace(entry, input=record.session_id), at, f"{entry.name}:{record.session_id}")
        note(entry.name, at, verdict="running", started=True, reason=f"The session {record.session_id} is finished.")
        yield wanted
    if not asked:
        yield dg.SkipReason("No session of a project with `on_session` is finished and untested.")


def _untested(entry: Entry) -> SessionRecord | None:
    """The session that an entry's next run is for; each is asked for once, whatever became of its run."""
    asked = {one.night.removeprefix(_SESSION) for one in of_project(read_nights(), entry.name)}
    return next_finished(entry.folder(), asked)


def next_finished(root: Path, asked: Collection[str] = ()) -> SessionRecord | None:
    """The oldest session that was finished lately and has no test session yet, those `asked` for already left out.

    None while a test session is open.
    """
    records = list_sessions(root)
    tests = [record for record in records if record.workflow_type == "test_session"]
    if any(record.status in ("planning", "active") for record in tests):
        return None
    tested = {*(record.source_session_id for record in tests), *asked}
    others = [record for record in records if record.workflow_type != "test_session"]
    fitting = [one for one in others if one.session_id not in tested and _finished(root, one)]
    return fitting[-1] if fitting else None


def _finished(root: Path, record: SessionRecord) -> bool:
    """Completed lately, with at least one completed task: what `testfix run WFS-...` takes."""
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

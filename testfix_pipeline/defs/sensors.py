"""What happens between the nights: sessions that appear or go on, branches merged or deleted, runs that died."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import dagster as dg

from testfix_pipeline.analytics.follow import follow, publish
from testfix_pipeline.analytics.store import History
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.planning.registry import Registry
from testfix_pipeline.workspace.handover import Mode
from testfix_pipeline.workspace.lock import owner_of
from testfix_pipeline.workspace.sessions import list_sessions
from testfix_pipeline.workspace.store import SessionStore

# A session that was written to a moment ago may be between two runs.
QUIET = timedelta(minutes=10)


def registered() -> list[Path]:
    """The folders of the registered projects that are there."""
    return [entry.folder() for entry in Registry.load().entries if entry.folder().is_dir()]


def published() -> list[str]:
    """What was handed on of the registered projects that say so, a sentence each."""
    entries = [entry for entry in Registry.load().entries if entry.publish != "none" and entry.folder().is_dir()]
    return [line for entry in entries for line in publish(entry.folder(), cast(Mode, entry.publish))]


@dg.sensor(
    name="history_follows",
    job_name="history",
    minimum_interval_seconds=600,
    description="Puts new and changed sessions of known projects into the history, with what became of their branches.",
)
def history_follows(context: dg.SensorEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    history = History()
    try:
        appended = follow(history, [*registered(), *(path for path in history.projects() if path.is_dir())])
    except PipelineError as error:
        yield dg.SkipReason(str(error))
        return
    for key in appended:
        context.log.info(f"appended {key}")
    for sentence in published():
        context.log.info(sentence)
    if appended:
        yield dg.RunRequest(run_key=history.version())
    else:
        yield dg.SkipReason("No session is new, went on, or had its branch merged or deleted.")


@dg.sensor(
    name="resume_interrupted",
    job_name="resume",
    minimum_interval_seconds=300,
    description="Goes on with sessions of registered projects whose run died: active, and nobody works on them.",
)
def resume_interrupted(context: dg.SensorEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    try:
        found = [(root, record) for root in registered() for record in list_sessions(root) if interrupted(root, record)]
    except PipelineError as error:
        yield dg.SkipReason(str(error))
        return
    for root, record in found:
        yield dg.RunRequest(
            run_key=f"{root}:{record.session_id}:{record.updated_at}",
            run_config={"project": str(root), "session_id": record.session_id},
            tags={"testfix/session": record.session_id, "testfix/project": root.name},
        )
    if not found:
        yield dg.SkipReason("No session of a registered project was interrupted.")


def interrupted(root: Path, record: SessionRecord) -> bool:
    """Whether a session is active, quiet for ten minutes, and nobody's."""
    if record.workflow_type != "test_session" or record.status != "active":
        return False
    try:
        quiet = datetime.now(UTC) - datetime.fromisoformat(record.updated_at) > QUIET
    except (ValueError, TypeError):
        return False
    return quiet and owner_of(SessionStore(root, record.session_id)) is None

"""Reports the nights: stores how their runs ended, publishes fixes, sends messages. Starts no run."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import dagster as dg

from testfix_pipeline.analytics.history.session_updates import look_and_publish
from testfix_pipeline.analytics.nightly import notification
from testfix_pipeline.analytics.nightly.nights import Night, by_project, fields_of_result, note, read_nights
from testfix_pipeline.core.cycle_rules.confidence import read_first_line
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.next_commands import next_command
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.nightly.schedules import ENTRY, NIGHT, out_of_date
from testfix_pipeline.defs.nightly.sweep import TICK_S, TickTime
from testfix_pipeline.registry.registered_projects import Entry, Registry
from testfix_pipeline.workspace.delivery.handover import Mode
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.store import RESULT, SessionStore, read_object

# A launch without a run after this time has failed.
LAUNCHED_WITHIN = timedelta(hours=1)
# Older nights are not reported, such as those before `notify` was set.
NOTIFY_WITHIN = timedelta(days=2)
_NOT_NOTIFIED = ("running", "missed", "busy")


def report(
    instance: dg.DagsterInstance, now: datetime, clock: Callable[[], float] = time.monotonic, limit_s: float = TICK_S
) -> list[str]:
    """Close the nights whose runs ended and notify people of each project's latest; return a sentence for each.

    limit_s: seconds for everything; the rest is done the next time. Raises InvalidConfig if the registry can't be read.
    """
    tick = TickTime(limit_s, clock)
    entries = {entry.name: entry for entry in Registry.load().entries}
    said = []
    for night in read_nights():
        if night.verdict == "running" and not tick.is_over():
            ended = _close_night(night, entries.get(night.project), instance, now)
            said += [f"{night.project} {night.night}: {ended.verdict}. {ended.reason}"] if ended else []
    known = by_project(read_nights())
    for name, entry in entries.items():
        nights = known.get(name, [])
        for number in _nights_to_report(entry, nights, now):
            if not tick.is_over():
                said.append(f"{name}: {_notify(entry, nights, number)}")
    return said


def _close_night(night: Night, entry: Entry | None, instance: dg.DagsterInstance, now: datetime) -> Night | None:
    """Return the night with its run's result, which is stored; None while the run goes on."""
    runs = list(instance.get_runs(dg.RunsFilter(tags={ENTRY: night.project, NIGHT: night.night})))
    if any(not run.is_finished for run in runs):
        return None
    if runs:
        found = _outcome(runs[0], entry, instance)  # the newest: a run that crashed is repeated once
    elif now - datetime.fromisoformat(night.at) > LAUNCHED_WITHIN:
        found = {
            "verdict": "failed",
            "reason": "No run came of it.",
            "next": "Look at the schedule's tick in Dagster's UI.",
        }
    else:
        return None
    note(night.project, night.night, **found)
    return replace(night, **found)


def _outcome(run: dg.DagsterRun, entry: Entry | None, instance: dg.DagsterInstance) -> dict[str, Any]:
    common = {"run_id": run.run_id, "started": True}
    session_id = SessionId(run.tags.get("testfix/session", ""))
    result = _read_result(entry, session_id) if entry is not None and session_id else None
    if entry is None or result is None:
        reason = _failure_message(instance, run.run_id) or f"The run ended as {run.status.value.lower()}."
        return {
            **common,
            "verdict": "error",
            "reason": reason,
            "session_id": session_id,
            "next": f"Look at run {run.run_id}.",
        }
    published = _publish_fixes(entry, session_id) if entry.publish != "none" else ""
    return {
        **common,
        "verdict": str(result["outcome"] or "error"),
        "reason": _reason(result),
        "session_id": session_id,
        **fields_of_result(result),
        "tests_fixed": len(result.get("fixed_tests") or ()),
        "seconds": float(result.get("duration_s") or 0),
        "cpu_seconds": float(result.get("cpu_s") or 0),
        "money": float(result.get("usage", {}).get("money") or 0),
        "published": published,
        "next": _next(entry, result, published),
    }


def _reason(result: dict[str, Any]) -> str:
    """Return why the session ended, and which of its fixes people should read first."""
    doubts = [f"Read first: {read_first_line(fix)}." for fix in result.get("read_first", ())]
    return " ".join([str(result["reason"]), *doubts])


def _next(entry: Entry, result: dict[str, Any], published: str) -> str:
    """Return how to get the fixes: from where they were published, or else from our clone."""
    if published.startswith("origin/"):
        return f"review and merge {published.removeprefix('origin/')}"
    if entry.git and result.get("fixed_tests"):
        return f"git fetch {entry.folder()} {result['branch']}, and merge FETCH_HEAD"
    return next_command(result)


def _read_result(entry: Entry, session_id: SessionId) -> dict[str, Any] | None:
    """Return the session's result; None if its run ended before there was one."""
    try:
        found = read_object(SessionStore(entry.folder().resolve(), session_id).path(RESULT))
    except PipelineError:
        return None
    return found if "outcome" in found else None


def _publish_fixes(entry: Entry, session_id: SessionId) -> str:
    """Publish the session's fixes; return where, or why not."""
    try:
        project = Project.open(entry.folder())
        said = look_and_publish(project, cast(Mode, entry.publish))
        record = SessionStore(project.root, session_id).session()
    except PipelineError as error:
        return f"not published: {error}"
    mine = [sentence for sentence in said if sentence.startswith(f"{session_id}: not published")]
    return record.published or (mine[0] if mine else "")


def _failure_message(instance: dg.DagsterInstance, run_id: str) -> str:
    """Return the message of the first failed step; empty if there is none."""
    for entry in instance.all_logs(run_id, of_type=dg.DagsterEventType.STEP_FAILURE):
        data = entry.dagster_event.step_failure_data if entry.dagster_event else None
        if data is not None and data.user_failure_data and data.user_failure_data.description:
            return str(data.user_failure_data.description)
        if data is not None and data.error is not None:
            return data.error.message.strip().splitlines()[0]
    return ""


def _nights_to_report(entry: Entry, nights: list[Night], now: datetime) -> list[int]:
    """Return the indexes of the nights to report: recently ended ones; of missed ones only the latest."""
    if not entry.notify.to:
        return []
    open_ones = [number for number, night in enumerate(nights) if night.verdict != "running" and not night.notified]
    lately = [number for number in open_ones if now - datetime.fromisoformat(nights[number].at) < NOTIFY_WITHIN]
    return [number for number in lately if nights[number].verdict != "missed" or number == len(nights) - 1]


def _notify(entry: Entry, nights: list[Night], number: int) -> str:
    """Notify people of a night, once; return a sentence on the result."""
    night = nights[number]
    before = next((one for one in reversed(nights[:number]) if one.verdict not in _NOT_NOTIFIED), None)
    if notification.wanted(entry.notify, night, before):
        sentence = notification.send(entry.notify.to, *notification.message(night))
    else:
        sentence = f"not notified: only {entry.notify.when} was asked for"
    note(entry.name, night.night, notified=sentence)
    return sentence


@dg.sensor(
    name="nightly_reports",
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Puts down how each night's run ended, publishes what its project says, and tells people as it says.",
)
def nightly_reports(context: dg.SensorEvaluationContext) -> Iterator[dg.SkipReason]:
    try:
        said = report(context.instance, datetime.now(UTC))
        said += [changed] if (changed := out_of_date()) else []
    except PipelineError as error:
        yield dg.SkipReason(str(error))
        return
    for sentence in said:
        context.log.info(sentence)
    yield dg.SkipReason("; ".join(said)[:1000] or "No night's run has ended since.")

"""Retention of Dagster's data: runs over their limits with events, logs and values; logs of old ticks."""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import dagster as dg

from testfix_pipeline.analytics.history.session_retention import DAY, RetentionItem
from testfix_pipeline.analytics.nightly.nights import forget_nights, old_nights, read_nights
from testfix_pipeline.core.configuration.retention import Policy
from testfix_pipeline.defs.session.session_metadata import PARTITIONS
from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.sessions.removal import size_of

_FINISHED = [dg.DagsterRunStatus.SUCCESS, dg.DagsterRunStatus.FAILURE, dg.DagsterRunStatus.CANCELED]
_AT_ONCE = 500


def runs_to_go(policy: Policy, instance: dg.DagsterInstance, now: datetime) -> Iterator[RetentionItem]:
    """Yield finished runs that are too old, or too many. Waiting and current runs are never removed."""
    old = now - timedelta(days=policy.run_days)
    for number, record in enumerate(_records(instance), 1):
        run = record.dagster_run
        if run.status not in _FINISHED:
            continue
        if policy.run_days and record.create_timestamp < old:
            why = f"{(now - record.create_timestamp).days} days old, over {policy.run_days}"
        elif policy.run_count and number > policy.run_count:
            why = f"beyond the newest {policy.run_count}"
        else:
            continue
        places = _places(run.run_id)
        work = partial(_remove, instance, run.run_id)
        yield RetentionItem("run", f"{run.run_id} ({run.job_name})", sum(map(_size, places)), why, remove=work)


def _records(instance: dg.DagsterInstance) -> Iterator[dg.RunRecord]:
    """Return every run, newest first."""
    cursor: str | None = None
    while True:
        page = instance.get_run_records(limit=_AT_ONCE, cursor=cursor)
        yield from page
        if len(page) < _AT_ONCE:
            return
        cursor = page[-1].dagster_run.run_id


def _places(run_id: str) -> list[Path]:
    """Return the paths of a run's files in our instance: values, artifacts, output of its steps, events."""
    root = home() / ".dagster"
    events = root / "storage" / "history" / "runs"
    found = [root / "values" / "runs" / run_id, root / "storage" / run_id, root / "logs" / run_id]
    return [*found, *(events / f"{run_id}.db{end}" for end in ("", "-wal", "-shm", "-journal"))]


def _size(place: Path) -> int:
    return place.stat().st_size if place.is_file() else size_of(place)


def _remove(instance: dg.DagsterInstance, run_id: str) -> None:
    instance.delete_run(run_id)
    for place in _places(run_id):  # Dagster empties the events' file and leaves it there
        _away(place)


def _away(place: Path) -> None:
    with suppress(FileNotFoundError):
        if place.is_dir():
            shutil.rmtree(place)
        else:
            place.unlink()


def leftovers(policy: Policy, instance: dg.DagsterInstance, now: datetime) -> Iterator[RetentionItem]:
    """Yield logs of old ticks, and values of runs and sessions that no longer exist."""
    if not policy.run_days:
        return
    root, oldest = home() / ".dagster", now.timestamp() - policy.run_days * DAY
    for place in sorted((root / "logs").glob("*/*")):
        for tick in sorted(place.iterdir()) if place.is_dir() and place.name != "compute_logs" else ():
            if tick.lstat().st_mtime < oldest:
                yield RetentionItem(
                    "log", str(tick.relative_to(root)), _size(tick), "of an old tick", remove=partial(_away, tick)
                )
    for place in sorted((root / "values" / "runs").glob("*")):
        if place.lstat().st_mtime < oldest and not instance.has_run(place.name):
            yield RetentionItem(
                "values", place.name, _size(place), "of a run that is gone", remove=partial(_away, place)
            )


def partitions_to_go(policy: Policy, instance: dg.DagsterInstance) -> Iterator[RetentionItem]:
    """Yield the oldest partitions beyond the limit, since the UI lists them all. Their sessions stay."""
    keys = instance.get_dynamic_partitions(str(PARTITIONS.name)) if policy.partition_count else []
    old = list(keys[: -policy.partition_count]) if policy.partition_count else []
    if old:
        why = f"beyond the newest {policy.partition_count}"
        yield RetentionItem("partitions", f"{len(old)} partitions", 0, why, remove=partial(_forget, instance, old))


def _forget(instance: dg.DagsterInstance, keys: list[str]) -> None:
    for key in keys:
        forget_partition(instance, key)


def nights_to_go(policy: Policy, now: datetime) -> Iterator[RetentionItem]:
    """Yield nights that are too old."""
    oldest = now - timedelta(days=policy.night_days)
    old = old_nights(read_nights(), oldest) if policy.night_days else []
    if old:
        why = f"over {policy.night_days} days old"
        yield RetentionItem("nights", f"{len(old)} nights", 0, why, remove=partial(forget_nights, oldest))


def forget_partition(instance: dg.DagsterInstance, session: str) -> None:
    """Remove a removed session from the UI's list of partitions; its result stays in the history."""
    instance.delete_dynamic_partition(str(PARTITIONS.name), session)

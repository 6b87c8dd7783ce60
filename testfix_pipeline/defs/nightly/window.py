"""The nightly window: projects with `schedule: window` are started one after another while it is open.

It is one sensor instead of a schedule for each project, so that it serves thousands at no cost. `fair_share` decides
which is next and how long its run may take. A project has one decision in each window, stored as its night.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import dagster as dg

from testfix_pipeline.analytics.nightly.fair_share import LEAST_S, NightCandidate, budgets, candidate, in_order
from testfix_pipeline.analytics.nightly.nights import Night, by_project, note, read_nights
from testfix_pipeline.core.configuration.settings import CycleConfig
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.defs.nightly.schedules import NIGHT, check, decide, job_of, request, waiting_runs
from testfix_pipeline.defs.nightly.sweep import TickTime
from testfix_pipeline.defs.runs.dagster_internals import schedule_execution_time_iterator
from testfix_pipeline.registry.nightly_window import Window
from testfix_pipeline.registry.registered_projects import Entry, Registry

IN_WINDOW = "testfix/window"
OWN_S = float(CycleConfig.model_fields["budget_seconds"].default)


@dataclass(frozen=True)
class Opening:
    """An open window: its night, and when it closes."""

    night: str
    closes: datetime


def opening(window: Window, now: datetime) -> Opening | None:
    """Return the window that is open now; None if it is closed."""
    after = now - timedelta(hours=window.hours)
    moments = schedule_execution_time_iterator(after.timestamp() + 1, window.schedule, window.timezone, ascending=True)
    opened = None
    for moment in moments:
        if moment > now:
            break
        opened = moment  # a window that opens again before it closes counts from then
    if opened is None:
        return None
    return Opening(f"window {opened.isoformat(timespec='minutes')}", opened + timedelta(hours=window.hours))


def undecided(entries: Sequence[Entry], nights: dict[str, list[Night]], night: str) -> list[NightCandidate]:
    """Return the projects without a decision in this window, in the order in which they get one."""
    found = []
    for entry in entries:
        mine = nights.get(entry.name, [])
        if entry.in_window and entry.enabled and all(one.night != night for one in mine):
            found.append(candidate(entry.name, float(entry.settings.get("budget_seconds", OWN_S)), mine))
    return in_order(found)


def due_runs(
    instance: dg.DagsterInstance, job: str, now: datetime, is_over: Callable[[], bool]
) -> Iterator[dg.RunRequest | str]:
    """Yield the runs that one tick starts, or sentences on why a project gets none; store each decision.

    job: only projects of this job, since each Dagster sensor has one job. Raises InvalidConfig if the registry is
    unreadable.
    """
    registry = Registry.load()
    window = registry.window
    opened = opening(window, now)
    if opened is None:
        return
    entries = {entry.name: entry for entry in registry.entries}
    nights = read_nights()
    waiting = undecided(registry.entries, by_project(nights), opened.night)
    remaining = (opened.closes - now).total_seconds()
    shares = budgets(remaining * window.at_once, waiting)
    # by the nights, not by Dagster's runs: another sensor's request is no run yet
    free = window.at_once - sum(one.night == opened.night and one.verdict == "running" for one in nights)
    for one in waiting:
        if free <= 0 or is_over() or remaining < min(LEAST_S, one.own_s):
            return
        entry = entries[one.name]
        if job_of(entry) != job:
            continue
        found = _decide_project(entry, opened.night, min(shares[one.name], remaining), instance)
        free -= isinstance(found, dg.RunRequest)
        yield found


def _decide_project(entry: Entry, night: str, budget_s: float, instance: dg.DagsterInstance) -> dg.RunRequest | str:
    asked = replace(entry, settings={**entry.settings, "budget_seconds": round(budget_s, 1)})
    try:
        wanted, reason, verdict = decide(entry, waiting_runs(entry, instance))
        if wanted:
            check(asked)
    except PipelineError as error:
        note(entry.name, night, verdict="failed", started=False, reason=error.what, next=error.next_step)
        return f"{entry.name}: {error.what}"
    note(entry.name, night, verdict=verdict, started=wanted, reason=reason)
    if not wanted:
        return f"{entry.name}: {reason}"
    return request(asked, night, f"{entry.name}:{night}", **{IN_WINDOW: night})


def _status() -> dg.DefaultSensorStatus:
    """Return RUNNING if a project is in the window when the code location loads; the UI's switch overrides it."""
    try:
        used = any(entry.in_window for entry in Registry.load().entries)
    except PipelineError:
        used = False
    return dg.DefaultSensorStatus.RUNNING if used else dg.DefaultSensorStatus.STOPPED


def window_sensor(name: str, job: str, what: str) -> dg.SensorDefinition:
    """Return a sensor that starts the window's projects of one job."""

    @dg.sensor(
        name=name,
        job_name=job,
        minimum_interval_seconds=30,
        default_status=_status(),
        description=f"{what} while the window is open: longest waiting first, with a budget by what its latest runs "
        f"came to. {NIGHT} names the window.",
    )
    def tick(context: dg.SensorEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
        now = datetime.now(UTC)
        asked, said = 0, []
        try:
            for found in due_runs(context.instance, job, now, TickTime().is_over):
                if isinstance(found, str):
                    said.append(found)
                else:
                    asked += 1
                    yield found
        except PipelineError as error:
            said.append(str(error))
        for sentence in said:
            context.log.info(sentence)
        if not asked:
            yield dg.SkipReason(
                "; ".join(said)[:1000] or "The window is closed, its places are taken, or all are done."
            )

    return tick


WINDOW_SENSORS = [
    window_sensor("nightly_window", "fix", "Repairs the failures of registered projects"),
    window_sensor("nightly_window_run", "test_fix", "Runs the whole pipeline on registered projects with an `input`"),
]

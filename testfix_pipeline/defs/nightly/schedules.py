"""A schedule for each project of the registry: one run at its time, or the reason why there is none.

The registry is read when the code location loads: reload it (in the UI: Deployment -> Reload) after a change to a name,
schedule or time zone. Everything else is read again at each tick. The night's verdict is stored in
`history/nightly.jsonl`; the sensor `nightly_reports` adds how the run ended.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import dagster as dg

from testfix_pipeline.analytics.nightly.nights import Night, note, of_project, read_nights
from testfix_pipeline.core.configuration.launch_groups import grouped
from testfix_pipeline.core.errors import InvalidConfig, PipelineError, ProjectError
from testfix_pipeline.core.identifiers import project_option
from testfix_pipeline.core.moments import read_moment
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.defs.runs.dagster_internals import schedule_execution_time_iterator
from testfix_pipeline.defs.runs.executors import check_executor
from testfix_pipeline.defs.runs.run_states import UNFINISHED
from testfix_pipeline.defs.session.launch import FixLaunch, RunLaunch, cycle_settings, run_settings
from testfix_pipeline.defs.session.launch_form import show_refusals
from testfix_pipeline.registry.launch_project import check_branch
from testfix_pipeline.registry.project_entry import NIGHTLY, schedule_name
from testfix_pipeline.registry.registered_projects import BrokenEntry, Entry, Registry, should_run
from testfix_pipeline.workspace.git.clones import head_of
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions import branch_status
from testfix_pipeline.workspace.sessions.session_lock import owner_of
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore

ENTRY, NIGHT, LATE = "testfix/entry", "testfix/night", "testfix/late"
# Runs with one value of this tag wait for each other: `tag_concurrency_limits` in dagster.yaml.
POOL = "testfix/pool"
# A smaller delay means that the daemon was busy, not that the machine was off.
PUNCTUAL = timedelta(hours=1)
MOST_MISSED = 31


def decide(entry: Entry, waiting: Sequence[str] = ()) -> tuple[bool, str, str]:
    """Return whether a project gets a run tonight, the reason as a sentence, and the night's verdict so far.

    `waiting`: unfinished Dagster runs on it; some have no session yet. Raises PipelineError if its folder, address or
    branch is missing.
    """
    if entry.problem():
        raise ProjectError(entry.problem(), "Correct its path in the registry, or take it out.")
    if waiting:
        return False, f"A run on it is in progress (run {', '.join(waiting)}).", "busy"
    head = head_of(entry.git, entry.branch) if entry.git else ""
    if entry.git and not entry.folder().is_dir():
        return True, "It has no session yet.", "running"
    check_branch(entry)
    project = Project.open(entry.folder())
    rows = [record.model_dump() for record in list_sessions(project.root) if record.workflow_type == "test_session"]
    last = {"outcome": "", "base_commit": "", **rows[0]} if rows else None
    changed = not entry.git and bool(project.git.run("status", "--porcelain", "-z").strip(b"\0"))
    # the sessions of the project that have a live owner
    active = [row["session_id"] for row in rows if row["status"] in ("planning", "active")]
    running = [name for name in active if owner_of(SessionStore(project.root, name)) is not None]
    wanted, reason = should_run(entry, head or project.head, last, running, changed=changed)
    if wanted or running:
        return wanted, reason, "running" if wanted else "busy"
    record = SessionStore(project.root, rows[0]["session_id"]).session()
    if branch_status.holds_unmerged(project, record):
        return False, f"It is unchanged since {record.session_id}, whose fixes {_waits_for(entry, record)}.", "waiting"
    return False, reason, "green"


def _waits_for(entry: Entry, record: SessionRecord) -> str:
    published = record.published
    if published.startswith("origin/"):
        return f"wait on {published} to be merged"
    if entry.git:
        return f"wait on {record.branch} of {entry.folder()}"
    return f"wait on {record.branch}: `testfix apply --session {record.session_id} {project_option(entry.folder())}`"


def waiting_runs(entry: Entry, instance: dg.DagsterInstance) -> list[str]:
    runs = instance.get_runs(dg.RunsFilter(tags={ENTRY: entry.name}, statuses=UNFINISHED))
    return [run.run_id[:8] for run in runs]


def flat(entry: Entry) -> dict[str, Any]:
    """Return an entry's settings as the flat configuration of a launch, so that the run shows them.

    Settings without a field in the launch apply as well: the launch names the entry, whose settings are below it.
    """
    settings = entry.layer()
    sandbox = dict(settings.pop("sandbox", None) or {})
    if sandbox.pop("mode", "auto") == "strict":
        settings["strict"] = True
    settings |= {f"sandbox_{name}": value for name, value in sandbox.items()}
    known = (FixLaunch if entry.is_fix else RunLaunch).model_fields.keys()
    settings |= {"project": entry.name, "input": entry.input}
    settings |= {"executor": entry.executor, "remote": entry.remote}
    return {name: value for name, value in settings.items() if name in known}


def request(entry: Entry, night: str, run_key: str, **tags: str) -> dg.RunRequest:
    """Return a run on an entry with all of its settings, tagged with its night."""
    shown = {ENTRY: entry.name, NIGHT: night, "testfix/project": entry.name, POOL: entry.slots, **tags}
    return dg.RunRequest(run_key=run_key, run_config=grouped(flat(entry)), tags=shown)


def check(entry: Entry) -> None:
    """Check an entry like a launch, so that the night says why it is refused. Raises PipelineError."""
    check_executor(entry.executor)  # type: ignore[arg-type]
    if entry.is_fix:
        cycle_settings(FixLaunch(**flat(entry)))
    else:
        run_settings(RunLaunch(**flat(entry)))


def job_of(entry: Entry) -> str:
    """Return the name of the job that an entry asks for."""
    return "fix" if entry.is_fix else "test_fix"


def tonight(entry: Entry, due: datetime, instance: dg.DagsterInstance, now: datetime) -> dg.RunRequest | dg.SkipReason:
    """Return the result of an entry's tick; store it, with the earlier nights that were missed.

    Raises PipelineError, which is stored as well, if the project can't be worked on.
    """
    night = name_of(entry, due)
    note_missed_nights(entry, due, instance)
    late = now - due if now - due > PUNCTUAL else timedelta()
    minutes = int(late.total_seconds() // 60)
    if late and entry.missed == "skip":
        reason = f"The machine was off when it was due, {_ago(late)} ago, and the registry says `missed: skip`."
        note(entry.name, night, verdict="missed", started=False, reason=reason, late_minutes=minutes)
        return dg.SkipReason(f"{entry.name}: {reason}")
    try:
        wanted, reason, verdict = decide(entry, waiting_runs(entry, instance))
        asked = request(entry, night, f"{entry.name}:{night}", **({LATE: _ago(late)} if late else {}))
        if wanted:
            check(entry)
    except PipelineError as error:
        note(entry.name, night, verdict="failed", started=False, reason=error.what, next=error.next_step)
        raise
    if late and wanted:
        reason = f"{reason} Caught up with {_ago(late)} late: the machine was off."
    note(entry.name, night, verdict=verdict, started=wanted, reason=reason, late_minutes=minutes)
    if not wanted:
        return dg.SkipReason(f"{entry.name}: {reason}")
    return asked


def name_of(entry: Entry, due: datetime) -> str:
    """Return the name of a night: the time it was due, in the entry's time zone, to the minute."""
    return due.astimezone(ZoneInfo(entry.timezone)).isoformat(timespec="minutes")


def note_missed_nights(entry: Entry, due: datetime, instance: dg.DagsterInstance) -> list[str]:
    """Store the nights between the last known one and this one, since the schedule was switched on."""
    known = {one.night for one in of_project(read_nights(), entry.name)}
    earlier = [found for text in known if (found := read_moment(text)) is not None and found < due]
    if not earlier:
        return []
    since = max(earlier + _switched_on(entry, instance))
    missed = due_between(entry, since, due)[-MOST_MISSED:]
    for moment in missed:
        reason = "Nobody was there to start it: the machine or Dagster's daemon was off."
        note(entry.name, name_of(entry, moment), verdict="missed", started=False, reason=reason)
    return [name_of(entry, moment) for moment in missed]


def due_between(entry: Entry, after: datetime, before: datetime) -> list[datetime]:
    """Return the times at which an entry was due, after the first and before the second moment."""
    if not entry.schedule:
        return []
    found = []
    for moment in schedule_execution_time_iterator(
        after.timestamp() + 1, entry.schedule, entry.timezone, ascending=True
    ):
        if moment >= before:
            break
        found.append(moment.astimezone(UTC))
    return found


def upcoming(entry: Entry, now: datetime) -> str:
    """Return when an entry is due next, in its time zone; empty without a schedule."""
    if not entry.schedule:
        return ""
    return name_of(entry, next(schedule_execution_time_iterator(now.timestamp() + 1, entry.schedule, entry.timezone)))


def overdue(entry: Entry, nights: Sequence[Night], now: datetime) -> int:
    """Return the number of missed nights since the last known one."""
    known = [found for one in nights if (found := read_moment(one.night)) is not None]
    return len(due_between(entry, max(known), now - PUNCTUAL)) if known and entry.enabled else 0


def _switched_on(entry: Entry, instance: dg.DagsterInstance) -> list[datetime]:
    name = schedule_name(entry.name)
    states = [state for state in instance.all_instigator_state() if state.instigator_name == name]
    stamps = [getattr(state.instigator_data, "start_timestamp", None) for state in states]
    return [datetime.fromtimestamp(stamp, UTC) for stamp in stamps if stamp]


def _ago(late: timedelta) -> str:
    minutes = int(late.total_seconds() // 60)
    return f"{minutes // 60} h {minutes % 60:02d} min"


def schedule_of(entry: Entry) -> dg.ScheduleDefinition:
    """Return the schedule of one entry."""

    @dg.schedule(
        name=schedule_name(entry.name),
        job_name=job_of(entry),
        cron_schedule=entry.schedule,
        execution_timezone=entry.timezone,
        default_status=dg.DefaultScheduleStatus.RUNNING if entry.enabled else dg.DefaultScheduleStatus.STOPPED,
        tags={ENTRY: entry.name},
        description=_description(entry),
    )
    def tick(context: dg.ScheduleEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
        now = datetime.now(UTC)
        with show_refusals():
            current = current_entry(entry.name, context.scheduled_execution_time or now)
            if current is None:
                yield dg.SkipReason(f"{entry.name} is no longer in the registry. Reload the code location.")
                return
            if job_of(current) != job_of(entry):
                raise InvalidConfig(
                    f"{entry.name} has another kind of `input` since the code location was loaded.",
                    "Reload it (in the UI: Deployment -> Reload), or restart `make ui`.",
                )
            yield tonight(current, context.scheduled_execution_time or now, context.instance, now)

    return tick


def current_entry(name: str, due: datetime) -> Entry | None:
    """Return the entry as it is now; None if it was removed. An invalid one is stored as a night and raised."""
    registry = Registry.load()
    broken = next((one for one in registry.broken if one.name == name), None)
    if broken is not None:
        note_broken(broken, due)
        raise broken.error
    return next((entry for entry in registry.entries if entry.name == name), None)


def note_broken(broken: BrokenEntry, due: datetime) -> None:
    """Store a failed night for an invalid entry, whose time zone is unknown."""
    night, error = due.astimezone(UTC).isoformat(timespec="minutes"), broken.error
    note(broken.name, night, verdict="failed", started=False, reason=error.what, next=error.next_step)


def _description(entry: Entry) -> str:
    place = entry.git or str(entry.path)
    what = "Repairs the failures of" if entry.is_fix else "Runs the whole pipeline on"
    asked = "" if entry.is_fix else f" Input: {entry.input[:200]}."
    branch = f", branch {entry.branch}" if entry.branch else ""
    return (
        f"{what} `{entry.name}` ({place}{branch}) unless it is green and unchanged.{asked} Publishes: {entry.publish}."
        f" Missed nights: {entry.missed}. Messages: {len(entry.notify.to)} addresses, {entry.notify.when}."
    )


def schedule_of_broken(broken: BrokenEntry) -> dg.ScheduleDefinition:
    """Return a schedule that only reports each night why an entry is invalid."""

    @dg.schedule(
        name=schedule_name(broken.name),
        job_name="fix",
        cron_schedule=NIGHTLY,
        default_status=dg.DefaultScheduleStatus.RUNNING,
        tags={ENTRY: broken.name},
        description=f"Can't start: {broken.error}",
    )
    def tick(context: dg.ScheduleEvaluationContext) -> Iterator[dg.SkipReason]:
        with show_refusals():
            due = context.scheduled_execution_time or datetime.now(UTC)
            entry = current_entry(broken.name, due)
            if entry is not None:
                yield dg.SkipReason(f"{broken.name} is fixed. Reload the code location to have its nights.")
                return
            yield dg.SkipReason(f"{broken.name} is no longer in the registry. Reload the code location.")

    return tick


Loaded = dict[str, tuple[str, str, str]]
# The cron text, time zone and job of this process's schedules, by the entry's name.
_loaded: Loaded = {}


def _made_of(registry: Registry) -> Loaded:
    made = {entry.name: (entry.schedule, entry.timezone, job_of(entry)) for entry in registry.entries if entry.schedule}
    return {**{one.name: ("", "", "") for one in registry.broken}, **made}


def out_of_date() -> str:
    """Return a sentence on the entries that changed since the code location was loaded; empty if none did."""
    now = _made_of(Registry.load())
    changed = sorted(name for name in now.keys() | _loaded.keys() if now.get(name) != _loaded.get(name))
    return f"Reload the code location: {', '.join(changed)} changed in the registry." if changed else ""


def schedules() -> list[dg.ScheduleDefinition]:
    """Return a schedule for each entry of the current registry; none if the whole file is unreadable."""
    try:
        registry = Registry.load()
    except InvalidConfig:
        return []  # `testfix doctor`, and the sensor `nightly_reports`, say what is wrong
    _loaded.clear()
    _loaded.update(_made_of(registry))
    known = [schedule_of(entry) for entry in registry.entries if entry.schedule]
    taken = {schedule_name(entry.name) for entry in registry.entries}
    for one in registry.broken:
        if schedule_name(one.name) not in taken:
            known.append(schedule_of_broken(one))
            taken.add(schedule_name(one.name))
    return known

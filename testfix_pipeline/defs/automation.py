"""The nightly walk over the project registry: one run per project that needs one, the others skipped with the reason.

A schedule launches one job, so there are two: `nightly_fix` for entries that say `fix` (or nothing), `nightly_run` for
those with an input. Both do nothing while no project is registered. What a night decided is a row per project in
`history/nightly.jsonl`.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg

from testfix_pipeline.core.errors import InvalidConfig, PipelineError
from testfix_pipeline.core.records import utc_now
from testfix_pipeline.defs.launch import FixLaunch, RunLaunch
from testfix_pipeline.planning.registry import Entry, Registry, should_run
from testfix_pipeline.workspace.atomic import append_line
from testfix_pipeline.workspace.clones import refresh
from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.lock import owner_of
from testfix_pipeline.workspace.repository import Project
from testfix_pipeline.workspace.sessions import list_sessions
from testfix_pipeline.workspace.store import SessionStore

CRON = "0 2 * * *"
NIGHTS = "nightly.jsonl"


def decide(entry: Entry) -> tuple[bool, str]:
    """Whether a project gets a run tonight, and why, in a sentence. A project that can't be opened is skipped."""
    try:
        if entry.git:
            refresh(entry.git, entry.folder(), entry.branch)
        project = Project.open(entry.folder())
        rows = [record.model_dump() for record in list_sessions(project.root) if record.workflow_type == "test_session"]
        last = {"outcome": "", "base_commit": "", **rows[0]} if rows else None
        changed = bool(project.git.run("status", "--porcelain", "-z").strip(b"\0"))
        return should_run(entry, project.head, last, _running(project, rows), changed=changed)
    except PipelineError as error:
        return False, str(error)


def _running(project: Project, rows: list[dict[str, Any]]) -> list[str]:
    """The sessions of the project that a live owner works on."""
    active = [row["session_id"] for row in rows if row["status"] in ("planning", "active")]
    return [name for name in active if owner_of(SessionStore(project.root, name)) is not None]


def flat(entry: Entry) -> dict[str, Any]:
    """An entry's settings as the flat configuration of a launch. InvalidConfig for one that a launch does not have.

    What is left out silently would be a limit that does not hold.
    """
    settings = {name: value for name, value in entry.launch().items() if name not in ("yes", "apply")}
    sandbox = dict(settings.pop("sandbox", None) or {})
    if sandbox.pop("mode", "auto") == "strict":
        settings["strict"] = True
    settings |= {f"sandbox_{name}": value for name, value in sandbox.items()}
    unknown = sorted(settings.keys() - (FixLaunch if entry.is_fix else RunLaunch).model_fields.keys())
    if unknown:
        raise InvalidConfig(f"A nightly run can't be given {', '.join(unknown)}.", "Take it out of the registry.")
    return settings


def walk(job: str, night: str) -> Iterator[dg.RunRequest | str]:
    """A request for each entry of this job that needs a run, a sentence for each that does not; both are recorded."""
    for entry in Registry.load().entries:
        if (job == "fix") != entry.is_fix:
            continue
        wanted, reason = decide(entry)
        try:
            launch = flat(entry) if wanted else {}
        except InvalidConfig as error:
            wanted, reason = False, str(error)
        record(night, entry.name, wanted, reason)
        if wanted:
            yield dg.RunRequest(
                run_key=f"{night}:{entry.name}",
                run_config=launch,
                tags={"testfix/project": entry.name, "testfix/night": night},
            )
        else:
            yield f"{entry.name}: {reason}"


def record(night: str, project: str, started: bool, reason: str) -> None:
    """Append the night's row of a project, durably."""
    row = {"night": night, "project": project, "started": started, "reason": reason, "at": utc_now()}
    folder: Path = home() / "history"
    folder.mkdir(parents=True, exist_ok=True)
    append_line(folder / NIGHTS, json.dumps(row, ensure_ascii=False))


def _nightly(name: str, job: str, description: str) -> dg.ScheduleDefinition:
    @dg.schedule(name=name, job_name=job, cron_schedule=CRON, description=description)
    def tick(context: dg.ScheduleEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
        moment = context.scheduled_execution_time or datetime.now(UTC)
        try:
            decided = list(walk(job, moment.date().isoformat()))
        except PipelineError as error:
            yield dg.SkipReason(str(error))
            return
        requests = [one for one in decided if isinstance(one, dg.RunRequest)]
        skipped = [one for one in decided if isinstance(one, str)]
        for sentence in skipped:
            context.log.info(sentence)
        yield from requests
        if not requests:
            yield dg.SkipReason("; ".join(skipped) or "No project is registered for this.")

    return tick


nightly_fix = _nightly(
    "nightly_fix", "fix", "Every night: `fix` on each registered project that is not green and unchanged."
)
nightly_run = _nightly(
    "nightly_run", "test_fix", "Every night: the whole pipeline on registered projects with an input."
)

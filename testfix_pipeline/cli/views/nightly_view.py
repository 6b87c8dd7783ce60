"""`testfix nightly`, and the rows of `testfix doctor` on the registry: each project, its nights, and its problems."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from testfix_pipeline.analytics.nightly import notification
from testfix_pipeline.analytics.nightly.nights import Night, by_project, read_nights
from testfix_pipeline.analytics.nightly.update_trials import latest
from testfix_pipeline.core.cycle_rules.results import format_rate
from testfix_pipeline.core.errors import PipelineError, UsageError
from testfix_pipeline.registry.launch_project import check_branch
from testfix_pipeline.registry.registered_projects import FILE, Entry, Registry
from testfix_pipeline.standalone.update_report import UpdateTrial
from testfix_pipeline.steps.iteration.session_agents import check_tools
from testfix_pipeline.steps.session.workbench import detect_target, resolve_config
from testfix_pipeline.workspace.git.clones import head_of
from testfix_pipeline.workspace.home import home

Found = dict[str, Any]
SHOWN = 7
_OTHERWISE = {"off": "only by hand", "window": "in the window"}


def show(name: str, now: datetime | None = None) -> Found:
    """Return each registered project (or the named one) with its schedule, next night and latest nights.

    Raises UsageError for an unknown name, InvalidConfig for an unreadable registry.
    """
    registry, nights, moment = Registry.load(), by_project(read_nights()), now or datetime.now(UTC)
    rows = [_row(entry, nights.get(entry.name, []), moment) for entry in registry.entries]
    rows += [{"project": one.name, "problem": str(one.error), "nights": []} for one in registry.broken]
    if name:
        rows = [row for row in rows if row["project"] == name]
        if not rows:
            raise UsageError(f"No project {name!r} is registered.", f"Look into {home() / FILE}.")
    return {"registry": str(home() / FILE), "projects": rows}


def _row(entry: Entry, nights: list[Night], now: datetime) -> Found:
    from testfix_pipeline.defs.nightly.schedules import overdue, upcoming

    late = overdue(entry, nights, now)
    problem = f"Nobody was there for {late} nights since: is Dagster's daemon running (`make ui`)?" if late else ""
    return {
        "project": entry.name,
        "schedule": f"{entry.schedule} {entry.timezone}" if entry.schedule else "window" if entry.in_window else "off",
        "next": upcoming(entry, now),
        "problem": entry.problem() or problem,
        "nights": [vars(night) for night in nights[-SHOWN:]],
        "update": trial.model_dump(mode="json") if (trial := latest(entry.name)) else None,
    }


def text(found: Found) -> str:
    """Return the projects as lines for people."""
    lines = []
    for row in found["projects"]:
        due = (
            f"  {row['schedule']}, next {row['next'] or _OTHERWISE.get(row['schedule'], '')}"
            if "schedule" in row
            else ""
        )
        lines.append(f"{row['project']}{due}")
        lines += [f"  ! {row['problem']}"] if row["problem"] else []
        lines += [f"  {_line(night)}" for night in row["nights"]]
        trial = UpdateTrial.model_validate(row["update"]) if row.get("update") else None
        lines += [f"  {line}" for line in trial.lines()] if trial is not None else []
    return "\n".join(lines) or f"No project is registered yet. Write {found['registry']}; see docs/nightly.md."


def _line(night: Found) -> str:
    rate = "" if night["pass_rate"] is None else f" {format_rate(night['pass_rate'])}%"
    notified = f" [{night['notified']}]" if night["notified"] else ""
    where = f" Published: {night['published']}." if night["published"] else ""
    after = f" Next: {night['next']}" if night["next"] else ""
    return f"{night['night']:<26} {night['verdict']:<8}{rate} {night['reason']}{where}{after}{notified}"


def send_test_message(name: str) -> str:
    """Send a test message to an entry's people; return the result."""
    entry = Registry.load().named(name)
    if entry is None:
        raise UsageError(f"No project {name!r} is registered.", f"Look into {home() / FILE}.")
    if not entry.notify.to:
        raise UsageError(f"{name} has nobody to tell.", 'Write `notify: {to: ["env:TEAM_CHAT"]}` in its entry.')
    return notification.send(
        entry.notify.to, f"testfix: {name}", "This is a try: messages about its nights come this way."
    )


def checks() -> list[Found]:
    """Return rows for `testfix doctor`: the registry, and each of its projects as its night would find it."""
    file = home() / FILE
    try:
        registry = Registry.load()
    except PipelineError as error:
        return [_check("registry", [(error.what, error.next_step)], "")]
    if not file.exists():
        return []
    rows = [_check("registry", [], f"{file}: {len(registry.entries)} projects")]
    rows += [_check("nightly", [(one.error.what, one.error.next_step)], "") for one in registry.broken]
    return rows + [_check("nightly", _problems(entry), _described(entry)) for entry in registry.entries]


def _check(name: str, problems: list[tuple[str, str]], good: str) -> Found:
    what, step = problems[0] if problems else (good, "")
    return {"check": name, "state": "broken" if problems else "ok", "detail": what, "next_step": step}


def _described(entry: Entry) -> str:
    from testfix_pipeline.defs.nightly.schedules import upcoming

    audience = f"tells {len(entry.notify.to)} addresses when {entry.notify.when}" if entry.notify.to else "tells nobody"
    what = "fix" if entry.is_fix else "run"
    return f"{entry.name}: {what}, next {upcoming(entry, datetime.now(UTC)) or 'by hand'}, {audience}"


def _problems(entry: Entry) -> list[tuple[str, str]]:
    """Return what would prevent an entry's night or its message."""
    found = [(f"{entry.name}: {entry.problem()}", "Correct its path in the registry.")] if entry.problem() else []
    try:
        if entry.git:
            head_of(entry.git, entry.branch)
        check_branch(entry)
        if entry.folder().is_dir():
            project, config = resolve_config({"project": entry.name})
            check_tools(config.agents)
            detect_target(project, config)
    except PipelineError as error:
        found.append((f"{entry.name}: {error.what}", error.next_step))
    step = "Set it where `make ui` is started, or install what is named; then `testfix nightly notify`."
    return found + [(f"{entry.name}: notify: {problem}", step) for problem in notification.problems(entry.notify.to)]

"""Renders the fleet for people: one HTML page, lines of text, and the weekly digest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta

import pandas as pd

from testfix_pipeline.analytics.fleet.fleet import Fleet
from testfix_pipeline.analytics.fleet.project_states import ProjectState
from testfix_pipeline.analytics.reports.page import Figure, Section, page, table_of, text_of
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.moments import read_moment
from testfix_pipeline.core.visible_text import visible

WEEK = timedelta(days=7)
SHOWN = 15
_NEED_PEOPLE = ("broken", "red", "waiting")
_PEOPLE = {"project": "project", "state": "state", "since": "since", "waits": "what a person does", "looked_at": "seen"}
_COSTS = {
    **{"project": "project", "state": "state", "tests_fixed": "tests fixed", "cpu_hours": "CPU hours"},
    **{"cpu_minutes_per_test": "CPU minutes a test", "money": "US dollars", "money_per_test": "dollars a test"},
}
_ALL = "testfix fleet --json"


def fleet_page(fleet: Fleet) -> str:
    """The page's HTML."""
    need = [one for one in fleet.projects if one.state in _NEED_PEOPLE]
    costs = sorted(fleet.projects, key=lambda one: (-one.money, -one.cpu_seconds, one.project))
    spent = [one for one in costs if one.money or one.cpu_seconds or one.tests_fixed]
    lasts = f"Of the last {fleet.days} days; CPU time is known of nights only."
    sections = [
        Section("Projects that need a person", "", table_of("fleet", _frame(need), _PEOPLE, "None.", _ALL)),
        Section("Cost of fixed tests", lasts, table_of("fleet", _frame(spent), _COSTS, "Nothing was spent.", _ALL)),
        Section("Now", now_line(fleet)),
    ]
    subtitle = f"{counted(len(fleet.projects), 'project')} at {fleet.at:%Y-%m-%d %H:%M} UTC."
    return page("Test-fix fleet", subtitle, _figures(fleet), sections, "Made by `testfix fleet`.")


def _figures(fleet: Fleet) -> list[Figure]:
    costs = fleet.costs
    states = [Figure(state, str(fleet.count(state))) for state in ("red", "waiting", "broken", "unknown", "green")]
    return [
        *states,
        Figure("tests fixed", text_of(int(costs["tests_fixed"]))),
        Figure("CPU minutes a fixed test", text_of(costs["cpu_hours_per_test"] * 60) or "-"),
        Figure("dollars a fixed test", text_of(costs["money_per_test"]) or "-"),
        Figure("runs queued", str(fleet.now.queued)),
        Figure("runs in progress", str(fleet.now.running)),
    ]


def _frame(states: Sequence[ProjectState]) -> pd.DataFrame:
    columns = [*ProjectState.__dataclass_fields__]
    frame = pd.DataFrame([asdict(one) for one in states], columns=columns)
    fixed = frame["tests_fixed"].astype("float64").where(frame["tests_fixed"] > 0)
    return frame.assign(
        since=frame["since"].str[:16].str.replace("T", " "),
        looked_at=frame["looked_at"].str[:16].str.replace("T", " "),
        cpu_hours=frame["cpu_seconds"].astype("float64") / 3600,
        cpu_minutes_per_test=frame["cpu_seconds"].astype("float64") / 60 / fixed,
        money_per_test=frame["money"].astype("float64") / fixed,
    )


def now_line(fleet: Fleet) -> str:
    """Return the present queue and workers in a sentence."""
    now = fleet.now
    if now.problem:
        return now.problem
    waits = f", the oldest for {now.oldest_s / 60:.0f} min" if now.queued else ""
    runs = f"{counted(now.queued, 'run')} queued{waits}; {counted(now.running, 'run')} in progress"
    return runs + ("." if now.workers is None else f"; {counted(len(now.workers), 'worker')} of Celery.")


def fleet_text(fleet: Fleet) -> str:
    """Return the fleet as lines of text: the page without its layout."""
    costs = fleet.costs
    states = ", ".join(f"{fleet.count(state)} {state}" for state in ("red", "waiting", "broken", "unknown", "green"))
    lines = [f"{counted(len(fleet.projects), 'project')}: {states}"]
    need = [one for one in fleet.projects if one.state in _NEED_PEOPLE]
    lines += [_line(one) for one in need[:SHOWN]]
    lines += [f"  and {len(need) - SHOWN} more: {_ALL}"] if need[SHOWN:] else []
    lines.append(f"{fleet.days} days: {_spent(costs)}")
    lines.append(f"now: {now_line(fleet)}")
    return "\n".join(lines)


def _line(one: ProjectState) -> str:
    since = f" since {one.since[:16].replace('T', ' ')}" if one.since else ""
    return f"  {one.state:<8} {one.project}{since}" + (f": {one.waits}" if one.waits else "")


def _spent(costs: dict[str, float]) -> str:
    fixed = int(costs["tests_fixed"])
    each = (
        f", {costs['cpu_hours_per_test'] * 60:.1f} CPU minutes and ${costs['money_per_test']:.3f} each" if fixed else ""
    )
    return f"{counted(fixed, 'test')} fixed, {costs['cpu_hours']:.1f} CPU hours, ${costs['money']:.2f}{each}"


def digest(fleet: Fleet) -> tuple[str, str]:
    """Return title and body of the weekly message: what turned red or green, what waits, costs of the days."""
    red, waiting = fleet.count("red") + fleet.count("broken"), fleet.count("waiting")
    title = f"testfix: {red} of {counted(len(fleet.projects), 'project')} red, {waiting} waiting for a person"
    lately = [
        one for one in fleet.projects if (moment := read_moment(one.since)) is not None and moment >= fleet.at - WEEK
    ]
    parts = [
        _part("Red for less than a week", [one for one in lately if one.state == "red"]),
        _part("Green for less than a week", [one for one in lately if one.state == "green"]),
        _part("Waiting for a person", [one for one in fleet.projects if one.state in _NEED_PEOPLE]),
        [f"{fleet.days} days: {_spent(fleet.costs)}"],
    ]
    return visible(title), visible("\n".join(line for part in parts for line in part))


def _part(title: str, states: Sequence[ProjectState]) -> list[str]:
    if not states:
        return []
    more = [f"  and {len(states) - SHOWN} more"] if states[SHOWN:] else []
    return [f"{title}:", *(_line(one) for one in states[:SHOWN]), *more]

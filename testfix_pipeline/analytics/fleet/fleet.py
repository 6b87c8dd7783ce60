"""The state of all projects: those of the registry, and those that only the history has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import pandas as pd

from testfix_pipeline.analytics.fleet import project_states
from testfix_pipeline.analytics.nightly.nights import Night, by_project
from testfix_pipeline.registry.registered_projects import Registry

DAYS = 30


@dataclass(frozen=True)
class FleetState:
    """The present state of the fleet. `workers`: names of Celery's workers; None if no broker is set.

    oldest_s: seconds since the longest waiting run was queued.
    """

    queued: int = 0
    running: int = 0
    oldest_s: float = 0.0
    workers: tuple[str, ...] | None = None
    problem: str = ""


@dataclass(frozen=True)
class Fleet:
    """The state of all projects, those that need people first, and the cost of the last `days`."""

    at: datetime
    days: int
    projects: Sequence[project_states.ProjectState]
    now: FleetState = FleetState()

    def count(self, state: str) -> int:
        return sum(one.state == state for one in self.projects)

    @property
    def costs(self) -> dict[str, float]:
        """Return sums over all projects; `per_test` figures are NaN if no test was fixed."""
        fixed = sum(one.tests_fixed for one in self.projects)
        found = {
            "tests_fixed": float(fixed),
            "hours": sum(one.seconds for one in self.projects) / 3600,
            "cpu_hours": sum(one.cpu_seconds for one in self.projects) / 3600,
            "money": sum(one.money for one in self.projects),
        }
        each = {name: found[key] / fixed if fixed else float("nan") for name, key in _PER_TEST}
        return {**found, **each}

    def as_json(self) -> dict[str, Any]:
        """Return the fleet as plain values; unknown ones are None."""
        counts = Counter(one.state for one in self.projects)
        return {
            "at": self.at.isoformat(timespec="seconds"),
            "days": self.days,
            "states": {state: counts[state] for state in project_states.STATES},
            "costs": {name: None if pd.isna(value) else round(value, 6) for name, value in self.costs.items()},
            "now": {**asdict(self.now), "workers": None if self.now.workers is None else list(self.now.workers)},
            "projects": [asdict(one) for one in self.projects],
        }


_PER_TEST = (("cpu_hours_per_test", "cpu_hours"), ("money_per_test", "money"))


def fleet(registry: Registry, nights: Iterable[Night], sessions: pd.DataFrame, at: datetime, days: int = DAYS) -> Fleet:
    """Return the state of all projects. sessions: the history's table with at least `SESSION_COLUMNS`.

    A project registered by a folder and one of the history in that folder are the same.
    """
    oldest = at - timedelta(days=days)
    of_nights = by_project(nights)
    of_paths: dict[str, list[dict[str, Any]]] = {}
    for row in sessions[project_states.SESSION_COLUMNS].to_dict("records"):
        of_paths.setdefault(str(row["project_path"]), []).append({str(name): value for name, value in row.items()})
    found = []
    for entry in registry.entries:
        rows = of_paths.pop(str(entry.folder().resolve()), [])
        state = project_states.project_state(entry.name, _looks(of_nights.get(entry.name, []), rows), oldest)
        problem = entry.problem()
        found.append(replace(state, state="broken", waits=problem) if problem else state)
    found += [project_states.ProjectState(one.name, "broken", waits=str(one.error)) for one in registry.broken]
    found += [
        project_states.project_state(str(rows[0]["project"]), project_states.looks_of_sessions(rows, ()), oldest)
        for rows in of_paths.values()
    ]
    return Fleet(at, days, project_states.in_order(found))


def _looks(nights: Sequence[Night], rows: Sequence[dict[str, Any]]) -> list[project_states.LastLook]:
    delivered = {str(row["session_id"]): str(row["delivered"]) for row in rows}
    known = {night.session_id for night in nights if night.session_id}
    return [*project_states.looks_of_nights(nights, delivered), *project_states.looks_of_sessions(rows, known)]

"""All projects at once: their states, since when, what waits, and what fixed tests cost."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from testfix_pipeline.analytics.fleet.fleet import Fleet, FleetState, fleet
from testfix_pipeline.analytics.fleet.fleet_page import digest, fleet_page, fleet_text
from testfix_pipeline.analytics.fleet.project_states import SESSION_COLUMNS
from testfix_pipeline.analytics.nightly.nights import Night
from testfix_pipeline.analytics.tables.schema import typed
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.registry.project_entry import BrokenEntry, Entry
from testfix_pipeline.registry.registered_projects import Registry

NOW = datetime(2026, 3, 31, tzinfo=UTC)


def night(project: str, day: int, verdict: str, **more: Any) -> Night:
    at = f"2026-03-{day:02d}T02:00:00+00:00"
    return Night(project, at, verdict=verdict, at=at, started=verdict not in ("green", "waiting", "missed"), **more)


def session(path: Path, day: int, outcome: str, **more: Any) -> dict[str, Any]:
    row = {
        **{"project": f"{path.name}-abc123", "project_path": str(path), "session_id": f"WFS-test-{day}"},
        **{"created_at": f"2026-03-{day:02d}T03:00:00+00:00", "outcome": outcome, "delivered": "open"},
        **{"tests_fixed": 0, "seconds": 60.0, "money": 0.5},
    }
    return {**row, **more}


def made(tmp_path: Path, *nights: Night, names: tuple[str, ...] = ("shop",), rows: Any = (), days: int = 30) -> Fleet:
    for name in names:
        (tmp_path / name).mkdir(exist_ok=True)
    registry = Registry(tuple(Entry(name, tmp_path / name) for name in names))
    return fleet(registry, nights, typed("sessions", rows)[SESSION_COLUMNS], NOW, days)


def state(found: Fleet, name: str = "shop") -> tuple[str, str]:
    (one,) = [one for one in found.projects if one.project == name]
    return one.state, one.since[8:10]


@pytest.mark.parametrize(
    ("nights", "expected"),
    [
        ([], ("unknown", "")),
        ([("missed", 3)], ("unknown", "")),
        ([("success", 1), ("blocked", 2), ("busy", 3), ("failed", 4), ("running", 5)], ("red", "02")),
        ([("blocked", 1), ("green", 2), ("error", 3)], ("red", "03")),
        ([("blocked", 1), ("partial", 2), ("green", 3), ("missed", 4)], ("green", "02")),
    ],
)
def test_a_state_lasts_since_the_first_night_of_its_row(tmp_path, nights, expected) -> None:
    assert state(made(tmp_path, *(night("shop", day, verdict) for verdict, day in nights))) == expected


def test_fixes_wait_for_a_person_until_their_branch_is_taken(tmp_path: Path) -> None:
    nights = [
        night("shop", 1, "blocked"),
        night("shop", 2, "success", branch="testfix/x", session_id="WFS-test-2", next="testfix apply"),
        night("shop", 3, "waiting", next="testfix apply"),
    ]
    found = made(tmp_path, *nights)
    assert state(found) == ("waiting", "02") and found.projects[0].waits == "testfix apply"
    taken = [session(tmp_path / "shop", 2, "success", tests_fixed=1, delivered="merged")]
    assert state(made(tmp_path, *nights[:2], rows=taken)) == ("green", "02")


def test_sessions_that_no_night_started_count_too_and_once(tmp_path: Path) -> None:
    nights = [
        night("shop", 2, "success", session_id="WFS-test-2", tests_fixed=3, money=0.5, cpu_seconds=90, seconds=60)
    ]
    rows = [session(tmp_path / "shop", 2, "success", tests_fixed=3), session(tmp_path / "shop", 5, "blocked")]
    rows.append(session(tmp_path / "other", 6, "success", tests_fixed=2))
    found = made(tmp_path, *nights, rows=rows)
    assert state(found) == ("red", "05")
    other = next(one for one in found.projects if one.project == "other-abc123")
    assert other.state == "waiting" and other.waits.startswith("testfix apply --session WFS-test-6 --project")
    assert found.costs["tests_fixed"] == 5 and found.costs["money"] == 1.5
    assert found.costs["money_per_test"] == pytest.approx(0.3)
    assert found.costs["cpu_hours_per_test"] == pytest.approx(90 / 3600 / 5)


def test_costs_are_those_of_the_days_that_were_asked_for(tmp_path: Path) -> None:
    nights = [night("shop", 1, "success", tests_fixed=1, money=5), night("shop", 30, "success", tests_fixed=1, money=1)]
    assert made(tmp_path, *nights, days=7).costs["money"] == 1
    assert made(tmp_path, *nights, days=31).costs["money"] == 6


def test_what_needs_people_is_first_on_the_page_in_the_text_and_in_the_digest(tmp_path: Path) -> None:
    names = ("green", "<red>", "waits")
    nights = [
        night("green", 29, "green"),
        night("<red>", 28, "blocked", next="read the report"),
        night("waits", 2, "success", branch="b", next="testfix apply", tests_fixed=4, cpu_seconds=240),
    ]
    found = made(tmp_path, *nights, names=names)
    broken = Registry(broken=(BrokenEntry("typo", InvalidConfig("It has a typo.", "Correct it.")),))
    found = Fleet(
        NOW, 30, [*fleet(broken, (), typed("sessions", []), NOW).projects, *found.projects], FleetState(3, 1, 600)
    )
    assert [one.state for one in found.projects] == ["broken", "red", "waiting", "green"]
    page = fleet_page(found)
    assert "&lt;red&gt;" in page and "<red>" not in page
    assert page.index("typo") < page.index("&lt;red&gt;") < page.index("waits")
    assert "3 runs queued, the oldest for 10 min; 1 run in progress." in page
    text = fleet_text(found)
    assert text.startswith("4 projects: 1 red, 1 waiting, 1 broken, 0 unknown, 1 green")
    assert "red      <red> since 2026-03-28 02:00: read the report" in text
    assert "4 tests fixed, 0.1 CPU hours, $0.00, 1.0 CPU minutes and $0.000 each" in text
    title, body = digest(found)
    assert title == "testfix: 2 of 4 projects red, 1 waiting for a person"
    first, rest = body.split("Green for less than a week:")
    assert "<red>" in first and "green" in rest and rest.index("typo") < rest.index("waits")


def test_the_json_is_plain_and_says_what_is_not_known(tmp_path: Path) -> None:
    found = made(tmp_path).as_json()
    assert found["states"] == {"broken": 0, "red": 0, "waiting": 0, "unknown": 1, "green": 0}
    assert found["costs"]["money_per_test"] is None and found["now"]["workers"] is None


def test_an_empty_fleet_is_said(tmp_path: Path) -> None:
    found = fleet(Registry(), (), pd.DataFrame(typed("sessions", [])), NOW)
    assert fleet_text(found).startswith("0 projects") and "None." in fleet_page(found)

"""How nights end: the run's outcome beside the night, and people notified through a real server on loopback."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml

from testfix_pipeline.analytics.nightly.nights import Night, note, read_nights
from testfix_pipeline.analytics.nightly.notification import message, wanted
from testfix_pipeline.definitions import defs
from testfix_pipeline.defs.nightly.nightly_reports import report
from testfix_pipeline.defs.nightly.schedules import tonight
from testfix_pipeline.defs.runs.job_runner import instance, run_job
from testfix_pipeline.registry.project_entry import Notify
from testfix_pipeline.registry.registered_projects import Registry
from testfix_pipeline_tests.cycle.projects import broken
from testfix_pipeline_tests.loopback_server import LoopbackHandler, LoopbackServer

NIGHT = datetime(2026, 3, 1, 2, 0, tzinfo=UTC)


class _Answers(LoopbackHandler):
    def do_POST(self) -> None:
        body, service = self.body_text(), self.server.owner
        assert isinstance(service, Service)
        if service.status == 200:
            service.heard.append(json.loads(body))
        self.send(service.status, b"")


class Service(LoopbackServer):
    """What people's chat would be: keeps what it is sent, or refuses it."""

    handler = _Answers

    def __init__(self) -> None:
        super().__init__()
        self.status = 200
        self.heard: list[dict[str, Any]] = []


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as server:
        yield server
        assert server.errors == []


@pytest.fixture
def shop(calc, instance_home, service, monkeypatch) -> Callable[..., Any]:
    """A registered project whose people are notified at an address that stands in a variable."""
    defs.get_repository_def()
    monkeypatch.setenv("TEAM_CHAT", f"{service.address.replace('http', 'json')}/hunter2")

    def make(**fields: Any) -> Any:
        repo = calc("add", name="shop")
        entry = {
            "name": "shop",
            "path": str(repo.root),
            "notify": {"to": ["env:TEAM_CHAT"], "when": "always"},
            **fields,
        }
        (instance_home / "projects.yaml").write_text(yaml.safe_dump({"projects": [entry]}))
        return repo

    return make


def night_of(due: datetime) -> None:
    """A night as the daemon has it: the schedule's request, and its run to the end."""
    (entry,) = Registry.load().entries
    with instance() as opened:
        asked = tonight(entry, due, opened, due)
    if isinstance(asked, dg.RunRequest):
        run_job("fix", dict(asked.run_config), asked.tags)


def reported(now: datetime = NIGHT) -> list[str]:
    with instance() as opened:
        return report(opened, now)


def test_people_hear_what_a_night_came_to(shop: Callable[..., Any], service: Service) -> None:
    repo = shop(publish="patch")
    night_of(NIGHT)
    reported()
    (night,) = read_nights()
    assert (night.verdict, night.pass_rate, night.session_id[:13]) == ("success", 100.0, "WFS-test-fix-")
    assert night.pass_rate_before is not None and night.pass_rate_before < 100
    assert night.branch == f"testfix/{night.session_id}"
    assert Path(night.published).read_text().startswith("diff --git")
    assert night.notified == "notified 1 of 1 addresses"
    (heard,) = service.heard
    assert heard["title"] == "testfix: shop is success (100%)"
    for part in ("→ 100%", night.branch, night.published, f"testfix apply --session {night.session_id}"):
        assert part in heard["message"]
    assert "hunter2" not in json.dumps(heard) + night.notified

    # nobody takes it, then somebody does; then there is nothing to do: no iteration, and no run at all
    night_of(NIGHT + timedelta(days=1))
    repo.git("apply", night.published)
    repo.git("commit", "-qam", "Take the fix")
    for day in (2, 3):
        night_of(NIGHT + timedelta(days=day))
        reported(NIGHT + timedelta(days=day))
    _, waiting, second, third = read_nights()
    assert (waiting.verdict, waiting.started, waiting.is_green) == ("waiting", False, False)
    assert (second.verdict, second.pass_rate, second.branch) == ("success", 100.0, "")
    assert (third.verdict, third.started) == ("green", False)
    assert [one["title"] for one in service.heard[1:]] == [
        *("testfix: shop is waiting", "testfix: shop is success (100%)", "testfix: shop is green")
    ]
    store = repo.root / ".workflow/active" / second.session_id
    assert json.loads((store / ".process/session-result.json").read_text())["iterations"] == 0
    assert not list((store / ".process").glob("*context-package.json"))


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("status", "notified 0 of 1 addresses; address 1 did not take it"),
        ("variable", "notified 0 of 1 addresses; address 1 is not known: the variable TEAM_CHAT is not set"),
        ("address", "notified 0 of 1 addresses; address 1 is none that apprise knows"),
    ],
)
def test_what_can_not_be_reported_is_put_down_and_harms_nothing(shop, service, monkeypatch, fault, said) -> None:
    shop()
    note("shop", NIGHT.isoformat(timespec="minutes"), verdict="failed", reason="The folder is gone.")
    if fault == "status":
        service.status = 500
    elif fault == "variable":
        monkeypatch.delenv("TEAM_CHAT")
    else:
        monkeypatch.setenv("TEAM_CHAT", "nosuch://hunter2")
    reported()
    assert read_nights()[0].notified.startswith(said)
    assert "hunter2" not in read_nights()[0].notified
    assert reported() == []


def test_people_hear_which_fix_to_read_first(shop, service, script) -> None:
    fix = {"files": {"calc.py": broken()}, "confidence": 0.45, "note": "added"}
    shop(agents=[script({"*": fix})])
    night_of(NIGHT)
    reported()
    (heard,) = service.heard
    assert "Read first: IMPL-fix-1 may be wrong (confidence 0.45): added." in heard["message"]


def test_a_run_that_failed_or_never_came_is_the_night_s_end(shop: Callable[..., Any], service: Service) -> None:
    repo = shop()
    repo.commit(
        "no tests", **{"test_calc.py": "import nosuchmodule_of_nobody\n", "conftest.py": "raise SystemExit(3)\n"}
    )
    night_of(NIGHT)
    note("shop", (NIGHT + timedelta(days=1)).isoformat(timespec="minutes"), verdict="running", started=True)
    reported(datetime.now(UTC))
    assert [night.verdict for night in read_nights()] == ["error", "running"]
    reported(datetime.now(UTC) + timedelta(hours=2))
    first, second = read_nights()
    assert (first.notified, second.notified) == ("notified 1 of 1 addresses",) * 2
    assert first.run_id and first.reason and "Traceback" not in first.reason
    assert (second.verdict, second.reason) == ("failed", "No run came of it.")
    assert [one["title"] for one in service.heard] == ["testfix: shop is error", "testfix: shop is failed"]


def test_only_nights_that_people_asked_for_are_reported() -> None:
    def night(verdict: str) -> Night:
        return Night("shop", "2026-03-01T02:00+00:00", verdict)

    def is_notified(when: str, verdict: str, before: str) -> bool:
        return wanted(Notify(("env:X",), when), night(verdict), night(before) if before else None)

    assert [
        is_notified("red", verdict, "") for verdict in ("success", "green", "blocked", "failed", "missed", "busy")
    ] == [*(False, False, True, True, True, True)]
    assert is_notified("changed", "success", "") and is_notified("changed", "blocked", "success")
    assert not is_notified("changed", "green", "success") and not is_notified("changed", "blocked", "blocked")
    assert is_notified("always", "green", "green")
    # Fixes are reported when they are made, not each night they wait.
    fixes = Night("shop", "n", "success", branch="testfix/x")
    assert not wanted(Notify(("env:X",), "changed"), night("waiting"), fixes)
    assert wanted(Notify(("env:X",), "changed"), night("green"), fixes)
    assert not wanted(Notify((), "always"), night("blocked"), None)
    title, body = message(Night("shop", "n", "blocked", "It \x1b[31mfails.", next="look"))
    assert "\x1b" not in title + body and "Next: look" in body

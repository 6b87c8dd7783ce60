"""`testfix nightly`, `testfix prune` and what `testfix doctor` says of the registry."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from testfix_pipeline.analytics.nightly.nights import note
from testfix_pipeline.cli.nightly_commands import nightly
from testfix_pipeline.cli.use_cases import update_use_case
from testfix_pipeline.cli.views import nightly_view
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.standalone.update_report import UpdateTrial


@pytest.fixture
def registered(tmp_path: Path, repository: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "instance"
    place.mkdir()
    monkeypatch.setenv("DAGSTER_HOME", str(place))
    repo = repository("shop", files={"test_a.py": "def test_a():\n    assert True\n"})
    projects = [
        {"name": "shop", "path": str(repo.root), "timezone": "Europe/Berlin", "notify": {"to": ["env:NO_SUCH_NAME"]}},
        {"name": "gone", "path": "nowhere", "schedule": "off"},
        {"name": "far", "git": f"file://{tmp_path}/nowhere", "input": "Test it"},
        {"name": "typo", "path": ".", "budgett": 3},
    ]
    (place / "projects.yaml").write_text(yaml.safe_dump({"projects": projects}))
    return place


def test_nights_are_shown_with_what_is_wrong(registered: Path) -> None:
    note(
        "shop",
        "2026-03-01T02:00+01:00",
        verdict="success",
        started=True,
        reason="Green.",
        pass_rate=100.0,
        next="apply",
    )
    found = nightly_view.show("", datetime(2026, 3, 4, 12, tzinfo=UTC))
    shown = nightly_view.text(found)
    for part in (
        "shop  0 2 * * * Europe/Berlin, next 2026-03-05T02:00+01:00",
        "Nobody was there for 3 nights since",
        "2026-03-01T02:00+01:00     success  100% Green. Next: apply",
        "gone  off, next only by hand\n  ! The folder of the project 'gone' is gone",
        "typo\n  ! Project 'typo'",
    ):
        assert part in shown
    assert [row["project"] for row in nightly_view.show("far")["projects"]] == ["far"]
    with pytest.raises(UsageError, match="No project 'nobody'"):
        nightly_view.show("nobody")
    assert "NO_SUCH_NAME is not set" in nightly_view.send_test_message("shop")
    with pytest.raises(UsageError, match="nobody to tell"):
        nightly_view.send_test_message("far")


@pytest.mark.parametrize(("outcome", "code"), [("holds", 0), ("repaired", 0), ("breaks", 1), ("not tried", 2)])
def test_the_exit_code_of_a_trial_is_that_of_other_commands(monkeypatch, outcome, code) -> None:
    trial = UpdateTrial(project="shop", repository="shop", update="all", outcome=outcome)
    monkeypatch.setattr(update_use_case, "try_releases", lambda *given, **more: trial)
    assert CliRunner().invoke(nightly, ["try", "shop"]).exit_code == code


def test_doctor_says_of_each_project_what_its_night_would_meet(registered: Path) -> None:
    rows = {row["detail"].split(":")[0].removeprefix("Project "): row for row in nightly_view.checks()[1:]}
    assert {row["state"] for row in rows.values()} == {"broken"}
    assert "NO_SUCH_NAME is not set" in rows["shop"]["detail"]
    assert "is gone" in rows["gone"]["detail"]
    assert "can't be reached" in rows["far"]["detail"] and "Check the address" in rows["far"]["next_step"]
    assert "budgett" in next(row["detail"] for name, row in rows.items() if name.startswith("'typo'"))
    text = (registered / "projects.yaml").read_text().replace("env:NO_SUCH_NAME", "json://127.0.0.1:1")
    (registered / "projects.yaml").write_text(text)
    shop = nightly_view.checks()[2]
    assert shop["state"] == "ok" and "shop: fix, next " in shop["detail"]
    (registered / "projects.yaml").write_text("projects: [")
    assert "can't be read" in nightly_view.checks()[0]["detail"]
    (registered / "projects.yaml").unlink()
    assert nightly_view.checks() == []

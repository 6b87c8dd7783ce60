"""Newer releases after a project's night: when they are tried, where the patch goes, and what stays as it is."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml

from testfix_pipeline.analytics.nightly.nights import note, of_project, read_nights
from testfix_pipeline.analytics.nightly.update_trials import latest, try_registered, update_branch
from testfix_pipeline.cli.views import nightly_view
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.definitions import defs
from testfix_pipeline.defs.nightly.update_trials import due
from testfix_pipeline.defs.runs.job_runner import run_job
from testfix_pipeline.registry.registered_projects import Registry
from testfix_pipeline_tests.libraries import install, own_environment, write_wheel

NIGHT = "2026-03-01T02:00+00:00"
NOW = datetime.now(UTC)


@pytest.fixture
def registered(instance_home: Path, repository: Callable[..., Any]) -> Callable[..., Any]:
    """Register a new repository as `shop`, with these keys; the repository."""
    defs.get_repository_def()

    def make(**keys: Any) -> Any:
        repo = repository("shop", files={"test_a.py": "def test_a():\n    pass\n", ".gitignore": ".venv\n"})
        entry = {"name": "shop", "path": str(repo.root), **keys}
        (instance_home / "projects.yaml").write_text(yaml.safe_dump({"projects": [entry]}))
        return repo

    return make


def asked(now: datetime = NOW) -> dict[str, Any] | None:
    """The launch that the sensor asks for; None where it asks for none."""
    (entry,) = Registry.load().entries
    found = due(entry, of_project(read_nights(), "shop"), now)
    return dict(found.run_config) if found is not None else None


def test_newer_releases_are_tried_once_after_each_night_that_is_over(registered: Callable[..., Any]) -> None:
    registered(update="minor")
    assert asked() is None, "there was no night"
    note("shop", NIGHT, verdict="running")
    assert asked() is None
    note("shop", NIGHT, verdict="green")
    assert asked() == {"project": "shop", "update": "minor", "night": NIGHT}
    assert asked(NOW + timedelta(days=2)) is None
    note("shop", NIGHT, update="The suite holds.")
    assert asked() is None


@pytest.mark.parametrize("keys", [{}, {"update": "off"}, {"update": "all", "enabled": False}])
def test_they_are_tried_only_where_that_is_asked_for(registered: Callable[..., Any], keys: dict[str, Any]) -> None:
    registered(**keys)
    note("shop", NIGHT, verdict="green")
    assert asked() is None


def test_a_projects_own_file_may_ask_for_less_and_a_trusted_one_for_more(registered: Callable[..., Any]) -> None:
    repo = registered(update="all")
    note("shop", NIGHT, verdict="green")
    repo.write(".workflow/testfix.yaml", "update: minor\n")
    launch = asked()
    assert launch is not None and launch["update"] == "all", "what the registry says wins"
    registry = Path(nightly_view.show("")["registry"])
    for text, wanted in (("trusted: true", "minor"), ("preset: standard", None)):
        registry.write_text(registry.read_text().replace("update: all", text))
        if wanted is None:
            with pytest.raises(InvalidConfig, match="set update, which only a trusted project may"):
                asked()
        else:
            launch = asked()
            assert launch is not None and launch["update"] == wanted
        registry.write_text(registry.read_text().replace(text, "update: all"))
    with pytest.raises(InvalidConfig, match="update must be off, minor or all"):
        registry.write_text(registry.read_text().replace("update: all", "update: major"))
        raise Registry.load().broken[0].error


def test_that_it_can_not_be_tried_is_noted_and_leaves_the_night_as_it_was(registered: Callable[..., Any]) -> None:
    registered()
    note("shop", NIGHT, verdict="green", reason="All is well.")
    end = run_job("try_update", {"project": "shop", "night": NIGHT})
    (night,) = read_nights()
    assert (end.success, night.verdict, night.is_green) == (True, "green", True)
    assert night.update.startswith("Newer releases (minor) were not tried: Tests run with our own interpreter")


def test_a_patch_becomes_a_branch_of_its_own(registered, repository, tmp_path, monkeypatch) -> None:
    repo, origin = registered(update="all", publish="push"), repository("origin.git", "--bare")
    repo.git("remote", "add", "origin", str(origin.root))
    own = own_environment(tmp_path, repo.root, monkeypatch)
    now = {"__init__.py": "from shapeless.sums import combine\n", "sums.py": "def combine(a, b):\n    return a + b\n"}
    install(own.site, "1.0", now)
    write_wheel(own.wheels, "2.0", {**now, "__init__.py": ""})
    total = "from shapeless import combine\n\n\ndef total(a, b):\n    return combine(a, b)\n"
    test = "from total import total\n\n\ndef test_total():\n    assert total(1, 2) == 3\n"
    head = repo.commit("total", **{"total.py": total, "test_total.py": test})
    note("shop", NIGHT, verdict="green")
    end = run_job("try_update", {"project": "shop", "update": "all", "night": NIGHT})
    assert end.success
    trial = latest("shop")
    assert trial is not None and trial.published == f"origin/{update_branch(trial)}"
    more = trial.model_copy(update={"environment": f"{trial.environment}:/npm/0123"})
    assert update_branch(more) != update_branch(trial), "all environments tell, not only the first one"
    branch = trial.published.removeprefix("origin/")
    assert origin.git("log", "--format=%s", branch).splitlines() == [
        "Keep the tests green with newer releases",
        "total",
        "first",
    ]
    assert origin.git("show", f"{branch}:total.py").startswith("from shapeless.sums import combine\n")
    assert "- shapeless 1.0 → 2.0" in origin.git("log", "-1", "--format=%b", branch)
    assert (repo.git("rev-parse", "HEAD").strip(), repo.git("status", "--porcelain")) == (head, "")
    (night,) = read_nights()
    assert (night.verdict, night.session_id) == ("green", "")
    assert "A patch is green with the present and the new ones. Patch: origin/testfix/update-" in night.update
    shown = nightly_view.text(nightly_view.show("shop", NOW))
    assert "shapeless 1.0 → 2.0, shapeless.combine: " in shown and branch in shown
    (repo.root / "test_a.py").write_text("def test_a():\n    assert 1\n")
    (entry,) = Registry.load().entries
    again = try_registered(entry, "all")
    assert again.outcome == "repaired" and "tried with changes that are not committed" in again.published

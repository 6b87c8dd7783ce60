"""What a launch from the UI or the API accepts, and the sentences that it is refused with before a run exists."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from typer.testing import CliRunner

from testfix_pipeline.cli.app import app
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.definitions import defs
from testfix_pipeline.defs.session.launch import FixLaunch, ResumeLaunch
from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.instance_files import prepare_home
from testfix_pipeline.workspace.sessions.store import SessionStore


def resolved(job: str, **launch: Any) -> dict[str, Any]:
    return dict(dg.validate_run_config(defs.resolve_job_def(job), launch))


@pytest.mark.parametrize("form", [FixLaunch, ResumeLaunch])
def test_every_setting_is_described(form: type[dg.Config]) -> None:
    assert [name for name, field in form.model_fields.items() if not field.description] == []


def test_project_is_all_that_a_fix_needs(calc: Callable[..., Any]) -> None:
    repo = calc("add")
    found = resolved("fix", project=str(repo.root))
    settings = found["ops"]["session"]["config"]["settings"]
    assert settings["project"] == str(repo.root)
    assert settings["agents"] == ["auto"]


def test_project_may_be_called_by_its_registered_name(calc: Callable[..., Any]) -> None:
    repo = calc("add")
    prepare_home(home())
    (home() / "projects.yaml").write_text(f"projects:\n  - name: shop\n    path: {repo.root}\n")
    found = resolved("fix", project="shop")
    assert found["resources"]["settings"]["config"]["project"] == str(repo.root)
    listed = CliRunner().invoke(app, ["status", "--project", "shop", "--json"])
    assert json.loads(listed.output)["project"] == str(repo.root)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"project": "/no/such/folder"}, "There is no folder /no/such/folder"),
        ({"max_iterations": -1}, "max_iterations must be a whole number from 0 to 100"),
        ({"max_iterations": 101}, "max_iterations must be a whole number from 0 to 100"),
        ({"budget_seconds": -5.0}, "budget_seconds must be a number of seconds above 0"),
        ({"agents": ["nobody"]}, "There is no tool 'nobody'"),
        ({"agents": ["recorded:/no/such/file"]}, "/no/such/file can't be read"),
        ({"test_command": "make test"}, "The test command 'make test' is not a call of pytest"),
        ({"session_id": "WFS-../../etc"}, "is not a session id"),
        ({"share": ["../outside"]}, "share must be a list of folders inside the project"),
    ],
)
def test_fix_is_refused_with_a_sentence(calc: Callable[..., Any], wrong: dict[str, Any], sentence: str) -> None:
    launch = {"project": str(calc("add").root), **wrong}
    with pytest.raises(dg.DagsterError) as refused:
        resolved("fix", **launch)
    shown = refused.value.user_code_process_error_infos[0]  # what the UI's dialog gets
    assert sentence in shown.message
    assert shown.stack == []


def test_folder_outside_git_is_refused(tmp_path: Path) -> None:
    with pytest.raises(dg.DagsterError, match="is not in a git repository"):
        resolved("fix", project=str(tmp_path))


@pytest.mark.parametrize("wrong", [{"max_iterationz": 3}, {"max_iterations": "many"}, {"executor": "nomad"}])
def test_unknown_keys_and_wrong_kinds_are_refused_by_the_form(calc: Callable[..., Any], wrong: dict[str, Any]) -> None:
    with pytest.raises(dg.DagsterInvalidConfigError, match=next(iter(wrong))):
        resolved("fix", project=str(calc("add").root), **wrong)


@pytest.mark.parametrize("job", ["execute", "resume"])
@pytest.mark.parametrize("session", ["WFS-nobody", "WFS-../../etc"])
def test_unknown_session_is_refused(calc: Callable[..., Any], job: str, session: str) -> None:
    with pytest.raises(dg.DagsterError, match=r"There is no session WFS-nobody|is not a session id"):
        resolved(job, project=str(calc("add").root), session_id=session)


def test_resume_changes_only_what_is_given(calc: Callable[..., Any]) -> None:
    repo = calc("add")
    record = SessionRecord(session_id="WFS-one", project=str(repo.root), branch="testfix/WFS-one")
    SessionStore(repo.root, "WFS-one").create(record)
    found = resolved("resume", project=str(repo.root), session_id="WFS-one", max_iterations=7)
    settings = found["resources"]["settings"]["config"]
    assert settings["changes"] == {"max_iterations": 7}
    assert settings["session_id"] == "WFS-one"

"""What a launch from the UI or the API accepts, and the sentences that it is refused with before a run exists."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from typer.testing import CliRunner

from testfix_pipeline import cycle
from testfix_pipeline.cli.app import app
from testfix_pipeline.core.configuration.launch_groups import grouped
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.definitions import defs
from testfix_pipeline.defs.session.launch import FixLaunch, ResumeLaunch
from testfix_pipeline.steps.session.ownership import release
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


@pytest.mark.parametrize(
    "wrong",
    [
        *({"max_iterationz": 3}, {"max_iterations": "many"}, {"executor": "nomad"}, {"agents": {"ordre": ["builtin"]}}),
        *({"limits": {"max_iterationz": 3}}, {"limits": {"max_iterations": "many"}}, {"agents": {"executor": "nomad"}}),
        *({"gate": "block"}, {"tests": {"gate": "block"}}),
    ],
)
def test_unknown_keys_and_wrong_kinds_are_refused_by_the_form(calc: Callable[..., Any], wrong: dict[str, Any]) -> None:
    with pytest.raises(dg.DagsterError) as refused:
        resolved("fix", project=str(calc("add").root), **wrong)
    shown = getattr(refused.value, "user_code_process_error_infos", None)
    named = re.findall(r"\w+", str(shown or refused.value))
    last = next(iter(wrong.values()))
    assert (next(iter(last)) if isinstance(last, dict) else next(iter(wrong))) in named


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


GROUPS = ["project", "input", "limits", "agents", "tests", "sandbox", "publish"]


@pytest.mark.parametrize("job", ["fix", "plan", "test_fix", "execute", "resume"])
def test_a_form_begins_with_the_project_and_has_six_groups_with_every_default(job: str) -> None:
    mapping = defs.resolve_job_def(job).config_mapping
    assert mapping is not None and mapping.config_schema is not None
    fields = mapping.config_schema.config_type.fields  # type: ignore[attr-defined]
    assert [name for name in GROUPS if name in fields] == list(fields)
    for name, field in fields.items():
        needed = name == "project" or (name == "input" and job in ("plan", "test_fix"))
        assert field.is_required == needed and field.description, name
        assert field.default_provided != needed and (needed or field.default_value), name


def test_groups_and_flat_keys_stand_for_the_same_launch_and_the_flat_ones_are_named_once(calc) -> None:
    project = str(calc("add").root)
    new = resolved(
        "fix",
        project=project,
        input={"text": "sums", "preset": "quick"},
        limits={"budget_seconds": 60.0},
        agents={"order": ["builtin"], "executor": "multiprocess"},
        sandbox={"network": True, "strict": True},
        tests={"env": {"A": "1"}},
        publish={"accept_doubtful": True},
    )
    flat = {
        **{"input": "sums", "preset": "quick", "budget_seconds": 60.0, "agents": ["builtin"], "strict": True},
        **{"executor": "multiprocess", "sandbox_network": True, "env": {"A": "1"}, "accept_doubtful": True},
    }
    old = resolved("fix", project=project, **flat)
    assert old["ops"] == new["ops"] and old["execution"] == new["execution"]
    settings = new["ops"]["session"]["config"]["settings"]
    assert (settings["max_iterations"], settings["sandbox"]["network"], settings["input"]) == (3, True, "sums")
    notices = [found["resources"]["settings"]["config"]["notice"] for found in (new, old)]
    assert notices[0] == "" and all(f"{name} -> " in notices[1] for name in flat)
    assert grouped({"project": project, **flat})["sandbox"] == {"strict": True, "network": True}
    assert resolved("fix", **grouped({"project": project, **flat})) == new


def test_a_launch_with_flat_keys_warns_once_and_one_with_groups_never(calc, script) -> None:
    project = str(calc("half").root)
    for launch, times in (
        ({"max_iterations": 1, "agents": [script({})]}, 1),
        ({"limits": {"max_iterations": 1}, "agents": {"order": [script({})]}}, 0),
    ):
        with dg.DagsterInstance.get() as opened:
            job = defs.resolve_job_def("fix")
            result = job.execute_in_process({"project": project, **launch}, instance=opened, raise_on_error=False)
            said = [one for one in opened.all_logs(result.run_id) if "Flat keys of a launch" in one.user_message]
        assert result.success and len(said) == times


def left(project: str, session_id: str, status: str) -> None:
    record = {"session_id": session_id, "project": project, "branch": f"testfix/{session_id}", "status": status}
    SessionStore(Path(project), session_id).create(SessionRecord.model_validate(record))


def test_a_launch_without_a_session_means_the_only_one_that_can_go_on_and_else_names_them(calc) -> None:
    project = str(calc("add").root)
    left(project, "WFS-done", "completed")
    with pytest.raises(dg.DagsterError) as refused:
        resolved("resume", project=project)
    assert "No session of" in refused.value.user_code_process_error_infos[0].message
    left(project, "WFS-one", "paused")
    found = resolved("resume", project=project)["resources"]["settings"]["config"]
    assert found["session_id"] == "" and "paused" in found["going_on"]
    left(project, "WFS-two", "blocked")
    with pytest.raises(dg.DagsterError) as refused:
        resolved("resume", project=project)
    assert "WFS-two (blocked), WFS-one (paused)" in refused.value.user_code_process_error_infos[0].message
    with pytest.raises(dg.DagsterError) as refused:
        resolved("execute", project=project)
    assert "is planning or active" in refused.value.user_code_process_error_infos[0].message


def test_a_run_without_a_session_goes_on_with_the_only_one(calc: Callable[..., Any]) -> None:
    repo = calc("half")
    ref = cycle.start({"project": str(repo.root), "agents": ["builtin"]}, "gone")
    release("gone")
    with dg.DagsterInstance.get() as opened:
        job = defs.resolve_job_def("resume")
        result = job.execute_in_process({"project": str(repo.root)}, instance=opened, raise_on_error=False)
        run = opened.get_run_by_id(result.run_id)
    assert result.success and run is not None and run.tags["testfix/session"] == ref.session_id
    assert ref.store.session().status == "completed"

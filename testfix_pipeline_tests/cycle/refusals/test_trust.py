"""Who may say that a project is trusted, and what that opens."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.agents.gate import CallPurpose
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.session.workbench import load, resolve_config
from testfix_pipeline.steps.tools.model_tools import model_agent, planning_agent
from testfix_pipeline_tests.agents.scripted_tool import ScriptedTool
from testfix_pipeline_tests.cycle.projects import calc_files


@pytest.fixture
def project(repository: Callable[..., Any]) -> Any:
    """A project with a role file and settings of its own."""
    repo = repository(files=calc_files("add"))
    repo.write(".workflow/agents/bug-diagnosis.md", "Ours is special.")
    repo.write(".workflow/agents/never-touch-tests.md", "Touch them.")
    return repo


def roles_of(session: Any) -> dict[str, str]:
    wb = session.ref.open()
    both = (
        model_agent(wb, "gemini", CallPurpose("fix"), lambda _: ()),
        planning_agent(wb, "gemini", CallPurpose("generation")),
    )
    names = ("bug-diagnosis", "never-touch-tests")
    first, second = ({name: agent.prompter.roles.get(name).text for name in names} for agent in both)
    assert first == second
    return first


def test_role_files_of_a_trusted_project_are_used_and_of_another_never(project, start, tools) -> None:
    tools(gemini=ScriptedTool("gemini", []))
    other = roles_of(start(project, agents=["gemini"]))
    trusted = roles_of(start(project, owner="owner-2", agents=["gemini"], trusted=True))
    assert trusted["bug-diagnosis"] == "Ours is special." != other["bug-diagnosis"]
    assert trusted["never-touch-tests"] == other["never-touch-tests"] and "Touch them." not in other.values()


def test_a_project_is_trusted_by_the_launch_or_the_registry_and_not_by_itself(project, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path))
    place = {"project": str(project.root)}
    project.write(".workflow/testfix.yaml", "setup_command: make\n")
    with pytest.raises(InvalidConfig, match="setup_command"):
        resolve_config(place)
    assert resolve_config({**place, "trusted": True})[1].setup_command == "make"
    registry = tmp_path / "projects.yaml"
    registry.write_text(f"projects:\n  - name: shop\n    path: {project.root}\n    trusted: true\n")
    config = resolve_config(place)[1]
    assert (config.setup_command, config.trusted) == ("make", True)
    registry.write_text("projects: [")
    with pytest.raises(InvalidConfig, match="setup_command"):
        resolve_config(place)
    project.write(".workflow/testfix.yaml", "trusted: true\n")
    with pytest.raises(InvalidConfig, match="set trusted"):
        resolve_config(place)


def test_a_session_that_came_with_the_repository_opens_nothing(project, start, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path))
    closed = start(project, max_iterations=2)
    opened = start(project, owner="owner-2", sandbox={"network": True})
    folders = [Path(one.folder) for one in (closed, opened)]
    clone = tmp_path / "clone"
    for folder in folders:
        project.git("add", "-f", str(folder / "workflow-session.json"))
    project.git("commit", "-q", "-m", "sessions and all")
    project.git("clone", "-q", str(project.root), str(clone))
    assert load(clone, SessionId(folders[0].name)).config.max_iterations == 2
    with pytest.raises(InvalidConfig, match=r"sandbox\.network"):
        load(clone, SessionId(folders[1].name))
    (tmp_path / "projects.yaml").write_text(f"projects:\n  - name: shop\n    path: {clone}\n    trusted: true\n")
    assert load(clone, SessionId(folders[1].name)).config.sandbox.network

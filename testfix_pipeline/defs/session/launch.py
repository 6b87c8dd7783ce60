"""The launch forms of the jobs: one flat configuration each, with every default visible and described.

A launch is refused here, before a run exists. The mappings run in every process of a run, where they only translate:
the first step then refuses settings that have become invalid since.
"""

from typing import Any, Literal

import dagster as dg
from pydantic import Field

from testfix_pipeline.core.configuration.flat_settings import nested_settings
from testfix_pipeline.core.configuration.presets import PRESET_HELP, Preset, with_preset
from testfix_pipeline.core.configuration.settings import RAISED, CycleConfig, SandboxConfig, for_resume, read_config
from testfix_pipeline.defs.runs import console_logger
from testfix_pipeline.defs.runs.executors import AT_ONCE, EXECUTOR_HELP, Executor, check_executor, execution
from testfix_pipeline.defs.runs.process_role import launches_runs
from testfix_pipeline.defs.session.launch_form import mapping_of, show_refusals
from testfix_pipeline.registry.launch_project import awaits_clone, locate_project
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.session_lookup import PLANNED, STOPPED, find_session
from testfix_pipeline.workspace.shared.remote import check_remote

# The settings that a launch does not show: what it shows under names of its own, what only the CLI does, and what a
# job of its own does.
ELSEWHERE = ("sandbox", "yes", "apply", "update")


def _setting(name: str, description: str = "") -> Any:
    """Return a field of the form with the setting's own default and description."""
    model = SandboxConfig if name.startswith("sandbox_") else CycleConfig
    defined = model.model_fields[name.removeprefix("sandbox_")]
    return Field(default=defined.default, description=description or defined.description)


def _for_resume(name: str, nothing: Any) -> Any:
    """Return a field of the form for a resumed session."""
    return Field(
        default=nothing, description=for_resume(name, {"[]": "empty", "False": "false"}.get(str(nothing), "0"))
    )


class CommonLaunch(dg.Config):
    """What `fix`, `execute` and `resume` share."""

    project: str = Field(
        description="Path of the project's folder, in a git checkout, or its name in the registry (projects.yaml). "
        "What the registry says of it holds wherever this form has the default."
    )
    preset: Preset = Field(default="standard", description=PRESET_HELP)
    executor: Executor = Field(default="in_process", description=EXECUTOR_HELP)
    workers: int = Field(default=AT_ONCE, ge=1, description="Most workers at once, where `remote` is set.")


class FixLaunch(CommonLaunch):
    """Launch of `fix`: repair the failures that are there."""

    remote: str = Field(
        default="",
        description="A git address through which workers that share neither home nor project share the session; empty: "
        "they share both. Without credentials: git's own helpers give them.",
    )
    input: str = Field(default="", description="What this session is about, in a sentence; may stay empty.")
    session_id: str = _setting("session_id", "Id for the new session (WFS-...); empty: one with today's date.")
    max_iterations: int = _setting("max_iterations")
    budget_seconds: float = _setting("budget_seconds")
    budget_calls: int = _setting("budget_calls")
    budget_tokens: int = _setting("budget_tokens")
    budget_money: float = _setting("budget_money")
    iteration_seconds: float = _setting("iteration_seconds")
    iteration_calls: int = _setting("iteration_calls")
    iteration_tokens: int = _setting("iteration_tokens")
    iteration_money: float = _setting("iteration_money")
    agents: list[str] = _setting("agents")
    models: dict[str, str] = _setting("models")
    role_money: dict[str, float] = _setting("role_money")
    agent_logins: bool = _setting("agent_logins")
    endpoint: str = _setting("endpoint")
    endpoint_key: str = _setting("endpoint_key")
    prices: dict[str, list[float]] = _setting("prices")
    analysis_seconds: float = _setting("analysis_seconds")
    fix_seconds: float = _setting("fix_seconds")
    accept_doubtful: bool = _setting("accept_doubtful")
    checks: str = _setting("checks")
    only_tests: list[str] = _setting("only_tests")
    ignored_failures: list[str] = _setting("ignored_failures")
    test_command: str = _setting("test_command")
    results: str = _setting("results")
    python: str = _setting("python")
    env: dict[str, str] = _setting("env")
    share: list[str] = _setting("share")
    setup_command: str = _setting("setup_command")
    suite_timeout_seconds: float = _setting("suite_timeout_seconds")
    test_timeout_seconds: float = _setting("test_timeout_seconds")
    sandbox_network: bool = _setting("sandbox_network")
    sandbox_env: list[str] = _setting("sandbox_env")
    sandbox_read: list[str] = _setting("sandbox_read")
    sandbox_write: list[str] = _setting("sandbox_write")
    strict: bool = _setting("strict")
    trusted: bool = _setting("trusted")


class RunLaunch(FixLaunch):
    """Launch of `test_fix` and `plan`: phases 1 to 5, or 1 to 4, on an input."""

    input: str = Field(description="A finished session (WFS-...), a requirements file (.md) or a sentence.")
    gate: Literal["continue", "block"] = _setting("gate")


class ResumeLaunch(CommonLaunch):
    """Launch of `execute` and `resume`: go on with a session that exists."""

    session_id: str = Field(
        default="",
        description="The session to go on with (WFS-...); empty: the only one that can, or a list of those that can.",
    )
    max_iterations: int = _for_resume("max_iterations", 0)
    agents: list[str] = _for_resume("agents", [])
    accept_doubtful: bool = _for_resume("accept_doubtful", False)
    budget_seconds: float = _for_resume("budget_seconds", 0.0)
    budget_calls: int = _for_resume("budget_calls", 0)
    budget_tokens: int = _for_resume("budget_tokens", 0)
    budget_money: float = _for_resume("budget_money", 0.0)
    iteration_seconds: float = _for_resume("iteration_seconds", 0.0)
    iteration_calls: int = _for_resume("iteration_calls", 0)
    iteration_tokens: int = _for_resume("iteration_tokens", 0)
    iteration_money: float = _for_resume("iteration_money", 0.0)
    analysis_seconds: float = _for_resume("analysis_seconds", 0.0)
    fix_seconds: float = _for_resume("fix_seconds", 0.0)


def cycle_settings(launch: FixLaunch) -> dict[str, Any]:
    """Return the cycle's settings of a flat launch. Raises InvalidConfig or ProjectError."""
    settings = nested_settings(launch.model_dump())
    if not launches_runs():
        return settings
    from testfix_pipeline.planning.project.supported_framework import require_runnable_tests
    from testfix_pipeline.steps.iteration.session_agents import check_tools
    from testfix_pipeline.steps.session.workbench import resolve_config

    if awaits_clone(launch.project):
        config = read_config(settings)
    else:
        project, config = resolve_config(settings)
        require_runnable_tests(project.root, config.test_command, config.results)
    check_tools(config.agents)
    return settings


def run_settings(launch: RunLaunch) -> dict[str, Any]:
    """Return the settings of a run on an input, which is read here so that a bad one is refused early."""
    settings = cycle_settings(launch)
    if launches_runs() and not awaits_clone(launch.project):
        from testfix_pipeline.planning.intake import read_input

        read_input(Project.open(locate_project(launch.project)[1]), launch.input)
    return {**settings, "kind": "run"}


def resume_changes(launch: ResumeLaunch, statuses: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a launch's changes of a session. Raises InvalidConfig, ProjectError or UnknownSession.

    A launch without a session means the only one in one of `statuses`; if there are several, the refusal names them.
    """
    given = {name: getattr(launch, name) for name in RAISED}
    nothing = {name: ResumeLaunch.model_fields[name].default for name in RAISED}
    changes = {name: value for name, value in with_preset(launch.preset, given, nothing).items() if value}
    if not launches_runs():
        return changes
    from testfix_pipeline.steps.iteration.session_agents import check_tools

    read_config(changes)
    check_tools(changes.get("agents", []))
    find_session(Project.open(locate_project(launch.project)[1]).root, launch.session_id or None, statuses)
    return changes


def _folder(project: str) -> str:
    """Return the folder of a project that is named as in the registry; a path unchanged."""
    with show_refusals():
        entry, place = locate_project(project)
    return str(place) if entry is not None else project


def _run_config(launch: FixLaunch | ResumeLaunch, session_id: str, **settings: Any) -> dict[str, Any]:
    if launches_runs():
        with show_refusals():
            check_executor(launch.executor)
    remote = launch.remote if isinstance(launch, FixLaunch) else ""
    if remote:
        with show_refusals():
            check_remote(remote)
    reach = {"executor": launch.executor, "remote": remote, "workers": launch.workers}
    shared = {"project": _folder(launch.project), "session_id": session_id, **reach}
    return {
        "execution": execution(launch.executor),
        "loggers": console_logger.CONFIG,
        "ops": {"cycle": {"ops": {"complete": {"config": {"session_id": launch.session_id}}}}},
        "resources": {"settings": {"config": {**shared, **settings}}},
    }


@mapping_of(FixLaunch)
def fix_config(launch: FixLaunch) -> dict[str, Any]:
    with show_refusals():
        settings = cycle_settings(launch)
    mapped = _run_config(launch, "")
    return {**mapped, "ops": {**mapped["ops"], "session": {"config": {"settings": settings}}}}


@mapping_of(RunLaunch)
def run_config(launch: RunLaunch) -> dict[str, Any]:
    with show_refusals():
        settings = run_settings(launch)
    mapped = _run_config(launch, "")
    return {**mapped, "ops": {**mapped["ops"], "session": {"config": {"settings": settings}}}}


@mapping_of(RunLaunch)
def plan_config(launch: RunLaunch) -> dict[str, Any]:
    with show_refusals():
        settings = run_settings(launch)
    return {**_run_config(launch, ""), "ops": {"session": {"config": {"settings": settings}}}}


def _resume(launch: ResumeLaunch, statuses: tuple[str, ...]) -> dict[str, Any]:
    with show_refusals():
        changes = resume_changes(launch, statuses)
    return _run_config(launch, launch.session_id, changes=changes, going_on=list(statuses))


@mapping_of(ResumeLaunch)
def resume_config(launch: ResumeLaunch) -> dict[str, Any]:
    return _resume(launch, STOPPED)


@mapping_of(ResumeLaunch)
def execute_config(launch: ResumeLaunch) -> dict[str, Any]:
    return _resume(launch, PLANNED)

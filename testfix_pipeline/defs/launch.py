"""What a user fills in to launch a job: one flat configuration each, every default visible and described.

A launch is refused here, before a run exists. The mappings run in every process of a run, so they only look.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import dagster as dg
from dagster._core.errors import DagsterUserCodeProcessError
from dagster._utils.error import SerializableErrorInfo  # type: ignore[attr-defined]
from pydantic import Field

from testfix_pipeline.core.budget import DEFAULT_CALLS, DEFAULT_MONEY, DEFAULT_TOKENS
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.settings import CycleConfig, SandboxConfig, read_config
from testfix_pipeline.defs import console_logger
from testfix_pipeline.execution.runners.pytest_runner import parse_test_command
from testfix_pipeline.planning.intake import read_input
from testfix_pipeline.planning.registered import awaits_clone, located
from testfix_pipeline.steps.tools import check_tools
from testfix_pipeline.steps.workbench import resolve_config
from testfix_pipeline.workspace.repository import Project
from testfix_pipeline.workspace.sessions import find_session

Executor = Literal["in_process", "multiprocess"]
# What a session may be given anew when it goes on.
CHANGES = ("max_iterations", "budget_seconds", "budget_calls", "budget_tokens", "budget_money", "agents")
SANDBOX = ("network", "env", "read", "write")
AT_ONCE = 3
PRELOADED = ["testfix_pipeline.defs.preload", "testfix_pipeline.definitions"]


def _described(name: str, model: type[CycleConfig] | type[SandboxConfig] = CycleConfig) -> str:
    return model.model_fields[name].description or ""


class Launch(dg.Config):
    """What `fix`, `execute` and `resume` share."""

    project: str = Field(
        description="Path of the project's folder, in a git checkout, or its name in the registry (projects.yaml). "
        "What the registry says of it holds wherever this form has the default."
    )
    executor: Executor = Field(
        default="in_process",
        description="in_process: attempts one after another, lowest overhead; multiprocess: attempts at once.",
    )


class FixLaunch(Launch):
    """Launch of `fix`: repair the failures that are there."""

    max_iterations: int = Field(default=0, description=_described("max_iterations"))
    budget_seconds: float = Field(default=3600.0, description=_described("budget_seconds"))
    agents: list[str] = Field(default=["builtin"], description=_described("agents"))
    models: dict[str, str] = Field(default={}, description=_described("models"))
    endpoint: str = Field(default="", description=_described("endpoint"))
    endpoint_key: str = Field(default="TESTFIX_ENDPOINT_KEY", description=_described("endpoint_key"))
    prices: dict[str, list[float]] = Field(default={}, description=_described("prices"))
    budget_calls: int = Field(default=DEFAULT_CALLS, description=_described("budget_calls"))
    budget_tokens: int = Field(default=DEFAULT_TOKENS, description=_described("budget_tokens"))
    budget_money: float = Field(default=DEFAULT_MONEY, description=_described("budget_money"))
    input: str = Field(default="", description="What this session is about, in a sentence; may stay empty.")
    session_id: str = Field(default="", description="Id for the new session (WFS-...); empty: one with today's date.")
    test_command: str = Field(default="", description=_described("test_command"))
    python: str = Field(default="", description=_described("python"))
    env: dict[str, str] = Field(default={}, description=_described("env"))
    share: list[str] = Field(default=[], description=_described("share"))
    setup_command: str = Field(default="", description=_described("setup_command"))
    suite_timeout_seconds: float = Field(default=0.0, description=_described("suite_timeout_seconds"))
    sandbox_network: bool = Field(default=False, description=_described("network", SandboxConfig))
    sandbox_env: list[str] = Field(default=[], description=_described("env", SandboxConfig))
    sandbox_read: list[str] = Field(default=[], description=_described("read", SandboxConfig))
    sandbox_write: list[str] = Field(default=[], description=_described("write", SandboxConfig))
    strict: bool = Field(default=False, description="Refuse to run without the full sandbox.")
    trusted: bool = Field(default=False, description=_described("trusted"))


class RunLaunch(FixLaunch):
    """Launch of `test_fix` and `plan`: phases 1 to 5, or 1 to 4, on an input."""

    input: str = Field(description="A finished session (WFS-...), a requirements file (.md) or a sentence.")
    gate: Literal["continue", "block"] = Field(default="continue", description=_described("gate"))


class ResumeLaunch(Launch):
    """Launch of `execute` and `resume`: go on with a session that exists."""

    session_id: str = Field(description="The session to go on with (WFS-...).")
    max_iterations: int = Field(default=0, description="Most iterations of the cycle from now on; 0: as before.")
    budget_seconds: float = Field(default=0.0, description="Wall time of the whole cycle in seconds; 0: as before.")
    agents: list[str] = Field(default=[], description="Tools in the order they are asked; empty: as before.")
    budget_calls: int = Field(default=0, description="Most calls of models; 0: as before.")
    budget_tokens: int = Field(default=0, description="Most tokens of models; 0: as before.")
    budget_money: float = Field(default=0.0, description="Most money for models, in US dollars; 0: as before.")


@contextmanager
def refused() -> Iterator[None]:
    """A refusal as Dagster's UI and API show it: the sentence and the next step, without any stack."""
    try:
        yield
    except PipelineError as error:
        shown = SerializableErrorInfo(str(error), stack=[], cls_name=type(error).__name__)
        raise DagsterUserCodeProcessError.from_error_info(shown) from error  # type: ignore[no-untyped-call]


def cycle_settings(launch: FixLaunch) -> dict[str, Any]:
    """The settings of the cycle that a flat launch stands for. InvalidConfig or ProjectError where it can't be run."""
    flat = launch.model_dump(exclude={"executor"})
    sandbox = {name: flat.pop(f"sandbox_{name}") for name in SANDBOX}
    if launch.strict:
        sandbox["mode"] = "strict"
    settings = {**flat, "sandbox": sandbox}
    config = read_config(settings) if awaits_clone(launch.project) else resolve_config(settings)[1]
    check_tools(config.agents)
    parse_test_command(config.test_command)
    return settings


def run_settings(launch: RunLaunch) -> dict[str, Any]:
    """The same for a run on an input, which is read here so that it is refused before a run exists."""
    settings = cycle_settings(launch)
    if not awaits_clone(launch.project):
        read_input(Project.open(located(launch.project)[1]), launch.input)
    return {**settings, "kind": "run"}


def resume_changes(launch: ResumeLaunch) -> dict[str, Any]:
    """What a launch changes of a session. InvalidConfig, ProjectError or UnknownSession where it can't go on."""
    given = {name: getattr(launch, name) for name in CHANGES}
    changes = {name: value for name, value in given.items() if value}
    read_config(changes)
    check_tools(launch.agents)
    find_session(Project.open(located(launch.project)[1]).root, launch.session_id, ())
    return changes


def execution(executor: Executor) -> dict[str, Any]:
    """Run config of the executor: one process, or a process per step out of a preloaded fork server."""
    if executor == "in_process":
        return {"config": {"in_process": {}}}
    start = {"forkserver": {"preload_modules": PRELOADED}}
    return {"config": {"multiprocess": {"max_concurrent": AT_ONCE, "start_method": start}}}


def _folder(project: str) -> str:
    """The folder of a project that is called by its name in the registry; a path is what it is."""
    with refused():
        entry, place = located(project)
    return str(place) if entry is not None else project


def _run_config(launch: FixLaunch | ResumeLaunch, session_id: str, **settings: Any) -> dict[str, Any]:
    shared = {"project": _folder(launch.project), "session_id": session_id, "executor": launch.executor}
    return {
        "execution": execution(launch.executor),
        "loggers": console_logger.CONFIG,
        "ops": {"cycle": {"ops": {"complete": {"config": {"session_id": launch.session_id}}}}},
        "resources": {"settings": {"config": {**shared, **settings}}},
    }


@dg.config_mapping
def fix_config(launch: FixLaunch) -> dict[str, Any]:
    with refused():
        settings = cycle_settings(launch)
    mapped = _run_config(launch, "")
    return {**mapped, "ops": {**mapped["ops"], "session": {"config": {"settings": settings}}}}


@dg.config_mapping
def run_config(launch: RunLaunch) -> dict[str, Any]:
    with refused():
        settings = run_settings(launch)
    mapped = _run_config(launch, "")
    return {**mapped, "ops": {**mapped["ops"], "session": {"config": {"settings": settings}}}}


@dg.config_mapping
def plan_config(launch: RunLaunch) -> dict[str, Any]:
    with refused():
        settings = run_settings(launch)
    return {**_run_config(launch, ""), "ops": {"session": {"config": {"settings": settings}}}}


@dg.config_mapping
def resume_config(launch: ResumeLaunch) -> dict[str, Any]:
    with refused():
        changes = resume_changes(launch)
    return _run_config(launch, launch.session_id, changes=changes)

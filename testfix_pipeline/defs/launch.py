"""What a user fills in to launch a job: one flat configuration each, every default visible and described."""

from pathlib import Path
from typing import Any, Literal

import dagster as dg
from pydantic import Field, field_validator

from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.settings import CycleConfig, read_config
from testfix_pipeline.defs import console_logger
from testfix_pipeline.workspace.repository import Project

Executor = Literal["in_process", "multiprocess"]


def _described(name: str) -> str:
    return CycleConfig.model_fields[name].description or ""


class Limits(dg.Config):
    """The settings that `fix`, `execute` and `resume` share."""

    project: str = Field(description="Path of the project's folder, in a git checkout.")
    max_iterations: int = Field(default=0, ge=0, le=100, description=_described("max_iterations"))
    budget_seconds: float = Field(default=3600.0, gt=0, description=_described("budget_seconds"))
    agents: list[str] = Field(default=["builtin"], description=_described("agents"))
    executor: Executor = Field(
        default="in_process",
        description="in_process: attempts one after another, lowest overhead; multiprocess: attempts at once.",
    )

    @field_validator("project")
    @classmethod
    def _is_a_project(cls, value: str) -> str:
        try:
            Project.open(Path(value).expanduser())
        except PipelineError as error:
            raise ValueError(str(error)) from error
        return value


class FixLaunch(Limits):
    """Launch of `fix`: repair the failures that are there."""

    input: str = Field(default="", description="What this session is about, in a sentence; may stay empty.")
    session_id: str = Field(default="", description="Id for the new session (WFS-...); empty: fix-<date>.")
    test_command: str = Field(default="", description=_described("test_command"))
    python: str = Field(default="", description=_described("python"))
    env: dict[str, str] = Field(default={}, description=_described("env"))
    share: list[str] = Field(default=[], description=_described("share"))
    setup_command: str = Field(default="", description=_described("setup_command"))
    suite_timeout_seconds: float = Field(default=0.0, ge=0, description=_described("suite_timeout_seconds"))
    sandbox_network: bool = Field(default=False, description="Let tests use the network; loopback always works.")
    sandbox_env: list[str] = Field(default=[], description="Names of our environment's variables that tests may see.")
    sandbox_read: list[str] = Field(default=[], description="More paths that tests may read.")
    sandbox_write: list[str] = Field(default=[], description="More paths that tests may write.")
    strict: bool = Field(default=False, description="Refuse to run without the full sandbox.")


class ResumeLaunch(Limits):
    """Launch of `execute` and `resume`: go on with a session that exists."""

    session_id: str = Field(description="The session to go on with (WFS-...).")


def cycle_settings(launch: FixLaunch) -> dict[str, Any]:
    """The settings of the cycle that a flat launch stands for; refused here where they are absurd."""
    flat = launch.model_dump(exclude={"executor"})
    sandbox = {name: flat.pop(f"sandbox_{name}") for name in ("network", "env", "read", "write")}
    if flat["strict"]:
        sandbox["mode"] = "strict"
    settings = {**flat, "sandbox": sandbox}
    read_config(settings)
    return settings


def execution(executor: Executor) -> dict[str, Any]:
    """Run config of the executor: one process, or a process per step out of a preloaded fork server."""
    if executor == "in_process":
        return {"config": {"in_process": {}}}
    start = {"forkserver": {"preload_modules": ["testfix_pipeline.defs.preload"]}}
    return {"config": {"multiprocess": {"max_concurrent": 3, "start_method": start}}}


@dg.config_mapping
def fix_config(launch: FixLaunch) -> dict[str, Any]:
    return {
        "execution": execution(launch.executor),
        "loggers": console_logger.CONFIG,
        "ops": {"session": {"config": {"settings": cycle_settings(launch)}}},
        "resources": {"settings": {"config": {"project": launch.project, "executor": launch.executor}}},
    }


@dg.config_mapping
def resume_config(launch: ResumeLaunch) -> dict[str, Any]:
    changes = {name: getattr(launch, name) for name in ("max_iterations", "budget_seconds", "agents")}
    return {
        "execution": execution(launch.executor),
        "loggers": console_logger.CONFIG,
        "ops": {"cycle": {"ops": {"complete": {"config": {"session_id": launch.session_id}}}}},
        "resources": {
            "settings": {
                "config": {
                    "project": launch.project,
                    "session_id": launch.session_id,
                    "executor": launch.executor,
                    "changes": changes,
                }
            }
        },
    }

"""The executors of a run's steps, chosen by name at launch. One that needs an extra is imported when it is used."""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import dagster as dg

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.defs.runs.celery_settings import BROKER, RESULTS, SETTINGS
from testfix_pipeline.defs.runs.dagster_internals import process_config
from testfix_pipeline.defs.runs.shared_runs import SharedRunExecutor

Executor = Literal["in_process", "multiprocess", "celery", "k8s", "docker"]
AT_ONCE = 3
PRELOADED = [f"testfix_pipeline.{name}" for name in ("defs.runs.preload", "definitions", "cycle", "agents.builtin")]
EXECUTOR_HELP = (
    "in_process: attempts one after another, lowest overhead; multiprocess: attempts at once; celery: on workers, "
    f"by the broker in {BROKER}; k8s, docker: as Dagster's executors of these names."
)


@dataclass(frozen=True)
class ExecutorKind:
    """An executor of Dagster: its module and name, our extra that installs it, and its run config.

    variables: environment variables that it requires.
    """

    module: str
    attribute: str
    extra: str = ""
    config: Mapping[str, Any] = field(default_factory=dict)
    variables: tuple[str, ...] = ()


EXECUTORS: dict[str, ExecutorKind] = {
    "in_process": ExecutorKind("dagster", "in_process_executor"),
    "multiprocess": ExecutorKind(
        "dagster",
        "multiprocess_executor",
        config={"max_concurrent": AT_ONCE, "start_method": {"forkserver": {"preload_modules": PRELOADED}}},
    ),
    "celery": ExecutorKind(
        "dagster_celery",
        "celery_executor",
        extra="celery",
        config={"broker": {"env": BROKER}, "config_source": SETTINGS},
        variables=(BROKER,),
    ),
    "k8s": ExecutorKind("dagster_k8s", "k8s_job_executor", extra="k8s"),
    "docker": ExecutorKind("dagster_docker", "docker_executor", extra="docker"),
}


def execution(name: Executor) -> dict[str, Any]:
    """Return the run config of an executor. It contains names of variables, not addresses with passwords."""
    config = dict(EXECUTORS[name].config)
    if name == "celery":
        config["backend"] = {"env": RESULTS if os.environ.get(RESULTS) else BROKER}
    return {"config": {name: config}}


def check_executor(name: Executor) -> None:
    """Raise InvalidConfig if the executor's extra is not installed or its environment is not set."""
    row = EXECUTORS[name]
    if importlib.util.find_spec(row.module) is None:
        raise InvalidConfig(
            f"The executor {name} is not installed.", f"Run pip install 'testfix-pipeline[{row.extra}]'."
        )
    missing = [variable for variable in row.variables if not os.environ.get(variable)]
    if missing:
        raise InvalidConfig(
            f"The executor {name} needs {' and '.join(missing)} in the environment.",
            "Set it where Dagster runs and where the workers do, such as redis://HOST:6379/0.",
        )


def _requirements(config: Any) -> list[Any]:
    return [] if "in_process" in config else list(dg.multiple_process_executor_requirements())


# An optional executor checks its own settings once it is imported.
_SCHEMA = {
    "in_process": dg.in_process_executor.config_schema.as_field(),
    "multiprocess": dg.multiprocess_executor.config_schema.as_field(),
    **{
        name: dg.Field(dg.Permissive())  # type: ignore[no-untyped-call]
        for name, row in EXECUTORS.items()
        if row.extra
    },
}


@dg.executor(
    name="by_name",
    config_schema=dg.Field(dg.Selector(_SCHEMA), default_value={"multiprocess": {}}),  # type: ignore[no-untyped-call]
    requirements=_requirements,
)
def executor_by_name(context: dg.InitExecutorContext) -> dg.Executor:
    """The executor that the run config names. Raises InvalidConfig if its extra is not installed."""
    ((name, given),) = context.executor_config.items()
    check_executor(name)  # type: ignore[arg-type]
    row = EXECUTORS[name]
    chosen: dg.ExecutorDefinition = getattr(importlib.import_module(row.module), row.attribute)
    config = _resolve_settings(chosen, given) if row.extra else given
    made: dg.Executor = chosen.executor_creation_fn(  # type: ignore[misc]
        dg.InitExecutorContext(context.job, chosen, config, context.instance)  # type: ignore[arg-type]
    )
    return SharedRunExecutor(made)


def _resolve_settings(chosen: dg.ExecutorDefinition, given: Any) -> Any:
    """Return the settings in the executor's form: with its defaults, and values from the environment."""
    resolved = process_config(chosen.config_schema.config_type, given)
    if not resolved.success:
        reasons = " ".join(one.message for one in resolved.errors or [])
        raise InvalidConfig(f"The executor {chosen.name} refuses its settings: {reasons}", "Correct them.")
    return resolved.value

"""The flat settings that a launch shows (CLI, Dagster's form), and the settings of a cycle that they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from testfix_pipeline.core.configuration.presets import with_preset
from testfix_pipeline.core.configuration.settings import CycleConfig, SandboxConfig

SANDBOX = ("network", "env", "read", "write")
# What a launch says of the run itself.
_OF_THE_RUN = ("preset", "executor", "remote", "workers")


def nested_settings(launch: Mapping[str, Any]) -> dict[str, Any]:
    """The cycle's settings: preset applied, `sandbox_*` and `strict` moved into `sandbox`. KeyError: no such preset."""
    given = {name: value for name, value in launch.items() if name not in _OF_THE_RUN}
    flat = with_preset(launch.get("preset", "standard"), given, CycleConfig().model_dump())
    closed = SandboxConfig().model_dump()
    sandbox = {name: flat.pop(f"sandbox_{name}", closed[name]) for name in SANDBOX}
    if flat.get("strict"):
        sandbox["mode"] = "strict"
    return {**flat, "sandbox": sandbox}

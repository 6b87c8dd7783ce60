"""Merges settings by priority: launch, project registry, the project's own file.

The project's file is as untrusted as its code: it may only restrict, unless the registry or the launch calls the
project trusted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from testfix_pipeline.core.configuration.settings import LIMITS, UPDATES, CycleConfig, SandboxConfig, read_config
from testfix_pipeline.core.configuration.tool_names import expanded
from testfix_pipeline.core.cycle_rules.budget import DEFAULT_ITERATIONS
from testfix_pipeline.core.errors import InvalidConfig

__all__ = ["CycleConfig", "SandboxConfig", "merge_config", "read_config", "without_defaults"]

Settings = Mapping[str, Any]
_TABLES = ("sandbox", "env", "models", "prices", "role_money")
# Limits of which zero stands for none.
_OPEN_AT_ZERO = ("iteration_seconds", "iteration_calls", "iteration_tokens", "iteration_money")
# What a project may say of itself: how its tests run and which checks it has, inside whatever contains them.
_ITS_OWN = frozenset({"test_command", "results", "env", "share", "checks"})
# Settings by which a project could spend, run, reach or change something that nobody granted it.
_GRANTED = frozenset(
    {
        *("project", "input", "session_id", "only_tests", "python", "setup_command", "yes", "apply"),
        *("models", "prices", "endpoint", "endpoint_key", "agent_logins", "trusted"),
        *("accept_doubtful", "role_money", "ignored_failures"),
    }
)


def merge_config(
    launch: Settings, registry: Settings | None = None, project_file: Settings | None = None, trusted: bool = False
) -> CycleConfig:
    """The settings of a cycle: launch > registry > project file > default; tables are merged by key.

    A key that is absent is not given; see `without_defaults` for a launch that always sends every key. InvalidConfig
    on an unknown or absurd setting in any source, and where an untrusted project's file asks for more than it may.
    """
    granted = read_config(_overlaid(registry or {}, launch))
    if not project_file:
        return granted
    read_config(project_file)
    own = project_file if trusted else _check_narrowing(project_file, granted)
    return read_config(_overlaid(_overlaid(own, registry or {}), launch))


def without_defaults(settings: Settings) -> dict[str, Any]:
    """Return the settings that differ from their defaults, from a form with every default filled in."""
    default = CycleConfig().model_dump()
    given = {key: value for key, value in settings.items() if key not in default or value != default[key]}
    if isinstance(given.get("sandbox"), Mapping):
        closed = default["sandbox"]
        given["sandbox"] = {k: v for k, v in given["sandbox"].items() if k not in closed or v != closed[k]}
    return given


def _overlaid(lower: Settings, upper: Settings) -> dict[str, Any]:
    merged = {**lower, **upper}
    for table in _TABLES:
        below, above = lower.get(table), upper.get(table)
        if isinstance(below, Mapping) and isinstance(above, Mapping):
            merged[table] = {**below, **above}
    return merged


def _check_narrowing(own: Settings, granted: CycleConfig) -> dict[str, Any]:
    """Return the settings of an untrusted project's file. Raises InvalidConfig for one that it may not set."""
    wanted = read_config(own)
    allowed: dict[str, Any] = {key: own[key] for key in _ITS_OWN & own.keys()}
    for key in sorted(own.keys() - _ITS_OWN):
        if key in LIMITS:
            allowed[key] = _lower(key, wanted, granted)
        elif key == "sandbox":
            allowed[key] = _check_closed(own[key], wanted, granted)
        elif key in _GRANTED or not _narrows(key, wanted, granted):
            raise _not_granted(key)
        else:
            allowed[key] = own[key]
    return allowed


def _lower(key: str, wanted: CycleConfig, granted: CycleConfig) -> Any:
    if key in _OPEN_AT_ZERO:
        return min((limit for limit in (getattr(wanted, key), getattr(granted, key)) if limit), default=0)
    default = DEFAULT_ITERATIONS if key == "max_iterations" else 0
    return min(getattr(wanted, key) or default, getattr(granted, key) or default)


def _narrows(key: str, wanted: CycleConfig, granted: CycleConfig) -> bool:
    """Whether a setting only restricts: fewer tools, fewer updates to try, a blocking gate, strictness."""
    if key == "agents":
        return set(expanded(wanted.agents)) <= set(expanded(granted.agents))
    if key == "update":
        return UPDATES.index(wanted.update) <= UPDATES.index(granted.update)
    return bool(getattr(wanted, key) in ("block", True)) or getattr(wanted, key) == getattr(granted, key)


def _check_closed(own: Settings, wanted: CycleConfig, granted: CycleConfig) -> dict[str, Any]:
    """Return the sandbox settings if none of them opens anything. Raises InvalidConfig otherwise."""
    for key in sorted(own):
        asked, given = getattr(wanted.sandbox, key), getattr(granted.sandbox, key)
        closes = set(asked) <= set(given) if isinstance(asked, list) else asked in (given, "strict", False)
        if not closes:
            raise _not_granted(f"sandbox.{key}")
    return dict(own)


def _not_granted(name: str) -> InvalidConfig:
    return InvalidConfig(
        f"The project's own files set {name}, which only a trusted project may.",
        "Give the setting at launch or in the registry, or say there that the project is trusted.",
    )

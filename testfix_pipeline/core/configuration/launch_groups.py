"""The groups of a launch's form, and the flat names of its settings on the command line.

A setting has the same name in its group as on the command line. Flat keys of earlier saved configurations are accepted.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from testfix_pipeline.core.configuration.settings import unknown_setting

PROJECT = "project"
_OF_AGENTS = (
    *("models", "role_money", "agent_logins", "endpoint", "endpoint_key", "prices"),
    *("executor", "remote", "workers"),
)
# By group: the name of each setting there, and its name in a flat launch where that is another one.
GROUPS: Mapping[str, Mapping[str, str]] = {
    "input": {"text": "input", "session_id": "session_id", "preset": "preset"},
    "limits": {
        name: name
        for name in (
            *("max_iterations", "budget_seconds", "budget_calls", "budget_tokens", "budget_money"),
            *("iteration_seconds", "iteration_calls", "iteration_tokens", "iteration_money"),
            *("analysis_seconds", "fix_seconds"),
        )
    },
    "agents": {"order": "agents", **{name: name for name in _OF_AGENTS}},
    "tests": {
        name: name
        for name in (
            *("only_tests", "test_command", "results", "python", "env", "share", "setup_command", "gate"),
            *("ignored_failures", "suite_timeout_seconds", "test_timeout_seconds"),
        )
    },
    "sandbox": {
        **{name: f"sandbox_{name}" for name in ("network", "env", "read", "write")},
        **{name: name for name in ("strict", "trusted")},
    },
    "publish": {name: name for name in ("accept_doubtful", "checks")},
}
WORDS = {
    "input": "What the session is about.",
    "limits": "How long it may take, and what models may cost.",
    "agents": "Who analyses and fixes, and where.",
    "tests": "How the tests run, and which are to be repaired.",
    "sandbox": "What the tests may reach.",
    "publish": "What may land, and which checks are repaired.",
}


@dataclass(frozen=True)
class Flat:
    """A launch by flat names, and the names that were given flat, for a warning that says where they are now."""

    values: Mapping[str, Any]
    given_flat: tuple[str, ...] = ()

    @property
    def warning(self) -> str:
        """One sentence on all flat keys; "" if there are none."""
        if not self.given_flat:
            return ""
        listed = ", ".join(f"{name} -> {places()[name]}" for name in self.given_flat)
        return f"Flat keys of a launch are older: they are accepted, and have places in groups now: {listed}."


@functools.cache
def places() -> Mapping[str, str]:
    """Return the place of each flat name in the form, as GROUP.NAME."""
    return {flat: f"{group}.{name}" for group, names in GROUPS.items() for name, flat in names.items()}


def flat_launch(given: Mapping[str, Any], known: Collection[str]) -> Flat:
    """Return a filled-in form by flat names. known: the launch's names. InvalidConfig names an unknown key."""
    values: dict[str, Any] = {}
    flat = []
    for key, value in given.items():
        if key == PROJECT:
            values[key] = value
        elif key in GROUPS and isinstance(value, Mapping):
            values.update(_of_group(key, value, known))
        elif key in places() and key in known:
            flat.append(key)
        else:
            raise unknown_setting(str(key), sorted([PROJECT, *GROUPS]), str(key))
    return Flat({**values, **{name: given[name] for name in flat}}, tuple(flat))


def _of_group(group: str, given: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    there = {name: flat for name, flat in GROUPS[group].items() if flat in known}
    for name in given:
        if name not in there:
            raise unknown_setting(f"{group}.{name}", sorted(there), str(name))
    return {there[name]: value for name, value in given.items()}


def grouped(launch: Mapping[str, Any]) -> dict[str, Any]:
    """Return a flat launch in the form's groups; names without a group stay at the top."""
    found: dict[str, Any] = {}
    for name, value in launch.items():
        place = places().get(name)
        group, _, inner = place.partition(".") if place else ("", "", "")
        if name in GROUPS and isinstance(value, Mapping):
            found.setdefault(name, {}).update(value)
        elif group:
            found.setdefault(group, {})[inner] = value
        else:
            found[name] = value
    return found

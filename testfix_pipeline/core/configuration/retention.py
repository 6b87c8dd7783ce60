"""Decides how long the data of sessions and runs is kept.

Rows of the history always stay. A session somebody works on, the newest of each project, and one whose fixes reached
no other branch stay whatever the limits say; the last only where `unmerged` is not `remove`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from testfix_pipeline.core.configuration.settings import unknown_setting
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.test_ids import SessionId

MIB = 1 << 20


class Policy(BaseModel):
    """The limits; 0 means none. Defaults: two months, the last 50 sessions."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    enabled: bool = Field(True, description="Whether the weekly schedule prunes; `testfix prune` works all the same.")
    session_days: int = Field(60, ge=0, description="Days that an ended session's folder, branch and refs are kept.")
    session_count: int = Field(50, ge=0, description="Most ended sessions kept per project, the newest.")
    session_mib: int = Field(2048, ge=0, description="Most MiB of ended sessions per project, the newest kept.")
    work_days: int = Field(7, ge=0, description="Days that an ended session's worktrees and mirror are kept.")
    run_days: int = Field(60, ge=0, description="Days that Dagster's runs, their events and logs are kept.")
    run_count: int = Field(2000, ge=0, description="Most of Dagster's runs kept, the newest.")
    partition_count: int = Field(10_000, ge=0, description="Most sessions in the list of partitions that the UI shows.")
    night_days: int = Field(120, ge=0, description="Days that nights are kept, but for each project's latest.")
    unmerged: str = Field("keep", pattern="^(keep|remove)$", description="keep or remove results that nobody took.")


def read_policy(given: Any) -> Policy:
    """The policy as the registry gives it; nothing is the default, `off` switches the schedule off.

    InvalidConfig names the key and what would be right.
    """
    if given is None:
        return Policy()
    if given is False or given == "off":
        return Policy(enabled=False)
    if not isinstance(given, Mapping):
        raise InvalidConfig("It is no mapping.", "Write limits such as `session_days: 60`, or `off`.")
    for key in given:
        if key not in Policy.model_fields:
            raise unknown_setting(str(key), list(Policy.model_fields), str(key))
    try:
        return Policy.model_validate(dict(given))
    except ValidationError as invalid:
        key = str(invalid.errors()[0]["loc"][0])
        wanted = {"enabled": "true or false", "unmerged": "keep or remove"}.get(key, "a whole number, 0 for no limit")
        raise InvalidConfig(f"{key} can't be {str(given[key])[:60]!r}.", f"Write {wanted}.") from None


@dataclass(frozen=True)
class RetainedSession:
    """A session's age in days, its size, and why it must stay (empty: it need not)."""

    name: SessionId
    days: float
    size: int
    stays: str = ""


def sessions_over(policy: Policy, sessions: Sequence[RetainedSession]) -> list[tuple[RetainedSession, str]]:
    """Return the result of `sessions_to_go`, and sessions over a limit that must stay, each with its limit."""
    gone = {one.name: why for one, why in sessions_to_go(policy, sessions)}
    over = {one.name: why for one, why in sessions_to_go(policy, [replace(one, stays="") for one in sessions])}
    why = {one.name: (over if one.stays else gone).get(one.name, "") for one in sessions}
    return [(one, why[one.name]) for one in sessions if why[one.name]]


def sessions_to_go(policy: Policy, sessions: Sequence[RetainedSession]) -> list[tuple[RetainedSession, str]]:
    """Return the sessions of one project to remove, oldest first, each with the limit that it exceeds.

    Sessions that must stay count towards the limits, as they use the disk as well.
    """
    gone: list[tuple[RetainedSession, str]] = []
    number, size = 0, 0
    for one in sorted(sessions, key=lambda one: one.days):
        why = _over(policy, one, number + 1, size + one.size)
        if why and number and not one.stays:
            gone.append((one, why))
        else:
            number, size = number + 1, size + one.size
    return gone[::-1]


def _over(policy: Policy, one: RetainedSession, number: int, size: int) -> str:
    if policy.session_days and one.days > policy.session_days:
        return f"{one.days:.0f} days old, over {policy.session_days}"
    if policy.session_count and number > policy.session_count:
        return f"beyond the newest {policy.session_count}"
    if policy.session_mib and size > policy.session_mib * MIB:
        return f"it and newer ones are over {policy.session_mib} MiB"
    return ""

"""The roles of tools: `agents` may name other tools for one of them, written ROLE=TOOL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

Role = Literal["plan", "fix", "explore", "generate"]
ROLES: tuple[Role, ...] = get_args(Role)
# The roles of what is asked before the cycle; all else there is planning.
_GENERATING = ("generation", "gate-repair")


def role_before_cycle(question: str) -> Role:
    """Return the role that answers a question before the cycle."""
    return "generate" if question in _GENERATING else "plan"


def split_role(name: str) -> tuple[Role | None, str]:
    """Return role and tool of `fix=codex`; None and the name where it has no role."""
    head, equals, tool = name.partition("=")
    return next(((role, tool) for role in ROLES if equals and role == head), (None, name))


def of_role(names: Sequence[str], role: Role) -> list[str]:
    """Return the tools that the setting `agents` names for a role; none where the order of all applies."""
    return [tool for own, tool in map(split_role, names) if own == role]


def without_role(names: Sequence[str], default: str) -> list[str]:
    """Return the tools without a role, in order; the default where none is named and a role has no entry."""
    named = [split_role(name) for name in names]
    order, roles = [tool for role, tool in named if role is None], {role for role, _ in named}
    return order or ([default] if roles and not roles >= {*ROLES} else [])


def names_of_table(value: Any) -> Any:
    """Return a table of roles and tools as the list that it stands for; any other value as it is."""
    if not isinstance(value, Mapping):
        return value
    pairs = ((role, one) for role, tools in value.items() for one in (tools if isinstance(tools, list) else [tools]))
    return [f"{role}={tool}" for role, tool in pairs]

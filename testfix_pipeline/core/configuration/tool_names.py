"""The names of tools in settings: `auto`, `builtin`, `gemini:some-model`, `endpoint:URL#MODEL`, `replay:FILE`...

A tool is always identified by its whole name: two models of one command line are two tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from testfix_pipeline.core.configuration.agent_names import (
    AUTO,
    BUILTIN,
    MODELS,
    agents,
    automatic_names,
    check_loaded,
    model_names,
)
from testfix_pipeline.core.configuration.agent_roles import ROLES, Role, of_role, split_role, without_role
from testfix_pipeline.core.errors import InvalidConfig

# `model` is an installed agent whose calls of a model we make, `agent` one with its own way of working.
AgentKind = Literal["agent", "model", "recorded", "replay"]

_FILES: dict[str, AgentKind] = {"recorded": "recorded", "replay": "replay"}


@dataclass(frozen=True)
class ToolName:
    """A parsed name. `program`: the name of an installed agent; `rest`: the text after the colon."""

    text: str
    kind: AgentKind
    program: str = ""
    rest: str = ""

    @property
    def reads_files(self) -> bool:
        """Whether the tool reads and writes files; a server only gets the prompt."""
        return not self.program or agents().loaded[self.program].reads_files


def parse_tool(text: str) -> ToolName:
    """Raises InvalidConfig for a tool that is not installed or can't be loaded, or that lacks its file or address."""
    head, colon, rest = text.partition(":")
    if head in _FILES and rest:
        return ToolName(text, _FILES[head], rest=rest)
    check_loaded(head)
    entry = agents().loaded.get(head)
    if entry is not None and (rest and (entry.default_model or entry.address) if colon else not entry.needs_address):
        return ToolName(text, "model" if entry.asks_model else "agent", head, rest)
    raise InvalidConfig(f"There is no tool {text!r}.", _those_there_are())


def _those_there_are() -> str:
    installed, models = agents().loaded, model_names()
    alone = {name for name, entry in installed.items() if not entry.needs_address}
    named = [*models, *sorted(alone - {BUILTIN, *models})]
    with_model = [name for name in named if installed[name].default_model]
    addressed = "".join(
        f"`{name}:{installed[name].address}`, " for name in sorted(installed) if installed[name].address
    )
    return (
        f"Use `{AUTO}`, {_quoted([BUILTIN, *named])} ({', '.join(with_model)} also as NAME:MODEL), `{MODELS}` for "
        f"{', '.join(models)}, {addressed}`recorded:FILE` for scripted answers, or `replay:FILE` for a "
        "recorded session; install the package of any other."
    )


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def expanded(names: Sequence[str]) -> list[str]:
    """Return the tools of all roles: the order of those without one, then the roles' own; see `tools_for`."""
    return _expanded([*without_role(names, AUTO), *(split_role(name)[1] for name in names)])


def tools_for(names: Sequence[str], role: Role) -> list[str]:
    """Return the tools for a role in order: its own, else those without a role."""
    return _expanded(of_role(names, role) or without_role(names, AUTO))


def tools_by_role(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the tools without a role, under "", and those of each role that has its own."""
    found: dict[str, list[str]] = {
        "": _expanded(without_role(names, AUTO)),
        **{role: _expanded(of_role(names, role)) for role in ROLES},
    }
    return {role: tools for role, tools in found.items() if tools}


def _expanded(names: Sequence[str]) -> list[str]:
    """Return the names with `models` and `auto` replaced by their agents, in order and without repetitions.

    `models` stands for the documents' agents, `auto` (which asks only the usable ones) for these, then the other agents
    with a rank, then the built-in engine; `auto:one+another` names the first of the others. Raises InvalidConfig for
    one that is none.
    """
    return list(dict.fromkeys(one for name in names for one in _group(name)))


def _group(name: str) -> list[str]:
    if name == MODELS:
        return model_names()
    if not is_auto(name):
        return [name]
    first = [one for one in name.partition(":")[2].split("+") if one]
    others = [one for one in automatic_names() if one not in model_names()]
    if wrong := sorted({*first} - {*others}):
        raise InvalidConfig(
            f"`{name}` orders {', '.join(wrong)}, which can't be.",
            f"Order these, with `+` between: {', '.join(others)}.",
        )
    return [*model_names(), *first, *others, BUILTIN]


def is_auto(name: str) -> bool:
    """Whether a name is `auto`, with or without an order."""
    return name.partition(":")[0] == AUTO


def automatic(names: Sequence[str]) -> set[str]:
    """Return the tools that only `auto` names, which are skipped if they can't be used."""
    written = [*without_role(names, AUTO), *(split_role(name)[1] for name in names)]
    named = set(_expanded([name for name in written if not is_auto(name)]))
    return set(_expanded(written)) - named - {BUILTIN}

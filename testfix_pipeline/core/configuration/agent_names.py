"""The installed agents, from the entry-point group `testfix.agents`: ours and those of other packages."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.plugins import Plugins, load_plugins, registered

GROUP = "testfix.agents"
BUILTIN, MODELS, AUTO = "builtin", "models", "auto"
# Words of the setting `agents` with a meaning of their own: no package can register them.
RESERVED = frozenset({MODELS, AUTO, "recorded", "replay"})
_NAME = re.compile(r"[a-z][a-z0-9_.-]*")


@dataclass(frozen=True, kw_only=True)
class AgentEntry:
    """The properties of an agent that settings need.

    default_model: its model unless another is named; "" if it takes none. cheap_model: that of the three fixers of an
    exploratory iteration; "" for the same. auto_rank: its place among the agents of
    `auto` and `models`, the lowest first; None if it must be named. in_models: False if only `auto` asks it. address:
    the form of the text after its name if that is no model, such as URL#MODEL; "" for none. needs_address: whether it
    requires one. reads_files: whether it reads files besides its prompt.
    """

    default_model: str = ""
    cheap_model: str = ""
    auto_rank: int | None = None
    in_models: bool = True
    address: str = ""
    needs_address: bool = False
    reads_files: bool = True

    @property
    def asks_model(self) -> bool:
        """Whether its calls use the budget, the journal and the prompts of tools that call models."""
        return False


@functools.cache
def agents() -> Plugins[AgentEntry]:
    """All installed agents by name, and those that can't be loaded."""
    found = load_plugins(GROUP, _checked)
    for name in [name for name in found.loaded if name in RESERVED or not _NAME.fullmatch(name)]:
        del found.loaded[name]
        found.broken[name] = f"{name!r} can't be the name of an agent"
    return found


def _checked(found: Any) -> AgentEntry:
    if not isinstance(found, AgentEntry):
        raise TypeError(f"a RegisteredAgent is wanted, not {type(found).__name__}")
    return found


def listed_names() -> list[str]:
    """The names of installed agents, the built-in engine first. Nothing is imported for it, so some may be broken."""
    names = {entry.name for entry in registered(GROUP)} - RESERVED - {BUILTIN}
    return [BUILTIN, *sorted(names)]


def automatic_names() -> list[str]:
    """The agents that `auto` stands for, in the order they are asked."""
    ranked = [(entry.auto_rank, name) for name, entry in agents().loaded.items() if entry.auto_rank is not None]
    return [name for _, name in sorted(ranked)]


def model_names() -> list[str]:
    """The agents that `models` stands for, in the order they are asked."""
    return [name for name in automatic_names() if agents().loaded[name].in_models]


def default_model(name: str) -> str:
    """The model of an agent if none is configured; "" if it takes none."""
    entry = agents().loaded.get(name)
    return entry.default_model if entry is not None else ""


def cheap_name(name: str, models: Mapping[str, str]) -> str:
    """Return an agent with its cheap model, where neither its name nor the settings say which it is asked for."""
    entry = agents().loaded.get(name)
    cheap = entry.cheap_model if entry is not None and name not in models else ""
    return f"{name}:{cheap}" if cheap else name


def takes_address(name: str) -> bool:
    """Whether an installed agent accepts an address, or the like, after its name."""
    entry = agents().loaded.get(name)
    return entry is not None and bool(entry.address)


def needs_address(name: str) -> bool:
    """Whether an installed agent requires an address, or the like, after its name."""
    entry = agents().loaded.get(name)
    return entry is not None and entry.needs_address


def check_loaded(name: str) -> None:
    """Raise InvalidConfig with the error of an agent that is installed and can't be loaded."""
    if name in agents().broken:
        raise InvalidConfig(
            f"The agent {name!r} can't be loaded: {agents().broken[name]}.",
            "Repair, update or uninstall its package, or leave it out of `agents`.",
        )

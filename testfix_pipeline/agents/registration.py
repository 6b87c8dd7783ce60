"""What a package registers in the entry-point group `testfix.agents`, and the context that an agent is opened with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from testfix_pipeline.agents.calls import Caller
from testfix_pipeline.core.agent_protocol.protocol import Agent
from testfix_pipeline.core.change_history import Change
from testfix_pipeline.core.configuration.agent_names import AgentEntry, agents
from testfix_pipeline.core.configuration.setting_sources import CycleConfig
from testfix_pipeline.core.configuration.tool_names import ToolName
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.records import Attempt
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject

if TYPE_CHECKING:
    from testfix_pipeline.repair.engine import Progress
    from testfix_pipeline.repair.validation.warm_start import WarmStart

# Returns a tool's caller by its name, the session's settings, and a folder for conversations (None: not stored).
MakeCaller = Callable[[ToolName, CycleConfig, Path | None], Caller]


@dataclass(frozen=True)
class AgentContext:
    """The session and commit that an agent is opened for.

    name: as in the setting `agents`; the agent's own `name` must be the same. model: after the colon, else as
    configured, else the default. target: the project and how its tests run. coverage: records the lines of each
    test, and returns the tests that a search uses in a large suite (None: all). counted: the lines of failing tests
    that other frameworks than pytest run, in a clean checkout of the commit. warm: lends the warm processes of the
    commit to a search, started over a checkout if one is given and there are none; else None. changes: recent
    commits. landed: fixes of earlier sessions. earlier: required library versions before an update, for the
    project's folder in a checkout. on_progress, cancel: for a search. over_caller: an agent over the registered
    caller.
    """

    name: str
    model: str
    config: CycleConfig
    target: TargetProject
    coverage: Callable[[], tuple[CoverageMap, Sequence[TestId] | None]]
    counted: Callable[[Path, Sequence[TestId]], CoverageMap]
    warm: Callable[[Path | None], AbstractContextManager[WarmStart | None]]
    changes: Callable[[], list[Change]]
    landed: Callable[[], list[Attempt]]
    earlier: Callable[[Path], Mapping[str, str]]
    on_progress: Callable[[Progress], None]
    cancel: Callable[[], bool]
    over_caller: Callable[[], Agent]


def over_caller(context: AgentContext) -> Agent:
    """Return an agent that asks through the registered caller: behind the budget, with its prompts and journal."""
    return context.over_caller()


def _any_address(address: str) -> None:
    """Accept any address, if its syntax is unknown."""


@dataclass(frozen=True, kw_only=True)
class RegisteredAgent(AgentEntry):
    """An agent as its entry point names it.

    open: opens it for a commit of a session. caller: how it asks a model, if it does; `open` is then optional. check:
    raises InvalidConfig for an unusable address.
    """

    open: Callable[[AgentContext], Agent] = over_caller
    caller: MakeCaller | None = None
    check: Callable[[str], None] = _any_address

    @property
    def asks_model(self) -> bool:
        return self.caller is not None


def registered_agent(name: str) -> RegisteredAgent:
    """Return the registered agent of that name, which must be installed."""
    found = agents().loaded[name]
    if not isinstance(found, RegisteredAgent):
        raise InvalidConfig(f"The agent {name!r} is no RegisteredAgent.", "Update its package.")
    return found


def makes_no_calls(name: str) -> bool:
    """Whether a tool is an installed agent that asks no model, so that no call records its work."""
    found = agents().loaded.get(name.partition(":")[0])
    return found is not None and not found.asks_model


def open_agent(context: AgentContext, program: str) -> Agent:
    """Return the opened agent of that name. Raises InvalidConfig if it has another name."""
    agent = registered_agent(program).open(context)
    if agent.name != context.name:
        what = f"The agent {context.name!r} calls itself {agent.name!r}."
        raise InvalidConfig(what, "Its `name` must be that of the context it is opened with; update its package.")
    return agent

"""The tools of a session: who analyses and who fixes, in which order (SPEC 6.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from testfix_pipeline.agents.builtin import NAME as BUILTIN
from testfix_pipeline.agents.builtin import BuiltinAgent
from testfix_pipeline.agents.chain import Analysis, analyse
from testfix_pipeline.agents.recorded import PREFIX, RecordedAgent
from testfix_pipeline.core.agents import AgentAnswer, AnalysisRequest, FixAnswer, FixRequest
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.refusal import causes_by_iteration
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.steps.measuring import ensure_coverage
from testfix_pipeline.steps.progress import searching
from testfix_pipeline.steps.workbench import Workbench
from testfix_pipeline.workspace.history import recent_changes
from testfix_pipeline.workspace.landed import landed_before


class Agent(Protocol):
    """Planner and worker in one."""

    @property
    def name(self) -> str: ...

    def analyse(self, request: AnalysisRequest) -> AgentAnswer: ...

    def fix(self, request: FixRequest) -> FixAnswer: ...


def check_tools(names: list[str]) -> None:
    """InvalidConfig for a tool nobody knows or a record that can't be read, before a session is opened."""
    for name in names:
        if name.startswith(PREFIX):
            RecordedAgent(Path(name.removeprefix(PREFIX)))
        elif name != BUILTIN:
            raise InvalidConfig(
                f"There is no tool {name!r}.", f"Use `{BUILTIN}`, or `{PREFIX}FILE` to replay recorded answers."
            )


def tool(wb: Workbench, name: str, commit: str) -> Agent:
    """A tool ready to work on a commit of the session."""
    if name.startswith(PREFIX):
        return RecordedAgent(Path(name.removeprefix(PREFIX)))
    return built_in(wb, commit)


def tool_named(wb: Workbench, name: str, commit: str) -> Agent:
    """The configured tool that calls itself `name`; the built-in engine where none does."""
    for configured in wb.config.agents:
        if configured.startswith(PREFIX):
            agent = RecordedAgent(Path(configured.removeprefix(PREFIX)))
            if agent.name == name:
                return agent
    return built_in(wb, commit)


def built_in(wb: Workbench, commit: str) -> BuiltinAgent:
    """The repair engine with the recorded coverage of a commit; recording it is part of the analysis."""
    ensure_coverage(wb, commit)
    coverage = wb.coverage(commit) or CoverageMap({}, {})
    changes = partial(recent_changes, wb.mirror.git, commit, wb.target.subdir)
    landed = partial(landed_before, wb.project.root, wb.session_id)
    progress = partial(searching, wb.session_id)
    return BuiltinAgent(target=wb.target, coverage=coverage, changes=changes, landed=landed, on_progress=progress)


def ask(wb: Workbench, request: AnalysisRequest, *, rotate: bool) -> Analysis:
    """The analysis that counts. `rotate`: start with another tool than usual, because the usual one got stuck."""
    names = list(wb.config.agents)
    if rotate and len(names) > 1:
        names = [*names[1:], names[0]]
    commit = wb.mirror.tip
    wanted = [tool(wb, name, commit) for name in names]
    earlier = causes_by_iteration(request.history, request.iteration)
    found = analyse(wanted, _Lazy(wb, commit), request, earlier)
    # A wish for the built-in engine alone is no degradation.
    return replace(found, degraded=False) if names == [BUILTIN] else found


class _Lazy:
    """The built-in engine as the end of the chain, made ready only when it is really asked."""

    name = BUILTIN

    def __init__(self, wb: Workbench, commit: str) -> None:
        self._make: Callable[[], BuiltinAgent] = partial(built_in, wb, commit)

    def analyse(self, request: AnalysisRequest) -> AgentAnswer:
        return self._make().analyse(request)

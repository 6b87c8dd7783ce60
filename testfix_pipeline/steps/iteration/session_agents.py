"""Opens the tools of a session: which analyse and which fix, in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from testfix_pipeline.agents.circuit_breaker import is_failure
from testfix_pipeline.agents.gate import CallPurpose
from testfix_pipeline.agents.recorded_agent import RecordedAgent
from testfix_pipeline.agents.registration import AgentContext, makes_no_calls, open_agent
from testfix_pipeline.agents.replay import Recording
from testfix_pipeline.agents.tool_chain import ChainAnswer, analyse
from testfix_pipeline.agents.tree_files import record_files, write_files
from testfix_pipeline.core.agent_protocol.answer_refusal import causes_by_iteration
from testfix_pipeline.core.agent_protocol.call_journal import JournalLine
from testfix_pipeline.core.agent_protocol.protocol import Agent as Agent
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer, AnalysisRequest, FixAnswer, parse_strategy
from testfix_pipeline.core.configuration.agent_names import BUILTIN, cheap_name
from testfix_pipeline.core.configuration.agent_roles import Role
from testfix_pipeline.core.configuration.tool_names import ToolName, expanded, parse_tool
from testfix_pipeline.core.cycle_rules.triage import code_failures
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.steps.measurement.search_coverage import search_coverage
from testfix_pipeline.steps.measurement.update_findings import required_before
from testfix_pipeline.steps.session.progress_list import report_detail, searching
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.tools import model_tools
from testfix_pipeline.workspace.git.change_history import recent_changes
from testfix_pipeline.workspace.sessions.landed_fixes import landed_before

if TYPE_CHECKING:
    from testfix_pipeline.repair.validation.warm_start import WarmStart


def check_tools(names: list[str]) -> None:
    """Raise InvalidConfig for an unknown tool or an unreadable record, before a session is opened."""
    for name in expanded(names):
        parsed = parse_tool(name)
        if parsed.kind == "recorded":
            RecordedAgent(Path(parsed.rest))
        else:
            model_tools.check_model_tool(parsed)


def open_tool(wb: Workbench, name: str, commit: str, where: CallPurpose) -> Agent:
    """Open a tool to work on a commit of the session."""
    parsed = parse_tool(name)
    if parsed.kind == "recorded":
        return RecordedAgent(Path(parsed.rest))
    over_caller = partial(model_tools.model_agent, wb, name, where, partial(_suspicious_points, wb, commit))
    return open_agent(_context(wb, parsed, commit, over_caller), parsed.program) if parsed.program else over_caller()


def fix_purpose(task: Task) -> CallPurpose:
    """Return the purpose of the calls for a fix task; those of an exploratory iteration have a role of their own."""
    role: Role = "explore" if task.meta.strategy == "exploratory" else "fix"
    return CallPurpose("fix", task.meta.iteration, task.id, role)


def fix_workers(wb: Workbench, name: str, commit: str, where: CallPurpose) -> list[Callable[[], Agent]]:
    """Return functions that open the workers for a fix task: those of its role, else from the planning tool on.

    Three at once get the cheap models of the latter. The engine is the last one.

    A tool's own name may differ from its configured one; each tool is opened when it is needed.
    """
    # the planning tool and those after it; none where the engine planned
    names = [one for one in model_tools.tools_of(wb, where.iteration) if one != BUILTIN]
    called = [_tool_name(one) for one in names]
    usual = names[called.index(name) :] if name in called else []
    chosen = model_tools.fixers_of(wb, where.iteration, where.task, where.role or "fix")
    if not chosen:
        chosen = [cheap_name(one, wb.config.models) for one in usual] if where.role == "explore" else usual
    if chosen != usual:
        fields = {"iteration": where.iteration, "task": where.task, "role": where.role, "tools": chosen}
        model_tools.journal(wb).note(JournalLine.model_validate({"event": "chain", **fields}))
    asked = [partial(open_tool, wb, one, commit, where) for one in chosen if one != BUILTIN]
    return [*asked, partial(built_in_engine, wb, commit)]


def _tool_name(name: str) -> str:
    parsed = parse_tool(name)
    return RecordedAgent(Path(parsed.rest)).name if parsed.kind == "recorded" else name


def built_in_engine(wb: Workbench, commit: str) -> Agent:
    """Return the repair engine with the recorded coverage of a commit; recording it is part of the analysis."""
    return open_tool(wb, BUILTIN, commit, CallPurpose("", 0))


def _context(wb: Workbench, name: ToolName, commit: str, over_caller: Callable[[], Agent]) -> AgentContext:
    return AgentContext(
        name=name.text,
        model=name.rest or wb.config.model_of(name.program),
        config=wb.config,
        target=wb.target,
        coverage=partial(_coverage, wb, commit),
        counted=partial(_counted, wb, commit),
        warm=partial(_warm_processes, wb, commit),
        changes=partial(recent_changes, wb.mirror.git, commit, wb.project.subdir),
        landed=partial(landed_before, wb.project.root, wb.session_id),
        earlier=partial(required_before, wb),
        on_progress=partial(searching, wb),
        cancel=lambda: wb.target.deadline.left <= 0,
        over_caller=over_caller,
    )


def _coverage(wb: Workbench, commit: str) -> tuple[CoverageMap, Sequence[TestId] | None]:
    known = search_coverage(wb, commit)
    return known.coverage, known.scope


def _counted(wb: Workbench, commit: str, tree: Path, failing: Sequence[TestId]) -> CoverageMap:
    # imported late, as the engine is
    from testfix_pipeline.steps.measurement.failing_test_lines import counted_lines

    return counted_lines(wb, commit, tree, failing)


def _warm_processes(wb: Workbench, commit: str, tree: Path | None) -> AbstractContextManager[WarmStart | None]:
    from testfix_pipeline.steps.measurement.warm_processes import warm_processes

    return warm_processes(wb, commit, (lambda: tree) if tree is not None else None)


def record_for_search(wb: Workbench) -> None:
    """Record the coverage for the first search in advance, if the built-in engine makes that search."""
    first = model_tools.tools_of(wb, 1)[:1] == [BUILTIN] and not wb.state().iterations
    if first and code_failures(wb.results().failures):
        search_coverage(wb, wb.mirror.tip)


def _suspicious_points(wb: Workbench, commit: str, request: AnalysisRequest) -> Sequence[str]:
    """Return the measured suspicious places of the failing tests, as information for a model."""
    answer = built_in_engine(wb, commit).analyse(replace(request, alternatives=1))
    points = [point for one in parse_strategy(answer.payload or {}) for point in one.modification_points]
    return list(dict.fromkeys(points))


def ask_chain(wb: Workbench, request: AnalysisRequest, *, rotate: bool) -> ChainAnswer:
    """Return the accepted analysis. `rotate`: start with another tool than usual, because the usual one is stuck."""
    names = model_tools.tools_of(wb, request.iteration)
    if rotate and len(names) > 1 and model_tools.recording_of(wb.config) is None:
        names = [*names[1:], names[0]]
    commit, where = wb.mirror.tip, CallPurpose("analysis", request.iteration, role="plan")
    record = model_tools.journal(wb)
    record.note(JournalLine(event="chain", iteration=request.iteration, tools=names))
    wanted = [_LazyAgent(_tool_name(name), partial(open_tool, wb, name, commit, where)) for name in names]
    earlier = causes_by_iteration(request.history, request.iteration)
    found = analyse(wanted, _LazyAgent(BUILTIN, partial(built_in_engine, wb, commit)), request, earlier)
    for refusal in found.refusals:
        about = {"tool": refusal.tool, "rule": refusal.rule, "why": refusal.reason}
        record.note(JournalLine.model_validate({"event": "refused", **vars(where), **about}))
    if found.degraded and found.refusals:
        report_detail(wb, f"every wanted tool was refused ({found.refusals[-1].reason}); the built-in engine answers")
    # The analysis is not degraded if no other tool was wanted or usable.
    return replace(found, degraded=False) if set(names) <= {BUILTIN} else found


class _LazyAgent:
    """A tool of the chain that is opened on its first call; one that can't be opened counts as crashed."""

    def __init__(self, name: str, make: Callable[[], Agent]) -> None:
        self.name = name
        self._make = make

    def analyse(self, request: AnalysisRequest) -> AgentAnswer:
        return self._make().analyse(request)


def why_failed(wb: Workbench, agent: Agent, where: CallPurpose, answer: FixAnswer) -> str:
    """Return why a worker could not be asked or stopped without a change; "" if its answer counts."""
    if answer.status != "blocked":
        return ""
    lines = model_tools.journal(wb).lines()
    mine = [line for line in lines if line.tool == agent.name and CallPurpose.of(line) == where]
    last = next((line for line in reversed(mine) if line.event in ("answered", "not_asked")), None)
    if last is None or (last.event == "answered" and not is_failure(last.kind, last.http_status)):
        return ""
    why = last.why or last.kind
    report_detail(wb, f"{agent.name} did not carry out {where.task}: {why}")
    return why


def recorded_work(wb: Workbench, agent: Agent, where: CallPurpose) -> JournalLine | None:
    """Return the recorded work of a worker that makes no calls, if the session is a replay; else None."""
    recording: Recording | None = model_tools.recording_of(wb.config)
    return recording.work(agent.name, where.task) if recording is not None and makes_no_calls(agent.name) else None


def repeat_work(line: JournalLine, tree: Path) -> FixAnswer:
    """Repeat the recorded work of a worker in a worktree."""
    write_files(tree, line.files)
    return FixAnswer(**{**line.answer, "interrupted": False})


def record_work(wb: Workbench, agent: Agent, where: CallPurpose, tree: Path, answer: FixAnswer) -> None:
    """Record the work of a worker that makes no calls; the work of the others is in their recorded calls."""
    if makes_no_calls(agent.name):
        files = record_files(tree, wb.mirror.changed_paths(tree))
        fields = {"event": "worked", "tool": agent.name, **vars(where), "answer": asdict(answer), "files": files}
        model_tools.journal(wb).note(JournalLine.model_validate(fields))

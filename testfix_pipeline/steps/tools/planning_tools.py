"""Asks the wanted tools for a plan before the cycle, in order, behind the same gate as in the cycle.

The built-in planner is the last of the chain here, too. A question returns a value, or the reasons of the refusals; the
result is `degraded` only if a tool was wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from testfix_pipeline.agents.calls import ToolReply
from testfix_pipeline.agents.gate import CallPurpose
from testfix_pipeline.agents.planning_agent import Question, QuestionResult, Read
from testfix_pipeline.core.agent_protocol.answer_refusal import Refusal
from testfix_pipeline.core.agent_protocol.call_journal import JournalLine
from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.configuration.agent_roles import role_before_cycle
from testfix_pipeline.core.configuration.tool_names import parse_tool
from testfix_pipeline.steps.session.progress_list import report_detail
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.tools.model_tools import journal, look_once, planning_agent, recording_of, usable

T = TypeVar("T")
PLANNING = 0
"""The iteration number of the phases before the first iteration, for budgets."""


def nothing() -> None:
    """Do nothing before the next tool is asked."""


@dataclass(frozen=True)
class PlanningAnswer(Generic[T]):
    """The answer of the tool chain. tool: its author, "builtin" if none answered. note: a problem of the answer."""

    value: T | None = None
    tool: str = BUILTIN
    refusals: list[Refusal] = field(default_factory=list)
    note: str = ""

    @property
    def degraded(self) -> bool:
        """Whether tools were wanted and all of them were refused."""
        return self.value is None and bool(self.refusals)

    @property
    def reasons(self) -> list[str]:
        return [f"{one.tool} was refused: {one.reason}" for one in self.refusals]


def wanted_tools(wb: Workbench, role: str) -> list[str]:
    """Return the model tools to ask before the built-in planner; in a replay, those that were asked."""
    recording = recording_of(wb.config)
    if recording is not None:
        return recording.planning_tools(role)
    look_once(wb)
    names = usable(wb, role_before_cycle(role))
    before = names[: names.index(BUILTIN)] if BUILTIN in names else names
    return [name for name in before if parse_tool(name).kind == "model"]


def ask_tools(
    wb: Workbench,
    question: Question,
    read: Callable[[ToolReply], Read[T]],
    task: str = "",
    ready: Callable[[], None] = nothing,
) -> PlanningAnswer[T]:
    """Ask the wanted tools in order until one gives a usable answer.

    ready: resets the checkout before the next tool.
    """
    names = wanted_tools(wb, question.role)
    where = CallPurpose(question.role, PLANNING, task, role_before_cycle(question.role))
    refusals: list[Refusal] = []
    if names:
        journal(wb).note(JournalLine.model_validate({"event": "chain", **vars(where), "tools": names}))
    for name in names:
        ready()
        asked = _ask_tool(wb, name, where, question, read)
        if asked.value is not None:
            return PlanningAnswer(asked.value, name, refusals, asked.note)
        if asked.refusal is not None:
            refusals.append(asked.refusal)
            refusal = asked.refusal
            about = {"tool": refusal.tool, "rule": refusal.rule, "why": refusal.reason}
            journal(wb).note(JournalLine.model_validate({"event": "refused", **vars(where), **about}))
    if refusals:
        report_detail(
            wb, f"every wanted tool was refused for {question.role} ({refusals[-1].reason}); it is done built in"
        )
    return PlanningAnswer(refusals=refusals)


def _ask_tool(
    wb: Workbench, name: str, where: CallPurpose, question: Question, read: Callable[[ToolReply], Read[T]]
) -> QuestionResult[T]:
    """Return the result of one tool; if it or the reader of its answer raises, it counts as crashed."""
    try:
        return planning_agent(wb, name, where).ask(question, read)
    except Exception as error:
        return QuestionResult(
            None, Refusal("crash", f"{name} ended without an answer: {type(error).__name__}: {error}", name)
        )

"""Calls a chain of tools until a result is not refused; the built-in engine is the last one.

Only this module decides whether an answer is good: by its parsed content, never by a tool's claims.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.agent_protocol.answer_reading import parse_strategy
from testfix_pipeline.core.agent_protocol.answer_refusal import Refusal, refuse_answer
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer, AnalysisRequest, Planner
from testfix_pipeline.core.errors import BudgetSpent
from testfix_pipeline.core.task_records import FixStrategy


@dataclass(frozen=True)
class ChainAnswer:
    """The accepted result, its tool, and the earlier refusals with reasons; `refused`: their answers, in that order."""

    tool: str
    answer: AgentAnswer
    strategies: list[FixStrategy]
    refusals: list[Refusal] = field(default_factory=list)
    degraded: bool = False
    refused: list[AgentAnswer] = field(default_factory=list)


def analyse(
    wanted: Sequence[Planner], built_in: Planner, request: AnalysisRequest, earlier_causes: Sequence[Collection[str]]
) -> ChainAnswer:
    """Ask the wanted tools in order. If all are refused, the built-in engine answers, and the analysis is degraded.

    The built-in engine's own answer is accepted if no tool is left: it only contains measurements.
    """
    refusals: list[Refusal] = []
    refused: list[AgentAnswer] = []
    for planner in wanted:
        answer = _analyse_safely(planner, request)
        refusal = None
        if planner.name != built_in.name or answer.kind == "crash":
            refusal = refuse_answer(answer, earlier_causes)
        if refusal is None:
            return ChainAnswer(planner.name, answer, parse_strategy(answer.payload or {}), refusals, refused=refused)
        refusals.append(refusal)
        refused.append(answer)
    answer = built_in.analyse(request)
    return ChainAnswer(built_in.name, answer, parse_strategy(answer.payload or {}), refusals, True, refused)


def _analyse_safely(planner: Planner, request: AnalysisRequest) -> AgentAnswer:
    """A tool's result; a tool that raises counts as crashed, and the next one is called."""
    try:
        return planner.analyse(request)
    except BudgetSpent:
        raise
    except Exception as error:
        return AgentAnswer(tool=planner.name, kind="crash", raw=f"{type(error).__name__}: {error}")

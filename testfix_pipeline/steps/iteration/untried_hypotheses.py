"""Tries the remaining hypotheses of an earlier analysis of the same tree before a new analysis."""

from __future__ import annotations

from collections.abc import Sequence

from testfix_pipeline.agents.hypotheses import without_repetitions
from testfix_pipeline.agents.tool_chain import ChainAnswer
from testfix_pipeline.core.agent_protocol.answer_refusal import is_concrete
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer
from testfix_pipeline.core.configuration.tool_names import BUILTIN
from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.task_records import FixStrategy
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench


class UntriedHypotheses(Record):
    """The hypotheses that the analysis of `iteration` left untried, for these tests on this tree."""

    iteration: int
    tool: str
    model: str = ""
    tree: str
    tests: list[TestId]
    strategies: list[FixStrategy]


def _hypotheses_file(number: int) -> str:
    return f".process/iteration-{number}-hypotheses.json"


def store_untried(wb: Workbench, number: int, tree: str, tests: Sequence[TestId], analysis: ChainAnswer) -> None:
    """Store the hypotheses that a conservative iteration, which tries only the first one, leaves untried.

    Stores only hypotheses that differ from the first and from each other and that could have been the only one. Stores
    an empty list if an earlier analysis of the same tree left some, so that those no longer count.
    """
    found = without_repetitions([one.model_dump() for one in analysis.strategies])
    rest = [FixStrategy.model_validate(one) for one in found[1:]]
    good = [one for one in rest if not is_doubtful(one.confidence_score) and _is_concrete(one)]
    if analysis.tool == BUILTIN or not (good or _latest_stored(wb, number, tree, tests)):
        return
    fields = {"tool": analysis.tool, "model": analysis.answer.model, "tree": tree, "tests": sorted(tests)}
    leftover = UntriedHypotheses.model_validate({"iteration": number, **fields, "strategies": good})
    wb.store.write_sealed(_hypotheses_file(number), leftover)


def _is_concrete(strategy: FixStrategy) -> bool:
    return any(map(is_concrete, strategy.modification_points))


def next_untried(wb: Workbench, number: int, tree: str, tests: Sequence[TestId]) -> ChainAnswer | None:
    """Return the stored analysis that iteration `number` can use instead of a new one; None if none is left."""
    found = _latest_stored(wb, number, tree, tests)
    if found is None or not found.strategies:
        return None
    text = f"Nobody was asked: this is the next hypothesis that iteration {found.iteration} left."
    return ChainAnswer(found.tool, AgentAnswer(tool=found.tool, model=found.model, text=text), found.strategies)


def _latest_stored(wb: Workbench, number: int, tree: str, tests: Sequence[TestId]) -> UntriedHypotheses | None:
    """The hypotheses stored last for these tests on this tree."""
    for earlier in range(number - 1, 0, -1):
        found = read_stored(wb, _hypotheses_file(earlier), UntriedHypotheses)
        if found is not None and (found.tree, found.tests) == (tree, sorted(tests)):
            return found
    return None

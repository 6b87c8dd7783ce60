"""The situation that an iteration is planned from: results, history, strategy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.cycle_rules.strategy import Stuck
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.records import Attempt, Cluster, Failure, Strategy, SuiteResults
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.explanation.incomplete_code import LackingPart


@dataclass(frozen=True)
class Situation:
    """What the planning of one iteration starts from.

    checkout: gives a worktree of the tip. lacking: parts of the program that failing tests need. abstained: the engine
    tried all of these failures briefly in vain.
    """

    number: int
    state: IterationState
    results: SuiteResults
    failures: list[Failure]
    strategy: Strategy
    reason: str
    stuck_tests: dict[TestId, Stuck]
    groups: list[Cluster]
    attempts: list[Attempt]
    tree: str
    regrouped: bool
    checkout: Callable[[], Path]
    lacking: Sequence[LackingPart] = ()
    abstained: bool = False

"""The situation that an iteration is planned from: results, history, strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from testfix_pipeline.core.records import Attempt, Cluster, Failure, IterationState, Strategy, SuiteResults


@dataclass(frozen=True)
class Situation:
    """What the planning of one iteration starts from."""

    number: int
    state: IterationState
    results: SuiteResults
    failures: list[Failure]
    strategy: Strategy
    reason: str
    stuck: dict[str, Any]
    groups: list[Cluster]
    attempts: list[Attempt]
    tree: str
    regrouped: bool

"""Requests to agents and their answers: the protocol that the built-in engine, a CLI, an endpoint and a recorded
session share. Whether an answer is accepted is decided in `answer_refusal`, how it is read in `answer_reading`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

from testfix_pipeline.core.agent_protocol.answer_reading import extract_json as extract_json
from testfix_pipeline.core.agent_protocol.answer_reading import parse_strategy as parse_strategy
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import Cluster, FixHistory, Strategy, SuiteResults
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import SessionId, TestId

# How a call of a tool ended. `crash` is every end without an answer that nothing else explains; `not_called` one that
# never began, because the tool's circuit breaker is open or the budget can't fund it.
ReplyKind = Literal["ok", "http_error", "timeout", "connection_error", "not_logged_in", "crash", "not_called"]


class AgentAnswer(Record):
    """One answer of one tool, as it came. `text` is the report, `payload` the JSON found in it, `raw` everything."""

    tool: str
    model: str = ""
    kind: ReplyKind = "ok"
    http_status: int | None = None
    text: str = ""
    payload: dict[str, Any] | None = None
    raw: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class AnalysisRequest:
    """What a planner is given. `tree` is a checkout to read, `paths` names the files of the session it may read."""

    session_id: SessionId
    iteration: int
    max_iterations: int
    strategy: Strategy
    strategy_requirement: str
    pass_rate: float
    stuck_tests: Mapping[TestId, str]
    clusters: list[Cluster]
    results: SuiteResults
    history: FixHistory
    tree: Path
    paths: dict[str, str] = field(default_factory=dict)
    alternatives: int = 1
    seconds: float = 0.0


@dataclass(frozen=True)
class FixRequest:
    """What a worker is given. `tree` is its own worktree; `seed` says which share of a search is its own.

    paths: the files of the session that it may read, by name, in the order in which to read them. patches: unified
    diffs of others that a search may start from. stretch: how many times `seconds` there is wall time for, at least 1.
    """

    task: Task
    tree: Path
    results: SuiteResults
    history: FixHistory
    paths: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    seed: int = 0
    patches: list[str] = field(default_factory=list)
    session_id: str = ""
    stretch: float = 1.0


@dataclass(frozen=True)
class FixAnswer:
    """What a worker says it did; the orchestrator verifies it.

    `patch` is a unified diff against the worktree's commit, or None. `exhausted` says whether the whole search space
    was tried ("space") or time ran out ("budget"). `proposal` is a fingerprint: the same one twice is an endless loop.
    `interrupted`: whether the user ended the search, and with it the run.
    """

    status: Literal["complete", "blocked", "checkpoint"]
    deliverables: list[str] = field(default_factory=list)
    note: str = ""
    patch: str | None = None
    confidence: float = 0.0
    candidates_tried: int = 0
    exhausted: Literal["space", "budget", ""] = ""
    proposal: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    interrupted: bool = False


@runtime_checkable
class Planner(Protocol):
    """Analyses failures and proposes fixes. An expected failure of the tool is a result, not an exception."""

    @property
    def name(self) -> str: ...

    def analyse(self, request: AnalysisRequest) -> AgentAnswer:
        """Hypotheses for the failures of the request, within its seconds; changes nothing in its tree."""


@runtime_checkable
class Worker(Protocol):
    """Carries out one fix task in its worktree."""

    @property
    def name(self) -> str: ...

    def fix(self, request: FixRequest) -> FixAnswer:
        """Changes the files of the request's worktree within its seconds, and says what was done or why not."""


@runtime_checkable
class Agent(Planner, Worker, Protocol):
    """Planner and worker in one: what every tool is to a session."""

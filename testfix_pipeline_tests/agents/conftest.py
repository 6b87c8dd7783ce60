"""Requests as the cycle makes them, and recorded answers."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.agents.recorded_agent import RecordedAgent
from testfix_pipeline.core.agent_protocol.protocol import AnalysisRequest, FixRequest
from testfix_pipeline.core.records import Cluster, Failure, FixHistory, Outcome, SuiteResults
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline_tests.conftest import Repository

CHECKOUT = {"calc.py": "def add(a, b):\n    return a - b\n", "test_calc.py": "import calc\n"}
FAILING, PASSING = "test_calc.py::test_add", "test_calc.py::test_half"


@pytest.fixture
def checkout(repository: Callable[..., Repository]) -> Repository:
    """A repository with a bug for tools to work in."""
    made = repository("checkout")
    made.commit(**CHECKOUT)
    return made


@pytest.fixture
def results() -> SuiteResults:
    """One test fails, one passes."""
    outcomes = {
        FAILING: Outcome(id=FAILING, status="failed", error_type="AssertionError", message="assert 1 == 3"),
        PASSING: Outcome(id=PASSING, status="passed"),
    }
    failure = Failure(test=FAILING, error="assert 1 == 3", error_type="AssertionError", signature="s")
    return SuiteResults(
        total=2, passed=1, failed=1, skipped=0, errors=0, pass_rate=50, failures=[failure], outcomes=outcomes
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A worktree with a bug in `add`."""
    folder = tmp_path / "tree"
    folder.mkdir()
    (folder / "calc.py").write_text("def add(a, b):\n    return a - b\n\n\ndef half(n):\n    return n // 2\n")
    (folder / "test_calc.py").write_text("from calc import add, half\n")
    return folder


@pytest.fixture
def analysis_request(tree: Path, results: SuiteResults) -> Callable[..., AnalysisRequest]:
    def make(iteration: int = 1, alternatives: int = 1) -> AnalysisRequest:
        return AnalysisRequest(
            session_id=SessionId("WFS-test-x"),
            iteration=iteration,
            max_iterations=10,
            strategy="exploratory" if alternatives > 1 else "conservative",
            strategy_requirement="",
            pass_rate=50,
            stuck_tests={},
            clusters=[Cluster(signature="s", tests=[FAILING], title="add is wrong")],
            results=results,
            history=FixHistory(),
            tree=tree,
            alternatives=alternatives,
        )

    return make


@pytest.fixture
def fix_request(tree: Path, results: SuiteResults) -> Callable[..., FixRequest]:
    def make(task_id: str = "IMPL-fix-1") -> FixRequest:
        return FixRequest(task=Task(id=task_id), tree=tree, results=results, history=FixHistory())

    return make


@pytest.fixture
def recorded(tmp_path: Path) -> Callable[..., RecordedAgent]:
    """An agent with these answers."""

    def make(analyses: Any = None, fixes: Any = None, name: str = "script") -> RecordedAgent:
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({"name": name, "analyses": analyses or {}, "fixes": fixes or {}}))
        return RecordedAgent(path)

    return make

"""Valid content of every kind, as a run writes it or a user would."""

from __future__ import annotations

import functools
import io
import json
from pathlib import Path
from typing import Any

import pandas as pd

from testfix_pipeline.core.agent_protocol.protocol import AnalysisRequest, FixRequest
from testfix_pipeline.core.checksummed_file import seal, seal_line, sign
from testfix_pipeline.core.iteration_records import IterationRecord, IterationState
from testfix_pipeline.core.records import Attempt, Cluster, Failure, FixHistory, Frame, SessionRecord, SuiteResults
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.files.process_identity import Identity
from testfix_pipeline.workspace.sessions.store import HISTORY, RESULTS, SESSION, STATE

ID = SessionId("WFS-test-fuzz")
TASK = ".task/IMPL-fix-1.json"
NONCE = "fuzz"
SOURCE = """\
import os


class Shop:
    def total(self, prices):
        if not prices:
            return 0
        return sum(price for price in prices if price is not None)


def name(text):
    try:
        return text.strip().title()
    except AttributeError:
        return f"<{text!r}>"
"""
_failure = Failure(
    test="tests/test_shop.py::test_total[1]",
    error="assert 1 == 2",
    frames=[Frame(file="src/shop.py", line=6, function="total")],
    signature="AssertionError",
)
_results = SuiteResults(
    total=3,
    passed=2,
    failed=1,
    skipped=0,
    errors=0,
    pass_rate=66.7,
    failures=[_failure],
    command="pytest",
    duration=1.5,
)
_iteration = IterationRecord(
    iteration=1,
    pass_rate=66.7,
    pass_rate_after=100.0,
    strategy="conservative",
    failed_tests=[_failure.test],
    fix_tasks=["IMPL-fix-1"],
    result="landed",
    completed_at="2026-01-01T00:00:00+00:00",
)
_state = IterationState(session_id=ID, current_iteration=1, max_iterations=10, iterations=[_iteration])
_attempt = Attempt(
    iteration=1,
    task_id="IMPL-fix-1",
    strategy="conservative",
    tool="builtin",
    root_causes=["a wrong sign"],
    modification_points=["src/shop.py:total:6"],
    patch="--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
    newly_passing=[_failure.test],
    result="landed",
)
_task = Task(
    id="IMPL-fix-1",
    title="Fix the total",
    status="completed",
    meta={"type": "test-fix-iteration", "iteration": 1, "strategy": "conservative", "tool": "builtin"},
    context={"failure_context": {"failed_tests": [_failure.test], "pass_rate": 66.7}, "depends_on": []},
)
_session = SessionRecord(session_id=ID, status="active", description="fix it", config={"max_iterations": 5})


FILES = {
    SESSION: sign(_session),
    STATE: seal(_state),
    RESULTS: seal(_results),
    HISTORY: seal(FixHistory(attempts=[_attempt])),
    TASK: sign(_task),
}
REGISTRY = b"""\
projects:
  - name: shop
    path: /
    branch: main
    input: fix
    test_command: pytest -q
    agents: [builtin]
    budget_seconds: 1800
    schedule: "30 2 * * *"
    sandbox: {network: false, env: [LANG], read: [/opt]}
  - name: other
    git: https://example.org/other.git
"""
SETTINGS = b"""\
max_iterations: 5
agents: [builtin]
test_command: pytest -q tests
share: [.venv]
sandbox:
  network: false
"""
LAUNCH = json.dumps(
    {
        "project": ".",
        "max_iterations": 3,
        "agents": ["builtin", "gemini"],
        "budget_seconds": 60.0,
        "budget_money": 1.5,
        "share": ["node_modules"],
        "sandbox": {"network": False, "env": ["LANG"]},
    }
).encode()
REQUIREMENTS = "# Wanted\n\n- the total of an empty basket is 0\n- names are in title case, ünïcode too\n".encode()
ANSWER = (
    "The total is wrong for missing prices.\n\n```json\n"
    + json.dumps(
        {
            "hypotheses": [
                {
                    "root_causes": ["a missing price"],
                    "modification_points": ["src/shop.py:total:6"],
                    "affected_tests": ["tests/test_shop.py::test_total"],
                    "confidence_score": 0.8,
                    "patch": _attempt.patch,
                }
            ]
        }
    )
    + "\n```\nThat is all.\n"
).encode()
SCRIPT = json.dumps(
    {
        "name": "script",
        "analyses": {"1": {"kind": "ok", "text": "words", "payload": {"modification_points": ["a.py:f:1"]}}},
        "fixes": {"IMPL-fix-1": {"files": {"src/shop.py": SOURCE, "gone.py": None}, "confidence": 0.9}},
    }
).encode()
TOOL_OUTPUT = (
    b"starting\n"
    + json.dumps(
        [
            {"type": "assistant", "message": {"content": [{"type": "text", "text": "hello"}]}},
            {"type": "result", "session_id": "s1", "result": "done", "structured_result": {"a": 1}},
        ]
    ).encode()
)
_TEST = "tests/test_shop.py::test_total"
EVENTS = "".join(
    json.dumps({"n": NONCE, **event}) + "\n"
    for event in (
        {"e": "start"},
        {"e": "collected", "ids": [_TEST]},
        {"e": "begin", "id": _TEST},
        {"e": "phase", "id": _TEST, "when": "setup", "outcome": "passed", "duration": 0.1},
        {"e": "phase", "id": _TEST, "when": "call", "outcome": "failed", "type": "AssertionError", "message": "m",
         "frames": [["src/shop.py", 6, "total"]], "detail": "d", "duration": 0.1},
        {"e": "phase", "id": _TEST, "when": "teardown", "outcome": "passed", "duration": 0.1},
        {"e": "collect_error", "id": "tests/test_b.py", "type": "SyntaxError", "message": "m"},
        {"e": "foreign", "modules": [["shop", "/x/shop.py"]]},
        {"e": "file", "i": 1, "path": "src/shop.py"},
        {"e": "lines", "id": _TEST, "files": {"1": [1, 2]}},
        {"e": "end"},
    )
).encode()  # fmt: skip
CONTEXT = json.dumps(
    {
        "metadata": {"test_session_id": ID, "form": 1, "commit": "abc", "input_digest": "0"},
        "project_context": {},
        "assets": {"source": []},
        "test_coverage": {"coverage_stats": {"source": "measured"}, "missing_tests": []},
        "test_framework": {"framework": "pytest"},
        "implementation_context": [],
        "conflict_detection": {},
    }
).encode()
CALLS = b"".join(
    seal_line({"event": event, "call": "1", "tool": "gemini", "iteration": 1, "tools": ["gemini"]}).encode() + b"\n"
    for event in ("chain", "asked", "answered", "refused")
)
COVERAGE = json.dumps(
    {
        "form": 1,
        "files": ["src/shop.py"],
        "imported": {"0": [1, 2]},
        "tests": {_TEST: {"0": [6, 3]}},
        "fixtures": {_TEST: ["db"]},
        "unsure": [],
    }
).encode()
LOCK = json.dumps({"owner": "run-1", "holders": [{**Identity.of().model_dump(), "started": "1"}]}).encode()
OWNER = json.dumps({"owner": "pid 1", "process": Identity.of().model_dump()}).encode()
MANIFEST = json.dumps({"archives": [{"session_id": "WFS-test-old", "status": "completed"}]}).encode()


@functools.cache
def parquet() -> bytes:
    """A table of another writer: the history must say what it lacks, not fail."""
    buffer = io.BytesIO()
    pd.DataFrame({"session_key": ["a"], "session_id": [ID], "pass_rate": [1.0]}).to_parquet(buffer)
    return buffer.getvalue()


def request(tree: Path, iteration: int) -> AnalysisRequest:
    clusters = [Cluster(signature="s", tests=[_failure.test])]
    fields: dict[str, Any] = {"results": _results, "history": FixHistory(), "clusters": clusters, "tree": tree}
    return AnalysisRequest(ID, iteration, 10, "conservative", "", 66.7, {}, **fields)


def fix_request(tree: Path) -> FixRequest:
    return FixRequest(_task, tree, _results, FixHistory())

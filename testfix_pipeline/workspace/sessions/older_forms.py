"""Reads files of older tools: each function converts one older form of a session's JSON to the current one.

A value in its current place takes precedence; unknown fields stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args

from testfix_pipeline.core.records import SessionStatus
from testfix_pipeline.core.test_ids import SessionId

Json = dict[str, Any]

_TEST_TYPES = {"test", "test-gen", "test_session", "test-fix", "test-cycle"}
_SESSION_STATUS = {
    "initialized": "planning",
    "created": "planning",
    "in_progress": "active",
    "archived": "completed",
    "complete": "completed",
    "done": "completed",
    "error": "failed",
}
_TASK_STATUS = {
    "done": "completed",
    "complete": "completed",
    "todo": "pending",
    "active": "in_progress",
    "failed": "blocked",
}
_DESCRIPTIONS = ("original_description", "user_description", "task_description", "topic")
_SESSION_FIELDS = (
    *("session_id", "type", "workflow_type", "status", "description", "source_session_id", "project"),
    *("base_commit", "baseline_commit", "branch", "created_at", "updated_at", "review", "config"),
)
_META = (
    *("type", "agent", "iteration", "strategy", "parent_task", "max_iterations", "analysis_quality", "tool"),
    *("strategies", "selection_criteria"),
)
_CONTEXT = ("requirements", "focus_paths", "acceptance", "depends_on", "failure_context", "inherited", "fix_strategy")
_FLOW = ("pre_analysis", "implementation_approach", "target_files", "exit_conditions")


def _adopt(target: Json, source: object, fields: Iterable[str]) -> None:
    """Copy the named fields that `target` lacks from `source`, if that is an object."""
    if isinstance(source, dict):
        for name in fields:
            if source.get(name) is not None:
                target.setdefault(name, source[name])


def session_form(data: Json, session_id: SessionId) -> Json:
    """Convert `workflow-session.json`: flat, nested under `session` or `meta`, with older type fields.

    Only its own fields make a session a test session, never its id, which people choose freely.
    """
    found = dict(data)
    for holder in ("session", "metadata", "meta"):
        _adopt(found, data.get(holder), _SESSION_FIELDS)
    found.setdefault("session_id", found.get("id") or session_id)
    if _workflow_types(data, found) & _TEST_TYPES:
        found.update(type="test", workflow_type="test_session")
    else:
        found.setdefault("type", found.get("workflow_type") or "workflow")
        found.setdefault("workflow_type", found["type"])
    status = _SESSION_STATUS.get(str(found.get("status")), found.get("status", "planning"))
    foreign = found["workflow_type"] != "test_session" and status not in get_args(SessionStatus)
    found["status"] = "active" if foreign else status  # other workflows have states of their own
    for name in _DESCRIPTIONS:
        if not found.get("description") and isinstance(found.get(name), str):
            found["description"] = found[name]
    return found


def _workflow_types(data: Json, found: Json) -> set[str]:
    """Return the types in a session's fields: `workflow_type` alone if present, else all older fields."""
    if isinstance(found.get("workflow_type"), str):
        return {found["workflow_type"]}
    meta = data.get("meta")
    said = (found.get("type"), found.get("session_type"), meta.get("session_type") if isinstance(meta, dict) else None)
    return {each for each in said if isinstance(each, str)}


def state_form(data: Json, session_id: SessionId) -> Json:
    """Convert `iteration-state.json`: iterations with nested `test_results`, one `fix_task`, or no strategy."""
    found = {"session_id": session_id, **data}
    found["iterations"] = [_iteration(item) for item in data.get("iterations") or []]
    found["status"] = _SESSION_STATUS.get(str(found.get("status")), found.get("status", "active"))
    return found


def _iteration(item: Json) -> Json:
    found = dict(item)
    results = item.get("test_results")
    if isinstance(results, dict):
        total, passed = results.get("total") or 0, results.get("passed") or 0
        found.setdefault("pass_rate", round(100 * passed / total, 2) if total else 0.0)
        found.setdefault("failed_tests", [_test_name(test) for test in results.get("failures") or []])
    if "fix_task" in item:
        found.setdefault("fix_tasks", [item["fix_task"]] if item["fix_task"] else [])
    found.setdefault("strategy", "conservative")
    return found


def _test_name(test: object) -> str:
    if isinstance(test, dict):
        return str(test.get("test") or test.get("name") or test.get("id") or "")
    return str(test)


def results_form(data: Json, session_id: SessionId) -> Json:
    """Convert `test-results.json`: counts under `test_results` or `summary`, failures by name, no rate."""
    found = dict(data)
    counts = ("total", "passed", "failed", "skipped", "errors", "pass_rate", "failures")
    for holder in ("test_results", "summary"):
        _adopt(found, data.get(holder), counts)
    for name in ("skipped", "errors"):
        found.setdefault(name, 0)
    if "pass_rate" not in found and found.get("total"):
        found["pass_rate"] = round(100 * (found.get("passed") or 0) / found["total"], 2)
    if isinstance(found.get("failures"), list):
        found["failures"] = [test if isinstance(test, dict) else {"test": str(test)} for test in found["failures"]]
    return found


def history_form(data: Json, session_id: SessionId) -> Json:
    """Convert `fix-history.json`: attempts under `attempts`, `history` or `fixes`."""
    found = dict(data)
    for name in ("history", "fixes"):
        if "attempts" not in found and isinstance(found.get(name), list):
            found["attempts"] = found[name]
    return found


def task_form(data: Json, session_id: SessionId) -> Json:
    """Convert a task: `id` or `task_id`, and the flat form without `meta`, `context` and `flow_control`."""
    found = dict(data)
    if "id" not in found and "task_id" in found:
        found["id"] = found["task_id"]
    for holder, names in (("meta", _META), ("context", _CONTEXT), ("flow_control", _FLOW)):
        inner = dict(found[holder]) if isinstance(found.get(holder), dict) else {}
        moved = [name for name in names if name in found]
        for name in moved:
            inner.setdefault(name, found.pop(name))
        if isinstance(found.get(holder, {}), dict):
            found[holder] = inner
    found["status"] = _TASK_STATUS.get(str(found.get("status")), found.get("status", "pending"))
    return found


Form = Callable[[Json, SessionId], Json]

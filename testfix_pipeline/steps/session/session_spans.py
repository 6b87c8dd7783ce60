"""Sends the spans of a session: those that `cycle.py` has traced, with times from the session's records."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.moments import read_moment
from testfix_pipeline.core.records import Attempt
from testfix_pipeline.execution import tracing


def of_session(key: str) -> AbstractContextManager[None]:
    """Make spans that begin in the block parts of a session. key: the session's, over all projects."""
    return tracing.within_part(key)


def iteration_span(key: str, settled: IterationRecord) -> None:
    """Send the span of a closed iteration."""
    values: dict[str, tracing.Value | None] = {
        "iteration": settled.iteration,
        "strategy": settled.strategy,
        "result": settled.result,
        "pass_rate": settled.pass_rate,
        "pass_rate_after": settled.pass_rate_after,
    }
    place = tracing.SpanKey(key, _iteration(settled.iteration))
    tracing.record_span("iteration", place, tracing.SESSION, _ns(settled.started_at), time.time_ns(), values)


def traced_attempt(key: str, task_id: str, work: Callable[[], Attempt]) -> Attempt:
    """Carry out an attempt and send its span; its runs become parts of it."""
    began = time.time_ns()
    place = tracing.SpanKey(key, f"attempt {task_id}")
    with tracing.within_part(key, place.part):
        done = work()
    values: dict[str, tracing.Value | None] = {
        "task": task_id,
        "tool": done.tool,
        "result": done.result,
        "confidence": done.confidence,
        "candidates_tried": done.candidates_tried,
    }
    tracing.record_span("attempt", place, _iteration(done.iteration), began, time.time_ns(), values)
    return done


def session_span(key: str, created_at: str, found: dict[str, Any]) -> None:
    """Send the span of an ended session, and wait briefly until all spans are sent."""
    wanted = ("session_id", "outcome", "pass_rate_before", "pass_rate", "total", "iterations")
    values = {name: value for name in wanted if isinstance(value := found.get(name), str | int | float)}
    tracing.record_span("session", tracing.SpanKey(key), None, _ns(created_at), time.time_ns(), values)
    tracing.flush()


def _iteration(number: int) -> str:
    return f"iteration {number}"


def _ns(moment: str) -> int:
    found = read_moment(moment)
    return int(found.timestamp() * 1e9) if found is not None else time.time_ns()

"""Sends OpenTelemetry spans of sessions, iterations, attempts and suite runs; off by default.

Ids are made of the session's key, so that the spans of a session that was killed and went on elsewhere are one trace.
The variables are OpenTelemetry's own: OTEL_TRACES_EXPORTER=otlp, OTEL_EXPORTER_OTLP_ENDPOINT and so on.
"""

from __future__ import annotations

import functools
import hashlib
import os
import secrets
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ParamSpec

from testfix_pipeline.core.records import SuiteRun

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

P = ParamSpec("P")
EXPORTER = "OTEL_TRACES_EXPORTER"
WANTED = "otlp"
MISSING = "Traces are asked for, and not sent: pip install 'testfix-pipeline[otel]'."
SESSION = "session"
FLUSH_MS = 2_000
Value = str | int | float | bool


@dataclass(frozen=True)
class SpanKey:
    """Identifies a span: the session's key and the key of the part in it."""

    session: str
    part: str = SESSION


_here: ContextVar[SpanKey | None] = ContextVar("testfix span", default=None)
_ids: ContextVar[tuple[int, int]] = ContextVar("testfix span ids", default=(0, 0))


def is_enabled() -> bool:
    """Whether spans are enabled."""
    return os.environ.get(EXPORTER, "") == WANTED


@contextmanager
def within_part(session: str, part: str = SESSION) -> Iterator[None]:
    """A context manager: spans that begin in it belong to a part of a session."""
    token = _here.set(SpanKey(session, part))
    try:
        yield
    finally:
        _here.reset(token)


def record_span(
    kind: str, place: SpanKey, parent: str | None, began_ns: int, ended_ns: int, values: Mapping[str, Value | None]
) -> None:
    """Send one ended span: a part of a session, below another part. Does nothing if spans are off."""
    provider = _provider() if is_enabled() else None
    if provider is None:
        return
    from opentelemetry import trace

    trace_id = _number(place.session, 16)
    context = None
    if parent is not None:
        above = trace.SpanContext(
            trace_id, _span_id(place.session, parent), is_remote=True, trace_flags=trace.TraceFlags(1)
        )
        context = trace.set_span_in_context(trace.NonRecordingSpan(above))
    token = _ids.set((trace_id, _span_id(place.session, place.part)))
    try:
        attributes = {f"testfix.{name}": value for name, value in values.items() if value is not None}
        span = provider.get_tracer("testfix").start_span(kind, context, attributes=attributes, start_time=began_ns)
        span.end(max(began_ns, ended_ns))
    finally:
        _ids.reset(token)


def flush() -> None:
    """Send waiting spans, for at most two seconds; a collector that is down does no harm."""
    provider = _provider() if is_enabled() else None
    if provider is not None:
        with suppress(Exception):
            provider.force_flush(FLUSH_MS)


def traced_run(run: Callable[P, SuiteRun]) -> Callable[P, SuiteRun]:
    """A decorator that makes each call a span of the current part of a session."""

    @functools.wraps(run)
    def traced(*arguments: P.args, **named: P.kwargs) -> SuiteRun:
        here = _here.get() if is_enabled() else None
        if here is None:
            return run(*arguments, **named)
        began = time.time_ns()
        found = run(*arguments, **named)
        values = {
            "tests": len(found.outcomes),
            "failing": sum(one.status in ("failed", "error") for one in found.outcomes.values()),
            "fault": found.fault.kind if found.fault is not None else None,
        }
        place = SpanKey(here.session, f"run {secrets.token_hex(8)}")
        record_span("suite run", place, here.part, began, time.time_ns(), values)
        return found

    return traced


def _number(text: str, size: int) -> int:
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()[:size], "big") or 1


def _span_id(session: str, part: str) -> int:
    return _number(f"{session}\0{part}", 8)


@functools.cache
def _provider() -> TracerProvider | None:
    """The process's sender of spans; None, with one warning, if the extra is not installed."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.id_generator import IdGenerator
    except ImportError:
        warnings.warn(MISSING, RuntimeWarning, stacklevel=3)
        return None

    class Given(IdGenerator):
        """Gives out the ids that `record_span` has chosen."""

        def generate_trace_id(self) -> int:
            return _ids.get()[0]

        def generate_span_id(self) -> int:
            return _ids.get()[1]

    named: dict[str, Any] = {"service.name": os.environ.get("OTEL_SERVICE_NAME", "testfix")}
    provider = TracerProvider(id_generator=Given(), resource=Resource.create(named))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider

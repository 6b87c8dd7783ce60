"""Spans of a session reach a collector as one trace, also where another process goes on with it; off by default."""

import gzip
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from testfix_pipeline_tests.loopback_server import LoopbackHandler, LoopbackServer

STARTS = """\
import sys
from testfix_pipeline import cycle
ref = cycle.start({"project": sys.argv[1], "agents": ["builtin"]}, "first")
cycle.measure(ref)
print(ref.session_id)
"""
ENDS = """\
import sys
from testfix_pipeline import cycle
ref = cycle.SessionRef(sys.argv[1], sys.argv[2], "second")
cycle.measure(ref)
print(cycle.finish(ref)["outcome"])
"""


class _CollectingHandler(LoopbackHandler):
    def do_POST(self) -> None:
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

        body = self.rfile.read(int(self.headers["Content-Length"]))
        body = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
        sent = ExportTraceServiceRequest.FromString(body)
        scopes = [scope for resource in sent.resource_spans for scope in resource.scope_spans]
        assert isinstance(self.server.owner, Collector)
        self.server.owner.spans += [span for scope in scopes for span in scope.spans]
        self.send(200, b"")


class Collector(LoopbackServer):
    """A collector of traces; its `spans` are those that it was sent."""

    handler = _CollectingHandler

    def __init__(self) -> None:
        super().__init__()
        self.spans: list[Any] = []


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as server:
        yield server
        assert server.errors == []


def run(code: str, *words: str, **variables: str) -> str:
    """The last line that a process of its own prints."""
    environment = {**os.environ, **variables}
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def of(server: Any, name: str) -> list[Any]:
    return [span for span in server.spans if span.name == name]


def values(span: Any) -> dict[str, Any]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in span.attributes}


def test_a_session_of_two_processes_is_one_trace(calc: Callable[..., Any], collector: Any) -> None:
    project = str(calc("add").root)
    address = collector.address
    sent = {"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_ENDPOINT": address}
    session_id = run(STARTS, project, **sent)
    assert run(ENDS, project, session_id, **sent) == "success"
    assert len({span.trace_id for span in collector.spans}) == 1
    [session], [iteration], [attempt] = (of(collector, name) for name in ("session", "iteration", "attempt"))
    assert not session.parent_span_id
    assert (iteration.parent_span_id, attempt.parent_span_id) == (session.span_id, iteration.span_id)
    assert values(session)["testfix.outcome"] == "success" and values(attempt)["testfix.result"] != ""
    parents = {span.parent_span_id for span in of(collector, "suite run")}
    assert session.span_id in parents and parents <= {session.span_id, iteration.span_id, attempt.span_id}
    assert {values(span)["testfix.failing"] for span in of(collector, "suite run")} >= {0}
    assert all(span.start_time_unix_nano <= span.end_time_unix_nano for span in collector.spans)
    assert len({span.span_id for span in collector.spans}) == len(collector.spans)


def test_nothing_is_sent_and_imported_where_nobody_asks_for_it(calc: Callable[..., Any], collector: Any) -> None:
    address = collector.address
    ends = "import sys\nprint(*[name for name in sys.modules if name.startswith('opentelemetry.sdk')], '.')"
    said = run(f"{STARTS}{ends}", str(calc("add").root), OTEL_EXPORTER_OTLP_ENDPOINT=address)
    assert said == "." and collector.spans == []


def test_a_collector_that_is_down_is_nobodys_loss(calc: Callable[..., Any]) -> None:
    project = str(calc("add").root)
    session_id = run(STARTS, project)
    gone = {"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}
    assert run(ENDS, project, session_id, **gone) == "success"

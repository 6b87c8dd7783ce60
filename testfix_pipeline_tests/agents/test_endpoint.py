"""The endpoint against a scripted server: answers, and every way in which a server goes wrong."""

from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.agents.calls import ServerCaller, ToolCall, ToolReply
from testfix_pipeline.agents.endpoint import EndpointCaller, endpoint_caller, parse_endpoint
from testfix_pipeline.agents.registration import registered_agent
from testfix_pipeline.core.configuration.setting_sources import CycleConfig
from testfix_pipeline.core.configuration.tool_names import parse_tool
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.steps.tools.model_tools import check_model_tool
from testfix_pipeline_tests.agents.model_server import Fault, ModelServer, Say, Status, Step, refused_address
from testfix_pipeline_tests.agents.wire_formats import CACHED_TOKENS, INPUT_TOKENS, OUTPUT_TOKENS


def ask(address: str, tree: Path, seconds: float = 30.0, silence: float = 300.0, **fields: Any) -> ToolReply:
    caller = EndpointCaller(f"{address}/v1", "loop-model", "secret-key", silence)
    return caller.call(ToolCall(prompt="why?", tree=tree, seconds=seconds, **fields))


def test_an_answer_with_its_json_and_its_tokens(tmp_path: Path) -> None:
    with ModelServer([Say('Because.\n```json\n{"confidence_score": 0.9}\n```')]) as server:
        reply = ask(server.address, tmp_path)
    assert (reply.kind, reply.payload) == ("ok", {"confidence_score": 0.9})
    assert (reply.usage.input, reply.usage.output, reply.usage.cached) == (INPUT_TOKENS, OUTPUT_TOKENS, CACHED_TOKENS)
    [request] = server.requests
    assert (request.wire, request.model) == ("chat", "loop-model") and "why?" in request.text
    assert request.headers["authorization"] == "Bearer secret-key"
    assert "secret-key" not in repr(reply) + repr(EndpointCaller(server.address, "m", "secret-key"))


def test_a_conversation_goes_on_with_what_was_said(tmp_path: Path) -> None:
    with ModelServer([Say("first answer"), Say("second answer")]) as server:
        caller = EndpointCaller(f"{server.address}/v1", "loop-model")
        first = caller.call(ToolCall(prompt="first question", tree=tmp_path))
        caller.call(ToolCall(prompt="second question", tree=tmp_path, resume=first.session))
    asked = [message["content"] for message in server.requests[1].body["messages"]]
    assert asked == ["first question", "first answer", "second question"]


@pytest.mark.parametrize(
    ("step", "kind", "status"),
    [
        (Status(400), "http_error", 400),
        (Status(401), "not_logged_in", 401),
        (Status(429), "http_error", 429),
        (Status(500), "http_error", 500),
        (Status(503), "http_error", 503),
        (Fault("not_json"), "crash", None),
        (Fault("broken"), "crash", None),
        (Fault("empty"), "crash", None),
        (Fault("truncated"), "connection_error", None),
    ],
    ids=str,
)
def test_each_fault_is_a_reply_after_one_request(tmp_path: Path, step: Step, kind: str, status: int | None) -> None:
    with ModelServer([step]) as server:
        reply = ask(server.address, tmp_path)
    assert (reply.kind, reply.http_status) == (kind, status) and reply.why
    assert len(server.requests) == 1


def test_what_the_server_asked_for_is_passed_on(tmp_path: Path) -> None:
    with ModelServer([Status(429, retry_after=17)]) as server:
        assert ask(server.address, tmp_path).retry_after == 17


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    assert ask(refused_address(), tmp_path).kind == "connection_error"


@pytest.mark.parametrize("fault", ["hang", "stall"])
def test_silence_ends_a_call_and_so_does_its_time(tmp_path: Path, fault: Any) -> None:
    with ModelServer([Fault(fault)]) as server:
        assert ask(server.address, tmp_path, silence=0.5).kind == "timeout"
        reply = ask(server.address, tmp_path, seconds=0.5)
    assert reply.kind == "timeout" and reply.seconds < 20


def test_a_call_can_be_cancelled(tmp_path: Path) -> None:
    with ModelServer([Fault("hang")]) as server:
        reply = ask(server.address, tmp_path, cancel=lambda: bool(server.requests))
    assert (reply.kind, reply.why) == ("crash", "The call was cancelled.")


def test_what_it_needs_before_it_can_be_asked() -> None:
    assert EndpointCaller("http://127.0.0.1:1/v1", "m").probe().usable
    away = EndpointCaller("https://models.example.org/v1", "m").probe()
    assert not away.usable and "no key" in away.why and "endpoint_key" in away.next_step
    assert endpoint_caller("https://models.example.org/v1#m", "KEY", {"KEY": "k"}).probe().usable


def test_it_is_registered_like_any_other_agent_and_says_what_it_can() -> None:
    address = "http://127.0.0.1:8000/v1#m"
    name, registered = parse_tool(f"endpoint:{address}"), registered_agent("endpoint")
    assert registered.caller is not None and not name.reads_files and parse_tool("codex").reads_files
    named, configured = (
        registered.caller(one, CycleConfig(endpoint=address), None) for one in (name, parse_tool("endpoint"))
    )
    assert named == configured and isinstance(named, ServerCaller) and named.is_local
    with pytest.raises(InvalidConfig, match="is no endpoint"):
        check_model_tool(parse_tool("endpoint:elsewhere"))


@pytest.mark.parametrize("text", ["", "m", "http://localhost/v1", "ftp://x/v1#m", "http:///v1#m", "http://a:b@x/v1#m"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InvalidConfig, match="is no endpoint"):
        parse_endpoint(text)


@pytest.mark.parametrize(
    ("key", "model", "reason"),
    [
        ("good", "loop-model", ""),
        ("bad", "loop-model", "the key is refused (HTTP 401)"),
        ("good", "other", "it has no model other, but loop-model"),
    ],
)
def test_whether_a_server_is_there_takes_the_key_and_has_the_model(key: str, model: str, reason: str) -> None:
    with ModelServer([], models=["loop-model"], key="good") as server:
        found = EndpointCaller(f"{server.address}/v1", model, key).reach()
        assert server.requests == []  # no model is asked anything
    assert (found.usable, found.why) == (not reason, reason) and bool(found.next_step) == bool(reason)


def test_a_server_that_is_not_there_or_in_trouble() -> None:
    gone = EndpointCaller(f"{refused_address()}/v1", "loop-model").reach()
    assert (
        not gone.usable and gone.why.startswith("it can't be reached") and gone.next_step.startswith("Start the server")
    )
    with ModelServer([], models=503) as server:
        assert EndpointCaller(f"{server.address}/v1", "loop-model").reach().why == "it answers HTTP 503"
    with ModelServer([], models=404) as server:  # not every server has a list
        assert EndpointCaller(f"{server.address}/v1", "loop-model").reach().usable

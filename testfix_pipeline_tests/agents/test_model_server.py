"""The scripted model server answers as real ones do, and fails as the script says."""

import http.client
import json
from typing import Any
from urllib.parse import urlsplit

import pytest

from testfix_pipeline_tests.agents.model_server import Fault, ModelServer, Say, Status, Use, refused_address
from testfix_pipeline_tests.agents.wire_formats import OUTPUT_TOKENS, Wire

PATHS: dict[Wire, str] = {
    "gemini": "/v1beta/models/m:streamGenerateContent?alt=sse",
    "chat": "/v1/chat/completions",
    "responses": "/v1/responses",
    "messages": "/v1/messages",
}
WIRES = list(PATHS)


def ask(server: ModelServer, wire: Wire, stream: bool = True, timeout: float = 5) -> tuple[int, str]:
    """Status and body of one question."""
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=timeout)
    path = PATHS[wire] if stream else PATHS[wire].replace(":streamGenerateContent?alt=sse", ":generateContent")
    try:
        connection.request("POST", path, json.dumps({"model": "m", "stream": stream, "input": "why?"}))
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def streamed(body: str) -> list[Any]:
    lines = [line.removeprefix("data: ") for line in body.splitlines() if line.startswith("data: ")]
    return [json.loads(line) for line in lines if line != "[DONE]"]


def said(wire: Wire, found: list[Any]) -> str:
    if wire == "gemini":
        return "".join(p.get("text", "") for c in found for p in c["candidates"][0]["content"]["parts"])
    if wire == "chat":
        return "".join(c["choices"][0]["delta"].get("content") or "" for c in found if c["choices"])
    if wire == "messages":
        return "".join(c["delta"]["text"] for c in found if c["type"] == "content_block_delta")
    return "".join(c["delta"] for c in found if c["type"] == "response.output_text.delta")


@pytest.mark.parametrize("wire", WIRES)
def test_a_text_is_streamed_and_returned_whole_with_its_tokens(wire: Wire) -> None:
    with ModelServer([Say("the sign is wrong")]) as server:
        status, body = ask(server, wire)
        _, plain = ask(server, wire, stream=False)
    assert status == 200
    assert said(wire, streamed(body)) == "the sign is wrong"
    assert "the sign is wrong" in plain and str(OUTPUT_TOKENS) in plain and str(OUTPUT_TOKENS) in body
    assert [request.model for request in server.requests] == ["m", "m"]


@pytest.mark.parametrize("wire", WIRES)
def test_steps_follow_each_other_and_the_last_stays(wire: Wire) -> None:
    with ModelServer([Use("read_file", {"path": "x.py"}), Say("fixed")]) as server:
        first, second, third = (ask(server, wire)[1] for _ in range(3))
    assert "read_file" in first and "x.py" in first
    assert "fixed" not in first
    assert said(wire, streamed(second)) == said(wire, streamed(third)) == "fixed"


@pytest.mark.parametrize("wire", WIRES)
def test_errors_carry_their_status_and_when_to_come_back(wire: Wire) -> None:
    with ModelServer([Status(429, retry_after=7)]) as server:
        connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=5)
        connection.request("POST", PATHS[wire], "{}")
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Retry-After"]) == (429, "7")
        assert "scripted error" in json.loads(answer.read())["error"]["message"]
        connection.close()


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("kind", ["hang", "stall"])
def test_silence_lasts_until_the_server_ends(wire: Wire, kind: Any) -> None:
    with ModelServer([Fault(kind)]) as server, pytest.raises(TimeoutError):
        ask(server, wire, timeout=0.1)


@pytest.mark.parametrize("wire", WIRES)
def test_broken_answers_break(wire: Wire) -> None:
    steps = [Fault("not_json"), Fault("empty"), Fault("truncated"), Fault("broken")]
    with ModelServer(steps) as server:
        assert "hotel" in ask(server, wire)[1]
        assert said(wire, streamed(ask(server, wire)[1])) == ""
        assert "I have looked at" in said(wire, streamed(ask(server, wire)[1]))
        with pytest.raises((ConnectionError, http.client.IncompleteRead)):
            ask(server, wire)
        assert server.errors == []


def test_half_of_a_whole_answer_is_less_than_it_promised() -> None:
    with ModelServer([Fault("truncated")]) as server, pytest.raises(http.client.IncompleteRead):
        ask(server, "chat", stream=False)


def test_a_script_may_look_at_the_question() -> None:
    with ModelServer(lambda request: Say("yes" if "why?" in request.text else "no")) as server:
        assert said("chat", streamed(ask(server, "chat")[1])) == "yes"


def test_nobody_listens_at_the_refused_address() -> None:
    connection = http.client.HTTPConnection(urlsplit(refused_address()).netloc, timeout=5)
    with pytest.raises(ConnectionRefusedError):
        connection.connect()

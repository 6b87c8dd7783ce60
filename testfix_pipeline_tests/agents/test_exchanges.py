"""What can be read off an answer of a model's server."""

import pytest

from testfix_pipeline.agents.calls import TokenUsage
from testfix_pipeline.agents.clis.exchanges import Exchange
from testfix_pipeline_tests.agents.model_server import Say, Use
from testfix_pipeline_tests.agents.wire_formats import Wire, events, whole

PATHS: dict[Wire, str] = {
    "gemini": "/v1beta/models/m:streamGenerateContent?alt=sse",
    "chat": "/chat/completions",
    "responses": "/responses",
}
TEXT = Say('Its price: {"usage": {"prompt_tokens": 9999}} "finish_reason": "stop" [DONE] "response.completed"')


def exchange(wire: Wire, body: bytes, kind: str = "text/event-stream", status: int = 200) -> Exchange:
    made = Exchange(PATHS[wire], status)
    for start in range(0, len(body), 7):
        made.take(body[start : start + 7])
    made.settle(kind)
    return made


@pytest.mark.parametrize("wire", list(PATHS))
@pytest.mark.parametrize("answer", [TEXT, Use("read_file", {"path": "x"})], ids=["text", "tool"])
def test_a_complete_answer_has_its_tokens_and_no_trouble(wire: Wire, answer: Say | Use) -> None:
    streamed = exchange(wire, b"".join(events(wire, answer, 0)))
    unstreamed = exchange(wire, whole(wire, answer, 0), "application/json; charset=utf-8")
    assert streamed.trouble == unstreamed.trouble == ""
    assert streamed.usage() == unstreamed.usage() == TokenUsage(input=120, output=30, cached=20)


@pytest.mark.parametrize("wire", list(PATHS))
def test_an_answer_without_its_end_is_unfinished(wire: Wire) -> None:
    body = b"".join(events(wire, Say("half of it and the rest"), 0)[:1])
    assert exchange(wire, body).trouble == "unfinished"
    assert exchange(wire, body).usage() == TokenUsage()
    assert exchange(wire, b"<html>", "text/html").trouble == "not_json"


def test_thoughts_of_gemini_are_paid_for() -> None:
    body = b'data: {"usageMetadata": {"promptTokenCount": 5, "candidatesTokenCount": 3, "thoughtsTokenCount": 4}}'
    assert exchange("gemini", body).usage() == TokenUsage(input=5, output=7)


MESSAGES = [
    b'event: message_start\ndata: {"message": {"usage": {"input_tokens": 12, "cache_creation_input_tokens": 40000,'
    b' "cache_read_input_tokens": 60000, "output_tokens": 1}}}\n\n',
    b'event: content_block_delta\ndata: {"delta": {"text": "so and so"}}\n\n' * 10_000,
    b'event: message_delta\ndata: {"delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 30,'
    b' "cache_read_input_tokens": null}}\n\n',
]


@pytest.mark.parametrize("deltas", [0, 1])
def test_a_stream_of_messages_counts_its_prompt_first_and_its_answer_last(deltas: int) -> None:
    made = Exchange("/v1/messages?beta=true", 200)
    made.take(MESSAGES[0] + MESSAGES[1] * deltas)
    made.take(MESSAGES[2])
    made.settle("text/event-stream")
    assert made.trouble == ""
    assert made.usage() == TokenUsage(input=100_012, output=30, cached=60_000)


def test_a_pause_may_be_asked_for_in_the_body() -> None:
    body = b'{"error": {"code": 429, "details": [{"retryDelay": "38.5s"}]}}'
    assert exchange("gemini", body, "application/json", 429).pause_in_body() == 38.5
    assert Exchange("/", said="later").pause_in_body() == 0

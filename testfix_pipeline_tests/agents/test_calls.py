"""The records of a tool's call."""

from testfix_pipeline.agents.calls import TokenUsage, ToolReply


def test_usage_is_summed() -> None:
    both = TokenUsage(input=10, output=2, cached=4) + TokenUsage(input=1, output=3)
    assert (both.input, both.output, both.cached, both.total) == (11, 5, 4, 16)


def test_a_reply_survives_being_written_and_read() -> None:
    reply = ToolReply(tool="gemini", payload={"a": [1]}, changed=["x.py"], usage=TokenUsage(input=3), network="open")
    assert ToolReply.model_validate_json(reply.model_dump_json()) == reply

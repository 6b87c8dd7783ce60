"""The records of a tool's call."""

from testfix_pipeline.agents.calls import TokenUsage


def test_usage_is_summed() -> None:
    both = TokenUsage(input=10, output=2, cached=4) + TokenUsage(input=1, output=3)
    assert (both.input, both.output, both.cached, both.total) == (11, 5, 4, 16)

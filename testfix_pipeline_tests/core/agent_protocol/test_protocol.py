from testfix_pipeline.core.agent_protocol import protocol


def test_an_answer_keeps_fields_of_a_newer_writer() -> None:
    read = protocol.AgentAnswer.model_validate({"tool": "x", "cost": 3})
    assert read.model_dump()["cost"] == 3

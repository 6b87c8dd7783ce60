from pathlib import Path

from testfix_pipeline.core.agent_protocol import protocol
from testfix_pipeline.core.records import FixHistory, SuiteResults
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import SessionId


class Echo:
    """The smallest thing that is both a planner and a worker."""

    name = "echo"

    def analyse(self, request: protocol.AnalysisRequest) -> protocol.AgentAnswer:
        return protocol.AgentAnswer(tool=self.name, text=request.session_id)

    def fix(self, request: protocol.FixRequest) -> protocol.FixAnswer:
        return protocol.FixAnswer("complete", note=request.task.id)


def test_the_protocols_ask_for_a_name_and_one_method() -> None:
    echo = Echo()
    assert isinstance(echo, protocol.Planner) and isinstance(echo, protocol.Worker)
    results = SuiteResults(total=1, passed=1, failed=0, skipped=0, errors=0, pass_rate=100)
    analysis = protocol.AnalysisRequest(
        SessionId("WFS-test-x"), 1, 10, "conservative", "", 100.0, {}, [], results, FixHistory(), Path("tree")
    )
    fix = protocol.FixRequest(Task(id="IMPL-fix-1"), Path("tree"), results, FixHistory())
    assert echo.analyse(analysis).text == "WFS-test-x" and echo.fix(fix).note == "IMPL-fix-1"
    assert not isinstance(object(), protocol.Planner)


def test_an_answer_keeps_fields_of_a_newer_writer() -> None:
    read = protocol.AgentAnswer.model_validate({"tool": "x", "cost": 3})
    assert read.model_dump()["cost"] == 3

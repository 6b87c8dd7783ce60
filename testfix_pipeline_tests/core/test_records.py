from collections.abc import Callable

from testfix_pipeline.core.records import Outcome, SessionRecord, SuiteRun


def test_what_fails_is_failed_and_error(outcomes: Callable[..., dict[str, Outcome]]) -> None:
    run = SuiteRun(outcomes=outcomes(a="passed", b="failed", c="error", d="skipped"))
    assert run.passed == {"a"} and run.failing == {"b", "c"} and run.with_status("skipped", "passed") == {"a", "d"}


def test_fields_of_a_newer_writer_are_kept() -> None:
    read = SessionRecord.model_validate({"session_id": "WFS-x", "mood": "good"})
    assert SessionRecord.model_validate_json(read.model_dump_json()).model_dump()["mood"] == "good"

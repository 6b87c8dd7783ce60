"""What a session's attempts say of updated libraries."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from testfix_pipeline.core.records import Attempt
from testfix_pipeline.steps.measurement import update_findings
from testfix_pipeline.steps.session.workbench import Workbench

UPDATE = {"library": "lib", "version": "2", "symbol": "lib.f"}


@pytest.mark.parametrize("said", [None, ["x"], "x", [{"library": 1}], 7])
def test_what_an_agent_wrote_that_is_no_update_is_left_out(monkeypatch: pytest.MonkeyPatch, said: Any) -> None:
    fields = {"iteration": 1, "task_id": "IMPL-fix-1", "strategy": "conservative", "result": "landed"}
    attempts = [Attempt.model_validate({**fields, "details": {"updates": rows}}) for rows in (said, [UPDATE])]
    history = SimpleNamespace(attempts=attempts)
    wb = cast(Workbench, SimpleNamespace(store=SimpleNamespace(history=lambda: history)))
    monkeypatch.setattr(update_findings, "read_stored", lambda *_: None)
    assert [one.library for one in update_findings.findings_of(wb).updates] == ["lib"]

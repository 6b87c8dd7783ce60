"""A bug of our own, anywhere in a session: it fails with a sentence and a report, and a resume goes on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.errors import InternalError
from testfix_pipeline.steps.iteration import iteration_plan, land_attempts
from testfix_pipeline.steps.measurement import baseline
from testfix_pipeline.workspace.git.mirror import Mirror
from testfix_pipeline.workspace.sessions.session_lock import owner_of
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, fix

# Where it breaks: a function of which step, and at which of its calls.
POINTS: dict[str, Any] = {
    "opening": (Mirror, "snapshot"),
    "measuring": (baseline, "require_measurement"),
    "planning": (iteration_plan, "plan_iteration"),
    "an attempt": (cycle.attempts, "carry_out"),
    "settling": (land_attempts, "write_iteration_summary"),
    "completing": (cycle.completion, "complete"),
}


def breaks(patch: pytest.MonkeyPatch, holder: Any, name: str) -> None:
    def broken(*arguments: Any, **named: Any) -> Any:
        raise KeyError("an id that is not known")

    patch.setattr(holder, name, broken)


@pytest.mark.parametrize("point", POINTS)
def test_a_session_that_a_bug_stopped_has_failed_and_goes_on_when_it_is_resumed(
    calc: Callable[..., Any], scripted: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "home"))
    repo, agent = calc("shout"), scripted(analyses(2), {"*": fix(GOOD)})
    store = SessionStore(repo.root, "WFS-test-bug")
    with monkeypatch.context() as patch:
        breaks(patch, *POINTS[point])
        with pytest.raises(InternalError, match="KeyError: 'an id that is not known'") as reported:
            cycle.run({"project": str(repo.root), "agents": [agent], "session_id": "WFS-test-bug"}, "first")
    record = store.session()
    assert record.status == "failed" and reported.value.report in str(getattr(record, "error", ""))
    assert "testfix resume --resume-session WFS-test-bug" in reported.value.next_step
    assert "in broken" in Path(reported.value.report).read_text() and owner_of(store) is None

    ref = cycle.SessionRef(str(repo.root), "WFS-test-bug", "second")
    cycle.measure(ref)
    assert cycle.finish(ref)["outcome"] == "success"
    assert repo.git("show", "testfix/WFS-test-bug:calc.py") == GOOD
    assert [one.result for one in store.history().attempts] == ["landed"]

"""What the comparison of a patch with old releases tells of the cause, where no fix names it."""

from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import CallRecording
from testfix_pipeline.repair.languages.python.libraries.recorded import recorded_releases
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.repair.languages.python.libraries.test_recordings import call


@pytest.mark.parametrize(
    ("without", "symbols"), [("c,d", ["lib.parts"]), (["c", "d"], [])], ids=["changed", "as before"]
)
def test_a_call_that_gives_something_else_without_the_patch_is_the_cause(
    without: object, symbols: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = CallRecording(calls=[call("parts", ["c", "d"], text="c,d")])
    run = recorded_releases.OldRun(
        [OldRelease("lib", "1.0", tmp_path)], {"lib": "2.0"}, {"lib": "lib"}, old, is_done=True
    )
    recorded = [CallRecording(outcomes={"test": "passed"}), CallRecording(calls=[call("parts", without, text="c,d")])]
    monkeypatch.setattr(recorded_releases, "record", lambda *_: recorded.pop(0))
    memory = {recorded_releases._MEMORY: run}
    question = LibraryQuestion(ours(), tmp_path, lambda: tmp_path, (), (), 1.0, [TestId("test")], memory)
    check = recorded_releases.library_behaviour(question, question)
    assert check is not None
    assert [(one.library, one.before, one.version, one.symbol) for one in check.causes] == [
        ("lib", "1.0", "2.0", symbol) for symbol in symbols
    ]

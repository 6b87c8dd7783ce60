"""Errors of a library that the program catches itself, so that no failure speaks of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.repair.languages.python.libraries import library_fixes as library_fixes_module
from testfix_pipeline.repair.languages.python.libraries.inquiry.caught_errors import may_swallow
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.library_fixes import library_fixes
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_releases import OldRun
from testfix_pipeline_tests.repair.languages.python.libraries.test_library_fixes import question

REFUSED = "Invalid client version '2.0'. Major part should be '3'"
CALLED = """import lib


def opened(version="2.0"):
    try:
        return lib.Client(version)
    except Exception:
        return None
"""


@pytest.mark.parametrize("has_newer", [True, False])
def test_what_a_newer_library_refused_and_the_program_caught_is_asked_of_the_failing_test(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, has_newer: bool
) -> None:
    run = OldRun([OldRelease("lib", "1", None)] if has_newer else [], {}, {}, is_done=True)
    caught = {"file": "own.py", "line": 6, "type": "UnsupportedVersion", "message": REFUSED}
    for name, answer in (
        ("begun_old_run", run),
        ("ask", {"caught": [caught]}),
        ("record_old", None),
        ("_recorded", []),
    ):
        monkeypatch.setattr(library_fixes_module, name, lambda *args, answer=answer: answer)
    root = write({"own.py": CALLED})
    asked = question(root, "KeyError", "'client'") if has_newer else question(root, "AssertionError", "assert None")
    assert may_swallow(asked)
    texts = [fix.texts.get("own.py") for fix in library_fixes(asked)]
    assert (CALLED.replace("2.0", "3") in texts) is has_newer

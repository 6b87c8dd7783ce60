"""Errors of a library that the program catches itself, so that no failure speaks of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.repair.languages.python.libraries import library_fixes as library_fixes_module
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.library_fixes import library_fixes
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_releases import OldRun
from testfix_pipeline.repair.languages.python.libraries.sources.swallowed_errors import may_swallow, swallowed_lines
from testfix_pipeline_tests.repair.languages.python.libraries.test_library_fixes import question

TRIED = """import time
import numpy as np


def kind(values):
    try:
        values.astype(np.float)
        return "number", time.clock()
    {}:
        {}
"""


@pytest.mark.parametrize("handler", ["except", "except Exception as error", "except (AttributeError, ValueError)"])
def test_names_that_are_lost_where_everything_is_caught(write: Callable[..., Path], handler: str) -> None:
    root = write({"own.py": TRIED.format(handler, "return 'text'")})
    asked = question(root, "AssertionError", "assert 'text' == 'number'")
    assert swallowed_lines(asked) == [("own.py", 7), ("own.py", 8)]
    assert swallowed_lines(asked) == []  # the same tree says nothing new


@pytest.mark.parametrize(
    ("handler", "then"),
    [("except ValueError", "return 0"), ("except type(Exception())", "return 0"), ("except Exception", "raise")],
)
def test_an_error_that_comes_out_speaks_for_itself(write: Callable[..., Path], handler: str, then: str) -> None:
    root = write({"own.py": TRIED.format(handler, then)})
    assert swallowed_lines(question(root, "AssertionError", "assert 'text' == 'number'")) == []


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


def test_a_swallowed_name_is_replaced_where_a_test_only_finds_a_wrong_result(write: Callable[..., Path]) -> None:
    text = (
        "import time\n\n\ndef now():\n    try:\n        return time.clock()\n    except Exception:\n        return 0\n"
    )
    found = library_fixes(question(write({"own.py": text}), "AssertionError", "assert 0 > 0"))
    assert text.replace("clock", "perf_counter") in [fix.texts.get("own.py") for fix in found]

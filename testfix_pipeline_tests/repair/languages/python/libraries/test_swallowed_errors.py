"""Errors of a library that the program catches itself, so that no failure speaks of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.repair.languages.python.libraries.library_fixes import library_fixes
from testfix_pipeline.repair.languages.python.libraries.swallowed_errors import swallowed_lines
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


@pytest.mark.parametrize(("handler", "then"), [("except ValueError", "return 0"), ("except Exception", "raise")])
def test_an_error_that_comes_out_speaks_for_itself(write: Callable[..., Path], handler: str, then: str) -> None:
    root = write({"own.py": TRIED.format(handler, then)})
    assert swallowed_lines(question(root, "AssertionError", "assert 'text' == 'number'")) == []


def test_a_swallowed_name_is_replaced_where_a_test_only_finds_a_wrong_result(write: Callable[..., Path]) -> None:
    text = (
        "import time\n\n\ndef now():\n    try:\n        return time.clock()\n    except Exception:\n        return 0\n"
    )
    found = library_fixes(question(write({"own.py": text}), "AssertionError", "assert 0 > 0"))
    assert text.replace("clock", "perf_counter") in [fix.texts.get("own.py") for fix in found]

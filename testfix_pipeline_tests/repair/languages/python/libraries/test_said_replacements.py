"""Calls of which an error says what to write instead."""

import pytest

from testfix_pipeline.repair.languages.python.libraries.sources.said_replacements import (
    said_replacements,
    tells_replacement,
)
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

SAID = "No way.\nIf using `n.make(obj, copy=False)` replace it with `n.as_made(obj)` to allow a copy.\nMore at n.org"
TEXT = """\
import lib


def f(x, copy):
    a = lib.make(x, copy=False, kind=int)
    b = lib.make(x, copy=True), lib.make(x), lib.other(x, copy=False), lib.make(copy=False)
    return lib.make([1, 2], int, copy=False), lib.make(x, copy=copy)
"""


def fixed(said: str) -> list[str]:
    found = said_replacements([failure("ValueError", said, 5)] * 2, {"own.py": SourceFile("own.py", TEXT.encode())})
    return [fix.texts["own.py"] for fix in found]


@pytest.mark.parametrize("said", [SAID, "replace `n.make(obj, copy=False)` by `n.as_made(obj)`"])
def test_all_such_calls_are_replaced(said: str) -> None:
    expected = TEXT.replace("lib.make(x, copy=False, kind=int)", "lib.as_made(x, kind=int)").replace(
        "lib.make([1, 2], int, copy=False)", "lib.as_made([1, 2], int)"
    )
    assert fixed(said) == [expected]
    assert tells_replacement(failure("ValueError", said, 5))


@pytest.mark.parametrize(
    "said", ["replace `copy` with `as_made`", "replace `f(` with `g(x)`", "`make(x)` is not `f(x)`"]
)
def test_other_texts_change_nothing(said: str) -> None:
    assert fixed(said) == [] and not tells_replacement(failure("ValueError", said, 5))

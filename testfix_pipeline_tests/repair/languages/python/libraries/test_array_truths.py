"""Truth values that arrays no longer have: each fix runs, and gives what the old release gave."""

import numpy as np
import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.sources.array_truths import array_truths
from testfix_pipeline.repair.languages.python.source import SourceFile

EMPTY = "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty."
SEVERAL = "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"
FUNCTION = "def f(x, y=1):\n    return 1 if {} else 0\n"


def fixed(text: str, error: str, line: int = 2) -> list[str]:
    frames = [Frame(file="own.py", line=line, function="f")]
    failure = Failure(test="test_own.py::test", error_type="ValueError", error=error, frames=frames)
    found = array_truths([failure], {"own.py": SourceFile("own.py", text.encode())})
    return [fix.texts["own.py"] for fix in found]


def result(text: str, *values: object) -> list[int]:
    names: dict = {}
    exec(text, names)
    return [names["f"](value) for value in values]


@pytest.mark.parametrize(
    ("asked", "new", "results"),
    [
        ("x", "x.size > 0", [0, 1]),
        ("not x", "x.size == 0", [1, 0]),
        ("y and x[x > 1]", "y and x[x > 1].size > 0", [0, 1]),
    ],
)
def test_an_empty_array_is_asked_for_its_size(asked, new, results):
    first, second = fixed(FUNCTION.format(asked), EMPTY)[-2:]
    assert first == FUNCTION.format(new)
    assert result(first, np.zeros(0), np.full(3, 2)) == result(second, np.zeros(0), np.full(3, 2)) == results


@pytest.mark.parametrize(
    ("asked", "new", "other"),
    [
        ("x == 'all'", "(isinstance(x, str) and x == 'all')", "all"),
        ("not x != b'all'", "not (not isinstance(x, bytes) or x != b'all')", b"all"),
        ("x in ('all', 'none')", "(isinstance(x, str) and x in ('all', 'none'))", "none"),
        ("x == None", "x is None", None),
        ("x == []", "len(x) == 0", []),
    ],
)
def test_an_array_is_no_text(asked, new, other):
    (only,) = fixed(FUNCTION.format(asked), SEVERAL)
    assert only == FUNCTION.format(new)
    assert result(only, np.zeros(2), other) == [0, 1]


def test_all_comparisons_of_the_same_object_in_a_function_are_changed():
    text = "def f(x, y):\n    if x == 'a' or y == 'b':\n        return 1\n    return x == 'c'\n"
    whole, one = fixed(text, SEVERAL)
    assert whole.count("isinstance(x, str)") == 2 and "isinstance(y" not in whole
    assert one.count("isinstance(y, str)") == 1


def test_a_condition_that_is_a_comparison_needs_no_brackets():
    text = "def f(x):\n    if x == 'a':\n        return 1\n"
    assert fixed(text, SEVERAL) == [text.replace("x == 'a'", "isinstance(x, str) and x == 'a'")]


@pytest.mark.parametrize("asked", ["x == y", "x > 1", "x == 1", "x in y", "x in 'abc'"])
def test_what_may_be_compared_with_an_array_is_left(asked):
    assert fixed(FUNCTION.format(asked), SEVERAL) == []

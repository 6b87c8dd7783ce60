"""Constants and corrections by one: what is proposed, and that it means what it says where it stands."""

import pytest

from testfix_pipeline.repair.languages.python.edits import constants
from testfix_pipeline_tests.repair.sources import shape, texts


@pytest.mark.parametrize(
    ("code", "right"),
    [
        ("def year(n):\n    return n // 12 + 1", "def year(n):\n    return (n - 1) // 12 + 1"),
        ("def place(n, size):\n    return n % size", "def place(n, size):\n    return (n + 1) % size"),
        ("def wait(base, n):\n    return base * 2 ** n", "def wait(base, n):\n    return base * 2 ** (n - 1)"),
        ("def most(a, b):\n    return a * len(b)", "def most(a, b):\n    return a * (len(b) - 1)"),
    ],
)
def test_a_correction_by_one_of_an_operand_is_one_of_that_operand(code: str, right: str) -> None:
    assert shape(right) in texts(constants.off_by_one, code)


def test_a_correction_of_a_sum_is_proposed_once() -> None:
    found = texts(constants.off_by_one, "def f(a, b):\n    return a - b")
    assert {text.split("return ")[1] for text in found} == {"a - b + 1", "a - b - 1"}


def test_one_more_or_less_of_a_known_size_is_a_kind_of_its_own() -> None:
    """Twelve months, sixty seconds: where thirteen pleases a test, something else is wrong nearly always."""
    kinds = {text.split("x // ")[1]: edit.kind for text, edit in texts(constants.numbers, "y = x // 12").items()}
    assert kinds["13"] == kinds["11"] == "known-size-by-one"
    assert kinds["24"] == "constant"
    kinds = {text.split("x // ")[1]: edit.kind for text, edit in texts(constants.numbers, "y = x // 13").items()}
    assert kinds["12"] == kinds["14"] == "constant"


def test_the_last_element_where_the_first_was_meant() -> None:
    assert "y = x[0]" in texts(constants.numbers, "y = x[-1]")
    assert "y = x[-1]" in texts(constants.numbers, "y = x[0]")

"""Examples in documentation that are run as tests: which ids are theirs, and that a patch may not change them."""

import pytest

from testfix_pipeline.core.patch_policy import doctests
from testfix_pipeline.core.patch_policy.patch_rules import FileChange, refuse_patch

CENTS = '''def cents(amount):
    """An amount in cents.

    >>> cents(1.5)
    150
    """
    return int(amount * 100)
'''


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("money/rounding.py::money.rounding.cents", True),
        ("rounding.py::rounding", True),
        ("money/__init__.py::money", True),
        ("README.rst::README.rst", True),
        ("money/rounding.py::TestCents::test_one", False),
        ("tests/test_money.py::test_cents[1.5]", False),
        ("test_money.py::test_money", False),
        ("money/rounding.py", False),
    ],
)
def test_ids_of_doctests_are_known(test: str, expected: bool) -> None:
    assert doctests.is_doctest(test) is expected
    assert (doctests.test_files([test]) == set()) is expected
    assert (doctests.documented_files([test]) == {test.partition("::")[0]}) is expected


@pytest.mark.parametrize(
    ("old", "new", "refused"),
    [
        ("    150\n", "    149\n", True),
        ("    >>> cents(1.5)\n    150\n", "", True),
        ("cents(1.5)", "cents(1.4999)", True),
        ("int(amount * 100)", "round(amount * 100)", False),
        ("    150\n", "    150\n    >>> cents(2)\n    200\n", False),
    ],
)
def test_examples_that_are_run_may_not_be_changed(old: str, new: str, refused: bool) -> None:
    after = CENTS.replace(old, new)
    found = refuse_patch([FileChange("money.py", CENTS, after, documented=True)])
    assert [one.rule for one in found] == (["test_examples"] if refused else [])
    assert refuse_patch([FileChange("money.py", CENTS, after)]) == []


def test_examples_of_a_text_file_too() -> None:
    text = "Use it\n======\n\n>>> 1 + 1\n2\n"
    change = FileChange("README.rst", text, text.replace("2\n", "3\n"), documented=True)
    assert [one.rule for one in refuse_patch([change])] == ["test_examples"]


def test_what_can_not_be_read_has_no_examples() -> None:
    assert not doctests.removes_examples("a.py", "def f(:\n", "x = 1\n")
    assert not doctests.removes_examples("a.rst", ">>>1\n", "")

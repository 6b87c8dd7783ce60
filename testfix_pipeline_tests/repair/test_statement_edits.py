"""Edits for slips in what a statement says: the wrong order, grouping, unit, rounding, name or constant."""

import pytest

from testfix_pipeline.repair.languages.python.edits import constants, names, statements
from testfix_pipeline.repair.languages.python.edits.edit import Clues, Target
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.sources import Propose, texts

CASES = {
    "a function of the same module that is not imported": (
        names.functions,
        "from bisect import bisect_left\ndef f(xs, x):\n    return bisect_left(xs, x)",
        "import bisect_left, bisect_right\n\ndef f(xs, x):\n    return bisect_right(xs, x)",
    ),
    "the same wrong function in two places": (
        names.functions,
        "def f(xs):\n    return floor(xs)\ndef g(xs):\n    return floor(xs) + 1",
        "return ceil(xs)\n\ndef g(xs):\n    return ceil(xs) + 1",
    ),
    "a branch that was skipped for the one above": (
        statements.into_branches,
        "def f(a, b):\n    if a:\n        x()\n    elif b:\n        y()",
        "x()\n    if b:\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("family", "code", "right"), CASES.values(), ids=CASES)
def test_a_slip_is_put_right(family: Propose, code: str, right: str) -> None:
    assert any(right in text for text in texts(family, code))


def test_a_branch_that_no_failing_test_comes_to_is_set_apart_from_the_one_above_it() -> None:
    source = SourceFile("m.py", b"def f(a, b):\n    if a:\n        x()\n    elif b:\n        y()\n")
    above = Target(source, source.statements[2], source.functions[0], Clues())
    assert "elif -> if" in {edit.note for edit in statements.into_branches(above)}


def test_variables_that_are_used_alike_come_first() -> None:
    code = "def f(rows, mutual, team):\n    rows[team].sort()\n    return rows[team].gap, mutual[team].gap"
    found = [edit for edit in texts(names.variables, code).values() if edit.note.startswith("`mutual`")]
    assert max(found, key=lambda edit: edit.prior).replacement == "rows"


def test_units_are_seldom_one_off() -> None:
    found = {
        edit.replacement: edit.prior for edit in texts(constants.numbers, "def f(x):\n    return x // 12").values()
    }
    assert found["13"] < found["0"]

"""Edits for slips in what a statement says: the wrong order, grouping, unit, rounding, name or constant."""

import pytest

from testfix_pipeline.repair.edits import constants, discarded, grouping, keys, names, roles, statements, units
from testfix_pipeline.repair.edits.edit import Clues, Target
from testfix_pipeline.repair.source import SourceFile
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
    "a difference taken before the division": (
        grouping.regrouped, "def f(a, b, c):\n    return a / b - c", "return (a - c) / b"
    ),
    "a sum taken before the product": (grouping.regrouped, "def f(a, b, c):\n    return a + b * c", "(a + b) * c"),
    "a product taken before the sum": (grouping.regrouped, "def f(a, b, c):\n    return -(a * (b + c))", "-(a * b + c"),
    "seconds compared with milliseconds": (
        units.converted,
        "SHOWN = {'ms': 1000}\ndef f(took, limit):\n    return took > limit",
        "return took > limit * 1000",
    ),
    "a key the wrong way round": (
        keys.reversed_parts,
        "def best(xs):\n    return sorted(xs, key=lambda x: (x.score, x.name))",
        "key=lambda x: (-x.score, x.name)",
    ),
    "one part of a key turned, not the whole": (
        keys.signed_instead,
        "def best(xs):\n    return sorted(xs, key=lambda x: (x.score, x.name), reverse=True)",
        "key=lambda x: (-x.score, x.name))",
    ),
    "one part of a key turned where nothing stands before it": (
        keys.signed_instead,
        "def best(xs):\n    xs.sort(reverse=True, key=lambda x: (x.score, x.name))",
        "xs.sort(key=lambda x: (-x.score, x.name))",
    ),
    "a part of an unpacking that was thrown away": (
        discarded.taken_up,
        "def f(day):\n    _, week, _ = day.isocalendar()\n    return (day.year, week)",
        "year, week, _ = day.isocalendar()\n    return (year, week)",
    ),
    "a branch that was skipped for the one above": (
        statements.into_branches,
        "def f(a, b):\n    if a:\n        x()\n    elif b:\n        y()",
        "x()\n    if b:\n",
    ),
    "another key of the mapping": (
        roles.constants,
        "def f(r, other):\n    low = r['low']\n    return r['high'] + other['wide']\n",
        "return r['low'] + other['wide']",
    ),
    "another answer to the question": (
        roles.constants,
        "def f(x):\n    if x.kind == 'card':\n        return 1\n    return self.kind == 'cash'",
        "x.kind == 'cash'",
    ),
    "another option of the function": (
        roles.constants,
        "def f(x):\n    return fit(x, size=3)\ndef g(x):\n    return fit(x, size=70)",
        "fit(x, size=70)\n\n",
    ),
    "a key of the table": (
        roles.constants,
        "RATES = {'gold': 1, 'tin': 2}\ndef f():\n    return RATES.get('gold', 0)",
        "RATES.get('tin', 0)",
    ),
    "a difference the wrong way round": (
        keys.reversed_parts, "def f(xs):\n    xs.sort(key=lambda x: x.a - x.b)", "key=lambda x: x.b - x.a"
    ),
    "a heap the wrong way round": (
        keys.reversed_parts, "def f(h, p, n):\n    heappush(h, (p, n))", "heappush(h, (-p, n))"
    ),
    "a key without a part": (
        keys.missing_parts,
        "def order(row):\n    team, points, gap = row\n    return -points, team",
        "return (-points, -gap, team)",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("family", "code", "right"), CASES.values(), ids=CASES)
def test_a_slip_is_put_right(family: Propose, code: str, right: str) -> None:
    assert any(right in text for text in texts(family, code))


def test_groupings_that_come_to_the_same_are_not_proposed() -> None:
    for same in ("a + b + c", "a * (b * c)", "'x' + a * 2"):
        assert not texts(grouping.regrouped, f"def f(a, b, c):\n    return {same}")
    assert list(texts(grouping.regrouped, "def f(a, b, c):\n    return a - b + c")) == [
        "def f(a, b, c):\n    return a - (b + c)"
    ]


def test_a_branch_that_no_failing_test_comes_to_is_set_apart_from_the_one_above_it() -> None:
    source = SourceFile("m.py", b"def f(a, b):\n    if a:\n        x()\n    elif b:\n        y()\n")
    above = Target(source, source.statements[2], source.functions[0], Clues())
    assert "elif -> if" in {edit.note for edit in statements.into_branches(above)}


def test_a_constant_of_another_role_is_left_to_others() -> None:
    assert texts(roles.constants, "def f(r):\n    return r['low'] + open('high') + r[0]") == {}


def test_variables_that_are_used_alike_come_first() -> None:
    code = "def f(rows, mutual, team):\n    rows[team].sort()\n    return rows[team].gap, mutual[team].gap"
    found = [edit for edit in texts(names.variables, code).values() if edit.note.startswith("`mutual`")]
    assert max(found, key=lambda edit: edit.prior).replacement == "rows"


def test_units_are_seldom_one_off() -> None:
    found = {
        edit.replacement: edit.prior for edit in texts(constants.numbers, "def f(x):\n    return x // 12").values()
    }
    assert found["13"] < found["0"]

"""A rebuilt expression has the kind of what it does."""

import ast

import pytest

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.synthesis.replacement_kinds import kind_of_replacement

CASES = [
    ("high", "low", "replace.name"),
    ("self.x", "self.y", "replace.attribute"),
    ("1", "2", "replace.constant"),
    ("a < b", "a <= b", "compare.operator"),
    ("a - b", "a + b", "arithmetic.operator"),
    ("f(x) + 1", "f(x)", "shrink.part"),
    ("a", "a and b", "extend.condition"),
    ("a", "a + b", "extend.operand"),
    ("a", "f(a)", "wrap"),
    ("a", "a if b else c", "extend.branch"),
    ("a + b", "c * d", "other"),
    ("a < b < c", "a < b <= c", "other"),
]


@pytest.mark.parametrize(("old", "new", "kind"), CASES)
def test_a_rebuilt_expression_has_the_kind_of_what_it_does(old: str, new: str, kind: str) -> None:
    node: ast.expr = python_code.expression(old)
    assert kind_of_replacement(node, new, "other") == kind

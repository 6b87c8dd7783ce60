"""Literals of the failing tests that a patch compares with or returns."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Sequence

from testfix_pipeline.repair.languages.python.overfitting.guessed_conditions import condition_form_text
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence

IDENTIFYING = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
CASE = "case"
QUOTES = "'\""
LONG_TEXT, LARGE_NUMBER = 3, 10
"""Shorter texts are separators and smaller numbers are bounds, which ordinary code compares with as well."""
LEAST_ROWS = 2
"""This many branches that map a constant to a constant form a table, from which a row may be missing."""


def has_more_special_cases(old: ast.AST, new: ast.AST, failure_evidence: FailureEvidence) -> bool:
    """Whether the new code has more branches for literals of the failing tests than the old code."""
    rows = _table_rows(old)
    return _count_special_cases(new, failure_evidence, rows) > _count_special_cases(old, failure_evidence, rows)


def count_new_comparisons_with_test_literals(
    old: ast.AST, new: ast.AST, failure_evidence: FailureEvidence, text: str
) -> int:
    """The number of literals of the failing tests that an expression is newly compared with, if it was compared with no
    literal before.

    A literal that occurs in the `text` of the file is left out.
    """
    old_expressions = {expression for expression, _ in _compared_literals(old)}
    new_values = [
        value
        for expression, value in _compared_literals(new)
        if expression not in old_expressions and not _occurs_in(value, text)
    ]
    return sum(
        value in failure_evidence.test_literals or _is_letter_of_test_literal(value, failure_evidence)
        for value in new_values
    )


def _occurs_in(value: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value.strip(QUOTES))}(?!\w)", text) is not None


def _is_letter_of_test_literal(value: str, failure_evidence: FailureEvidence) -> bool:
    """Whether a value is one letter or digit of a text in the failing tests."""
    return (
        value[1:-1].isalnum()
        and value[0] in QUOTES
        and any(value[1:-1] in text for text in failure_evidence.test_literals)
    )


def _compared_literals(tree: ast.AST) -> set[tuple[str, str]]:
    """(expression, literal) for each comparison of an expression with a distinctive literal."""
    found = set()
    for node in ast.walk(tree):
        sides = (node.left, *node.comparators) if isinstance(node, ast.Compare) else ()
        plain = [part for side in sides if is_literal_expression(side) for part in ast.walk(side)]
        values = [part for part in plain if isinstance(part, ast.Constant)]
        others = [ast.unparse(side) for side in sides if not is_literal_expression(side)]
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], IDENTIFYING):
            found |= {
                (other, repr(value.value)) for other in others for value in values if _is_distinctive(value.value)
            }
        elif isinstance(node, ast.Match):
            subject = ast.unparse(node.subject)
            constants = [part for part in ast.walk(node) if isinstance(part, ast.Constant)]
            found |= {(subject, repr(part.value)) for part in constants}
    return found


def _is_distinctive(value: object) -> bool:
    if isinstance(value, (str, bytes)):
        return len(value) >= LONG_TEXT or value.isalnum()
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) >= LARGE_NUMBER


def count_new_literal_returns(old: ast.AST, new: ast.AST, literals: Collection[str]) -> int:
    """The number of new return values that are written out and contain one of the literals."""
    return (_literal_returns(new, literals) - _literal_returns(old, literals)).total()


def literals_in(tree: ast.AST) -> set[str]:
    """The constants of a tree, as code."""
    return {repr(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def _count_special_cases(tree: ast.AST, failure_evidence: FailureEvidence, rows: Counter[str]) -> int:
    """The number of branches for literals of the failing tests that do nothing but choose a constant; one more row of a
    table of branches (`rows`) does not count."""
    found = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.If):
            is_constant_branch = _only_chooses_literal(node.body) or (
                _is_negative_comparison(node.test) and _only_chooses_literal(node.orelse)
            )
            is_row = rows[condition_form_text(node.test)] >= LEAST_ROWS
            found += is_constant_branch and not is_row and _compares_with_any(node.test, failure_evidence.test_literals)
        elif isinstance(node, ast.IfExp):
            found += (is_literal_expression(node.body) or is_literal_expression(node.orelse)) and _compares_with_any(
                node.test, failure_evidence.test_literals
            )
        elif isinstance(node, ast.match_case):
            is_row = rows[CASE] >= LEAST_ROWS
            of_tests = not literals_in(node.pattern).isdisjoint(failure_evidence.test_literals)
            found += of_tests and not is_row and _only_chooses_literal(node.body)
    return found


def _table_rows(tree: ast.AST) -> Counter[str]:
    """For each form of condition whose branches map constants to constants, the number of constants in all."""
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and _only_chooses_literal(node.body):
            found[condition_form_text(node.test)] += _count_constants(node.test)
        elif isinstance(node, ast.match_case) and _only_chooses_literal(node.body):
            found[CASE] += _count_constants(node.pattern)
    return found


def _only_chooses_literal(block: Sequence[ast.stmt]) -> bool:
    """Whether a block does nothing but return or bind literals; setting a flag is not enough."""
    kinds = (ast.Return, ast.Assign, ast.AnnAssign)
    plain = all(isinstance(stmt, kinds) and is_literal_expression(stmt.value) for stmt in block)
    return plain and any(isinstance(stmt, ast.Return) or not _is_flag(stmt) for stmt in block)


def _is_flag(stmt: ast.stmt) -> bool:
    value = getattr(stmt, "value", None)
    return isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, bool))


def _is_negative_comparison(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.NotEq, ast.NotIn, ast.IsNot))


def _literal_returns(tree: ast.AST, literals: Collection[str]) -> Counter[str]:
    """The literal return values with more than a short text that contain one of the literals."""
    values = (
        node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and is_literal_expression(node.value)
    )
    return Counter(
        ast.unparse(value)
        for value in values
        if value is not None and _is_long_literal(value) and not literals_in(value).isdisjoint(literals)
    )


def _is_long_literal(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant):
        return isinstance(value.value, (str, bytes)) and len(value.value) > 3
    return any(isinstance(node, ast.Constant) for node in ast.walk(value))


def is_literal_expression(node: ast.expr | None) -> bool:
    """Whether an expression is written out instead of computed."""
    if node is None:
        return False
    return not any(isinstance(part, (ast.Name, ast.Call, ast.Attribute)) for part in ast.walk(node))


def _compares_with_any(test: ast.expr, values: Collection[str]) -> bool:
    for node in ast.walk(test):
        if isinstance(node, ast.Compare) and any(isinstance(op, IDENTIFYING) for op in node.ops):
            sides = [part for side in (node.left, *node.comparators) for part in ast.walk(side)]
            if any(isinstance(part, ast.Constant) and repr(part.value) in values for part in sides):
                return True
    return False


def _count_constants(tree: ast.AST) -> int:
    return sum(isinstance(node, ast.Constant) for node in ast.walk(tree))

"""The tests' own values: asked for and answered with what is written down."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Sequence

from testfix_pipeline.repair.languages.python.overfitting.guessed_conditions import form_of
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence

IDENTIFYING = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
CASE = "case"
QUOTES = "'\""
LONG_TEXT, LARGE_NUMBER = 3, 10
"""Shorter texts are signs, and smaller numbers bounds, that code asks for anyway."""
LEAST_ROWS = 2
"""So many branches that answer a constant for a constant are a table, to which a row may be missing."""


def special_cases(old: ast.AST, new: ast.AST, failure_evidence: FailureEvidence) -> bool:
    """Whether more is decided for a value of the failing tests than before."""
    rows = _rows(old)
    return _special_cases(new, failure_evidence, rows) > _special_cases(old, failure_evidence, rows)


def singled_out(old: ast.AST, new: ast.AST, failure_evidence: FailureEvidence, text: str) -> int:
    """How many values of the failing tests something is now compared with that was compared with nothing written down.

    A word is one of several that are distinguished, or one test's argument, unless the `text` of the file speaks of
    it.
    """
    distinguished = {what for what, _ in _distinguished(old)}
    new_ones = [value for what, value in _distinguished(new) if what not in distinguished and not _is_said(value, text)]
    return sum(value in failure_evidence.test_literals or _is_letter_of(value, failure_evidence) for value in new_ones)


def _is_said(value: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value.strip(QUOTES))}(?!\w)", text) is not None


def _is_letter_of(value: str, failure_evidence: FailureEvidence) -> bool:
    """Whether it is a letter or digit of a text that the failing tests give."""
    return (
        value[1:-1].isalnum()
        and value[0] in QUOTES
        and any(value[1:-1] in text for text in failure_evidence.test_literals)
    )


def _distinguished(tree: ast.AST) -> set[tuple[str, str]]:
    """(expression, value written down that it is compared with): whole texts and numbers that say much."""
    found = set()
    for node in ast.walk(tree):
        sides = (node.left, *node.comparators) if isinstance(node, ast.Compare) else ()
        plain = [part for side in sides if is_plain(side) for part in ast.walk(side)]
        values = [part for part in plain if isinstance(part, ast.Constant)]
        others = [ast.unparse(side) for side in sides if not is_plain(side)]
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], IDENTIFYING):
            found |= {(other, repr(value.value)) for other in others for value in values if _is_telling(value.value)}
        elif isinstance(node, ast.Match):
            subject = ast.unparse(node.subject)
            constants = [part for part in ast.walk(node) if isinstance(part, ast.Constant)]
            found |= {(subject, repr(part.value)) for part in constants}
    return found


def _is_telling(value: object) -> bool:
    if isinstance(value, (str, bytes)):
        return len(value) >= LONG_TEXT or value.isalnum()
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) >= LARGE_NUMBER


def answers_written(old: ast.AST, new: ast.AST, literals: Collection[str]) -> int:
    """The answers written down that are new and made of these."""
    return (_answers_written(new, literals) - _answers_written(old, literals)).total()


def literals_in(tree: ast.AST) -> set[str]:
    """The constants of a tree, as code."""
    return {repr(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def _special_cases(tree: ast.AST, failure_evidence: FailureEvidence, rows: Counter[str]) -> int:
    """Conditions on values of the failing tests that decide for a constant; not one more row of a table that was
    written as branches (`rows`)."""
    found = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.If):
            plain = _decides_plainly(node.body) or (_is_unequal(node.test) and _decides_plainly(node.orelse))
            is_row = rows[form_of(node.test)] >= LEAST_ROWS
            found += plain and not is_row and _asks_for(node.test, failure_evidence.test_literals)
        elif isinstance(node, ast.IfExp):
            found += (is_plain(node.body) or is_plain(node.orelse)) and _asks_for(
                node.test, failure_evidence.test_literals
            )
        elif isinstance(node, ast.match_case):
            is_row = rows[CASE] >= LEAST_ROWS
            of_tests = not literals_in(node.pattern).isdisjoint(failure_evidence.test_literals)
            found += of_tests and not is_row and _decides_plainly(node.body)
    return found


def _rows(tree: ast.AST) -> Counter[str]:
    """What branches ask that answer a constant for a constant, with how many constants there are in all."""
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and _decides_plainly(node.body):
            found[form_of(node.test)] += _constants(node.test)
        elif isinstance(node, ast.match_case) and _decides_plainly(node.body):
            found[CASE] += _constants(node.pattern)
    return found


def _decides_plainly(block: Sequence[ast.stmt]) -> bool:
    """Whether a branch does nothing but bind or answer what is written down; to set a flag is no answer."""
    kinds = (ast.Return, ast.Assign, ast.AnnAssign)
    plain = all(isinstance(stmt, kinds) and is_plain(stmt.value) for stmt in block)
    return plain and any(isinstance(stmt, ast.Return) or not _is_flag(stmt) for stmt in block)


def _is_flag(stmt: ast.stmt) -> bool:
    value = getattr(stmt, "value", None)
    return isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, bool))


def _is_unequal(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.NotEq, ast.NotIn, ast.IsNot))


def _answers_written(tree: ast.AST, literals: Collection[str]) -> Counter[str]:
    """Texts, and containers of constants, that are returned as they are written and are made of these."""
    values = (node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and is_plain(node.value))
    return Counter(
        ast.unparse(value)
        for value in values
        if value is not None and _says_much(value) and not literals_in(value).isdisjoint(literals)
    )


def _says_much(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant):
        return isinstance(value.value, (str, bytes)) and len(value.value) > 3
    return any(isinstance(node, ast.Constant) for node in ast.walk(value))


def is_plain(node: ast.expr | None) -> bool:
    """Whether an answer is written down instead of computed."""
    if node is None:
        return False
    return not any(isinstance(part, (ast.Name, ast.Call, ast.Attribute)) for part in ast.walk(node))


def _asks_for(test: ast.expr, values: Collection[str]) -> bool:
    for node in ast.walk(test):
        if isinstance(node, ast.Compare) and any(isinstance(op, IDENTIFYING) for op in node.ops):
            sides = [part for side in (node.left, *node.comparators) for part in ast.walk(side)]
            if any(isinstance(part, ast.Constant) and repr(part.value) in values for part in sides):
                return True
    return False


def _constants(tree: ast.AST) -> int:
    return sum(isinstance(node, ast.Constant) for node in ast.walk(tree))

"""Finds operators and conditions in statements."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.languages.python.analysis.dataflow import kind_of_start
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.source import PythonFunction, own_nodes

ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def find_token(text: str, start: int, end: int, pattern: str) -> tuple[int, int] | None:
    """The span of a pattern between two operands, ignoring comments."""
    plain = re.sub(r"#[^\n]*", lambda m: " " * len(m.group()), text[start:end])
    match = re.search(pattern, plain)
    return (start + match.start(), start + match.end()) if match else None


def operator_span(target: PythonEditSite, left: ast.expr, right: ast.expr, symbol: str) -> tuple[int, int] | None:
    """The span of the operator between two operands."""
    start, end = target.source.span(left)[1], target.source.span(right)[0]
    pattern = r"\s+".join(re.escape(word) for word in symbol.split())
    return find_token(target.source.text, start, end, rf"\b{pattern}\b" if symbol[0].isalpha() else pattern)


def is_boolean(node: ast.expr) -> bool:
    """Whether an expression can only be True or False, by its form. (For `is_test` one operand of that form
    is enough.)"""
    if isinstance(node, ast.BoolOp):
        return all(is_boolean(part) for part in node.values)
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") in ("any", "all", "isinstance", "bool")
    negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return negated or isinstance(node, ast.Compare) or (isinstance(node, ast.Constant) and type(node.value) is bool)


ACCUMULATING_TYPES = {"list", "str", "int", "float", "set", "dict"}
TEST_FUNCTIONS = {"isinstance", "issubclass", "hasattr", "callable", "any", "all", "bool"}
TEST_METHODS = re.compile(
    r"(start|end)swith|is_[a-z_]+|has_[a-z_]+|is(alnum|alpha|digit|lower|upper|space|subset|superset|disjoint)"
)


def is_test(node: ast.expr) -> bool:
    """Whether an expression is a condition by its form: its value is True or False."""
    if isinstance(node, ast.BoolOp):
        return any(is_test(value) for value in node.values)
    if isinstance(node, ast.Call):
        is_by_name = isinstance(node.func, ast.Name)
        return called(node) in TEST_FUNCTIONS if is_by_name else bool(TEST_METHODS.fullmatch(called(node)))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def type_of_other_value(function: PythonFunction | None, stmt: ast.Assign) -> str:
    """The type of another value that the function assigns to the variable: an empty container, a set or a constant; ""
    if none."""
    place = ast.dump(stmt.targets[0])
    for node in ast.walk(function.node) if function else ():
        if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node is stmt or node.value is None:
            continue
        if ast.dump(node.targets[0] if isinstance(node, ast.Assign) else node.target) == place:
            value = node.value
            kind = "set" if isinstance(value, (ast.Set, ast.SetComp)) else kind_of_start(value)
            if kind in ACCUMULATING_TYPES:
                return kind
    return ""


def is_element_of_any_or_all(target: PythonEditSite, node: ast.expr) -> bool:
    """Whether a node is the element that `any` or `all` tests."""
    comprehension = target.source.parents[node]
    if not isinstance(comprehension, (ast.GeneratorExp, ast.ListComp)) or comprehension.elt is not node:
        return False
    call = target.source.parents[comprehension]
    return isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("any", "all")


def own_conditions(stmt: ast.stmt) -> Iterator[ast.expr]:
    """Yields the tests of the statement itself and of conditional expressions and comprehensions in it."""
    for node in own_nodes(stmt):
        if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            yield node.test
        elif isinstance(node, ast.comprehension):
            yield from node.ifs
        elif isinstance(node, ast.Return) and isinstance(node.value, (ast.Call, ast.BoolOp, ast.Name, ast.Attribute)):
            yield node.value
        elif isinstance(node, ast.match_case) and node.guard:
            yield node.guard


def is_argument(parent: ast.AST, node: ast.expr) -> bool:
    """Whether a node is an argument of a call of anything but a builtin."""
    return isinstance(parent, ast.Call) and node in parent.args and getattr(parent.func, "id", "") not in vars(builtins)


def as_boolean_operand(target: PythonEditSite, node: ast.expr) -> str:
    """An operand for and/or: only or, lambda and conditional expressions get parentheses."""
    needs_parentheses = isinstance(node, (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr))
    return f"({target.text(node)})" if needs_parentheses else target.text(node)

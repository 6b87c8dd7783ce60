"""Assertions that can't fail, and assertions that are never reached."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.code_view import dotted, last_name
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.terminating_statements import always_exits
from testfix_pipeline.planning.python_code.public_surface import opposite_comparison
from testfix_pipeline.planning.python_code.unit_tests import UnitTest, is_assertion


def tautology(case: UnitTest) -> str | None:
    """Why the assertions of a test can't fail, None if one of them can."""
    said = [_why_cannot_fail(case, node) for node in case.assertions]
    return said[0] if said and all(said) else None


def _why_cannot_fail(case: UnitTest, node: ast.AST) -> str:
    if isinstance(node, ast.Assert) and always_true(_with_assigned_value(case, node.test)):
        return f"`assert {ast.unparse(node.test)}` can't fail"
    if isinstance(node, ast.Call) and _always_equal(node):
        return f"`{ast.unparse(node)}` can't fail"
    return ""


def _with_assigned_value(case: UnitTest, test: ast.expr) -> ast.expr:
    """The comparison with the value of its right-hand name: `expected = price(3); assert price(3) == expected`."""
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.comparators[0], ast.Name)):
        return test
    name = test.comparators[0].id
    given = [node.value for node in case.nodes if isinstance(node, ast.Assign) and name in map(dotted, node.targets)]
    same = len(given) == 1 and isinstance(given[0], ast.Call) and ast.dump(given[0]) == ast.dump(test.left)
    return ast.Compare(test.left, test.ops, [test.left]) if same else test


def always_true(test: ast.AST) -> bool:
    """Whether an expression is true whatever the code under test does."""
    if isinstance(test, (ast.Constant, ast.Lambda)):
        return isinstance(test, ast.Lambda) or bool(test.value)
    if isinstance(test, (ast.Tuple, ast.List, ast.Set)):
        return bool(test.elts)
    if isinstance(test, ast.JoinedStr):
        return any(isinstance(part, ast.Constant) for part in test.values)
    if isinstance(test, ast.UnaryOp):
        return isinstance(test.op, ast.Not) and isinstance(test.operand, ast.Constant) and not test.operand.value
    if isinstance(test, ast.BoolOp):
        opposite = [opposite_comparison(value) for value in test.values if isinstance(value, ast.Compare)]
        opposed = {ast.unparse(each) for each in opposite if each is not None}
        either = isinstance(test.op, ast.Or) and bool(opposed & set(map(ast.unparse, test.values)))
        return either or (all if isinstance(test.op, ast.And) else any)(map(always_true, test.values))
    if isinstance(test, ast.Call):
        return dotted(test.func) == "isinstance" and len(test.args) == 2 and dotted(test.args[1]) == "object"
    return isinstance(test, ast.Compare) and len(test.ops) == 1 and _is_true_comparison(test)


def _is_true_comparison(test: ast.Compare) -> bool:
    left, right, operator = test.left, test.comparators[0], test.ops[0]
    if isinstance(operator, (ast.Eq, ast.Is, ast.LtE, ast.GtE)) and ast.dump(left) == ast.dump(right):
        return not _may_evaluate_differently(left, operator)
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        return True
    length = isinstance(left, ast.Call) and dotted(left.func) == "len"
    return length and isinstance(operator, ast.GtE) and isinstance(right, ast.Constant) and right.value == 0


def _may_evaluate_differently(value: ast.expr, operator: ast.cmpop) -> bool:
    """Whether two evaluations of an expression may differ: new objects, identities, hashes, method calls."""
    if isinstance(operator, ast.Is):
        return not isinstance(value, (ast.Name, ast.Constant))
    called = [dotted(node.func) for node in ast.walk(value) if isinstance(node, ast.Call)]
    return any(re.fullmatch(r"self\..*|(.*\.)?([A-Z]\w*|cls|hash|id|type)", name) for name in called)


def _always_equal(call: ast.Call) -> bool:
    """Whether a method of `unittest` asserts what is always true."""
    name, given = last_name(call.func), call.args
    if name in ("assertEqual", "assertEquals", "assertIs") and len(given) >= 2:
        same = ast.dump(given[0]) == ast.dump(given[1])
        return same and not _may_evaluate_differently(given[0], ast.Eq())
    constant = name in ("assertTrue", "assertIsNotNone") and bool(given) and isinstance(given[0], ast.Constant)
    return constant and always_true(given[0])


def unreached_assertion(case: UnitTest) -> str | None:
    """Why the assertions of a test are never reached, None if one is or there are none."""
    inner = [node for node in case.nodes if isinstance(node, FunctionNode) and node is not case.node]
    nested = {id(node) for function in inner for node in ast.walk(function)}
    reached = (node for part in _reachable_parts(case.node.body) for node in ast.walk(part))
    if all(id(node) in nested for node in case.assertions) or any(map(is_assertion, reached)):
        return None
    return "never gets to its assertions"


def _reachable_parts(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the simple statements and headers that may run."""
    for statement in body:
        if isinstance(statement, (ast.If, ast.While, ast.For, ast.AsyncFor)):
            asked = statement.test if isinstance(statement, (ast.If, ast.While)) else statement.iter
            yield asked
            never = is_empty(asked) or (isinstance(asked, ast.Constant) and not asked.value)
            yield from () if never else _reachable_parts(statement.body)
            yield from _reachable_parts(statement.orelse)
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            yield from (item.context_expr for item in statement.items)
            yield from _reachable_parts(statement.body)
        elif isinstance(statement, ast.Try):
            handled = [each.body for each in statement.handlers]
            for part in (statement.body, *handled, statement.orelse, statement.finalbody):
                yield from _reachable_parts(part)
        else:
            yield statement
        if always_exits([statement]):
            return


def is_empty(value: ast.AST) -> bool:
    """Whether an expression is empty: `[]`, `()`, `{}`, `list()`, `range(0)`, a comprehension over one of them."""
    if isinstance(value, (ast.List, ast.Tuple, ast.Set, ast.Dict)):
        return not any(isinstance(each, ast.expr) for each in ast.iter_child_nodes(value))
    if isinstance(value, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        return is_empty(value.generators[0].iter)
    if not isinstance(value, ast.Call) or dotted(value.func) not in ("list", "tuple", "set", "dict", "range"):
        return False
    return all(isinstance(each, ast.Constant) and each.value == 0 for each in value.args[:2])

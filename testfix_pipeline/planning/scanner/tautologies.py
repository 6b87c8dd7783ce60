"""Assertions that can't fail, and assertions that are never reached."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.code_view import dotted, last_name
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.terminating_statements import has_break, is_true_constant
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
        return all(map(always_true, test.values)) if isinstance(test.op, ast.And) else _is_true_disjunction(test.values)
    if isinstance(test, ast.Call):
        return dotted(test.func) == "isinstance" and len(test.args) == 2 and dotted(test.args[1]) == "object"
    return isinstance(test, ast.Compare) and len(test.ops) == 1 and _is_true_comparison(test)


def _is_true_disjunction(values: Sequence[ast.expr]) -> bool:
    """Whether one operand is always true, or two are opposites: `a is None or a is not None`."""
    said = {ast.unparse(value) for value in values}
    opposite = {ast.unparse(_negated(value)) for value in values if isinstance(value, ast.Compare)}
    return any(map(always_true, values)) or bool(said & opposite)


_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


def _negated(test: ast.Compare) -> ast.Compare:
    operator = _OPPOSITE.get(type(test.ops[0]))
    return ast.Compare(test.left, [operator()], test.comparators) if operator and len(test.ops) == 1 else test


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
    calls = [node for node in ast.walk(value) if isinstance(node, ast.Call)]
    makes = any(
        last_name(call.func)[:1].isupper() or last_name(call.func) in ("cls", "hash", "id", "type") for call in calls
    )
    return makes or any(dotted(call.func).startswith("self.") for call in calls)


def _always_equal(call: ast.Call) -> bool:
    name = last_name(call.func)
    if name in ("assertTrue", "assertIsNotNone"):
        return bool(call.args) and isinstance(call.args[0], ast.Constant) and bool(call.args[0].value)
    same = len(call.args) >= 2 and ast.dump(call.args[0]) == ast.dump(call.args[1])
    return (
        name in ("assertEqual", "assertIs", "assertEquals")
        and same
        and not _may_evaluate_differently(call.args[0], ast.Eq())
    )


def unreached_assertion(case: UnitTest) -> str | None:
    """Why the assertions of a test are never reached, None if one is or there are none."""
    if not case.assertions:
        return None
    reached = [
        node for statement in _reachable_nodes(case.node.body) for node in ast.walk(statement) if is_assertion(node)
    ]
    return None if reached or _only_nested(case) else "never gets to its assertions"


def _only_nested(case: UnitTest) -> bool:
    inner = [node for node in case.nodes if isinstance(node, FunctionNode) and node is not case.node]
    nested = {id(node) for function in inner for node in ast.walk(function)}
    return all(id(node) in nested for node in case.assertions)


def _reachable_nodes(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the simple statements and headers that may run."""
    for statement in body:
        if isinstance(statement, ast.If):
            yield statement.test
            yield from _reachable_nodes(statement.body) if not _is_false(statement.test) else ()
            yield from _reachable_nodes(statement.orelse) if not is_true_constant(statement.test) else ()
        elif isinstance(statement, (ast.For, ast.While)):
            yield from _reachable_nodes(statement.body) if not _never_runs(statement) else ()
            yield from _reachable_nodes(statement.orelse)
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            yield from (item.context_expr for item in statement.items)
            yield from _reachable_nodes(statement.body)
        elif isinstance(statement, ast.Try):
            for part in (
                statement.body,
                *(each.body for each in statement.handlers),
                statement.orelse,
                statement.finalbody,
            ):
                yield from _reachable_nodes(part)
        else:
            yield statement
        if _ends_block(statement):
            return


def _is_false(test: ast.AST) -> bool:
    return isinstance(test, ast.Constant) and not test.value


def _never_runs(loop: ast.For | ast.While) -> bool:
    if isinstance(loop, ast.While):
        return _is_false(loop.test)
    return is_empty(loop.iter)


def is_empty(value: ast.AST) -> bool:
    """Whether an expression is empty: `[]`, `()`, `{}`, `list()`, `range(0)`, a comprehension over one of them."""
    if isinstance(value, (ast.List, ast.Tuple, ast.Set)):
        return not value.elts
    if isinstance(value, ast.Dict):
        return not value.keys
    if isinstance(value, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        return is_empty(value.generators[0].iter)
    if not isinstance(value, ast.Call):
        return False
    zero = [isinstance(each, ast.Constant) and each.value == 0 for each in value.args]
    return (dotted(value.func) in ("list", "tuple", "set", "dict") and not value.args) or (
        dotted(value.func) == "range" and zero == [True]
    )


def _ends_block(statement: ast.stmt) -> bool:
    if isinstance(statement, (ast.Return, ast.Raise)):
        return True
    return isinstance(statement, ast.While) and is_true_constant(statement.test) and not has_break(statement.body)

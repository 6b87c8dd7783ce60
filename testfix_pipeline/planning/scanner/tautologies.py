"""Assertions that can't fail, and assertions that are never reached."""

from __future__ import annotations

import ast
import contextlib
import copy
import itertools
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.code_view import dotted, last_name
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.terminating_statements import always_exits
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


_SAMPLES: tuple[object, ...] = (None, True, False, 0, 1, -1, "", "x", [], [0], (), {}, {"x": 1}, object())
_KNOWN_CALLS: dict[str, object] = {"len": len, "isinstance": isinstance, "bool": bool, "object": object}


def always_true(test: ast.expr) -> bool:
    """Whether an expression is true whatever the code under test does.

    It is evaluated with samples in place of names, attributes and calls; where that raises, nothing follows. Only
    comparisons, `and`, `or`, `not` and literals are evaluated.
    """
    if any(isinstance(node, ast.Compare) and _may_evaluate_differently(node) for node in ast.walk(test)):
        return False
    opaque = _Opaque()
    whole = ast.Expression(opaque.visit(copy.deepcopy(test)))
    code = compile(ast.fix_missing_locations(whole), "<assertion>", "eval")
    results = []
    for values in itertools.product(_SAMPLES, repeat=len(opaque.names)) if len(opaque.names) <= 2 else ():
        with contextlib.suppress(Exception):
            results.append(bool(eval(code, {**_KNOWN_CALLS, **dict(zip(opaque.names.values(), values, strict=True))})))
    return bool(results) and all(results)


class _Opaque(ast.NodeTransformer):
    """Puts a name in place of whatever depends on code: the same one for the same source."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Lambda) or (isinstance(node, ast.JoinedStr) and _has_text(node)):
            return ast.Constant(True)
        if isinstance(node, ast.Name) and node.id in _KNOWN_CALLS:
            return node
        known = isinstance(node, ast.Call) and dotted(node.func) in _KNOWN_CALLS and not node.keywords
        spread = any(isinstance(each, ast.Starred) for each in ast.iter_child_nodes(node))
        if not isinstance(node, ast.expr) or ((known or isinstance(node, _TRANSPARENT)) and not spread):
            return self.generic_visit(node)
        name = self.names.setdefault(ast.dump(node), f"opaque{len(self.names)}")
        return ast.Name(name, ast.Load())


_TRANSPARENT = (ast.BoolOp, ast.Compare, ast.UnaryOp, ast.Constant, ast.Tuple, ast.List, ast.Set)


def _has_text(node: ast.JoinedStr) -> bool:
    return any(isinstance(part, ast.Constant) for part in node.values)


def _may_evaluate_differently(test: ast.Compare) -> bool:
    """Whether two evaluations of what is compared with itself may differ: new objects, identities, hashes, methods."""
    left, right = test.left, test.comparators[0]
    if isinstance(test.ops[0], (ast.Is, ast.IsNot)) and not isinstance(right, ast.Constant):
        return not isinstance(left, (ast.Name, ast.Constant))
    calls = [dotted(node.func) for node in ast.walk(left) if isinstance(node, ast.Call)]
    own = ("cls", "hash", "id", "type")
    return any(name.startswith("self.") or name.rpartition(".")[2] in own for name in calls) or any(
        name.rpartition(".")[2][:1].isupper() for name in calls
    )


def _always_equal(call: ast.Call) -> bool:
    """Whether a method of `unittest` asserts what is always true."""
    name, given = last_name(call.func), call.args
    if name in ("assertEqual", "assertEquals", "assertIs") and len(given) >= 2:
        operator = ast.Is() if name == "assertIs" else ast.Eq()
        return always_true(ast.Compare(given[0], [operator], [given[1]]))
    if name == "assertIsNotNone" and given:
        return always_true(ast.Compare(given[0], [ast.IsNot()], [ast.Constant(None)]))
    return name == "assertTrue" and bool(given) and always_true(given[0])


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

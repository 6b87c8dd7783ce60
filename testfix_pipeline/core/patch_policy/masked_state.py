"""Finds results of an object that a flag hides: "nothing waits", said by a method that has only set a flag.

A method works on an attribute and, at its end, sets a flag that nothing but other methods' results depend on. Until
another method takes it back, these give another result in place of the one computed from the attribute. What ends for
good, as a file that is closed, has a flag that nothing takes back.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import PythonCode
from testfix_pipeline.core.python_code import FunctionNode

_MAKING = ("__init__", "__new__", "__post_init__")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def masked_state(node: ast.AST, code: PythonCode) -> bool:
    """Conditional results in methods without effects, where the flag is all that hides what is still there."""
    if not isinstance(node, ast.If | ast.IfExp):
        return False
    flag, is_set = _asked_flag(node.test)
    method = next((one for one in code.above(node) if isinstance(one, FunctionNode)), None)
    owner = code.parent(method) if method is not None else None
    if not flag or method is None or not isinstance(owner, ast.ClassDef):
        return False
    plain = _result_without_flag(node, method, is_set)
    return plain is not None and bool(_setters(owner, flag, _attributes(plain, ast.Load) - {flag}))


def _asked_flag(test: ast.expr) -> tuple[str, bool]:
    """The attribute of `self` that a condition consists of, and the truth by which it holds; "" for others."""
    negated = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    asked = test.operand if isinstance(test, ast.UnaryOp) and negated else test
    return _own_attribute(asked), not negated


def _own_attribute(node: ast.AST) -> str:
    own = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    return node.attr if own and isinstance(node, ast.Attribute) else ""


def _result_without_flag(node: ast.If | ast.IfExp, method: Function, is_set: bool) -> ast.AST | None:
    """What is returned as long as the flag is not set; None where one of both ways returns nothing."""
    if isinstance(node, ast.IfExp):
        return node.orelse if is_set else node.body
    after = method.body[method.body.index(node) + 1 :] if node in method.body else []
    results = [_only_result(part) for part in (node.body, node.orelse or after)]
    return results[1 if is_set else 0] if all(results) else None


def _only_result(body: list[ast.stmt]) -> ast.expr | None:
    return body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None


def _setters(owner: ast.ClassDef, flag: str, state: set[str]) -> list[Function]:
    """The methods that use the state and end with the flag set; [] where anything else depends on the flag."""
    methods = [one for one in owner.body if isinstance(one, FunctionNode)]
    effects = [one for one in methods if _attributes(one, ast.Store)]
    if any(flag in _attributes(one, ast.Load) for one in effects) or not _is_unset_first(owner, methods, flag):
        return []
    later = [one for one in effects if one.name not in _MAKING]
    if not any(list(_truths(one, flag)) == [False] for one in later):
        return []
    others = [one for one in later if _last_truth(one, flag)]
    return [one for one in others if not state.isdisjoint(_attributes(one, ast.Load))]


def _attributes(node: ast.AST, context: type[ast.expr_context]) -> set[str]:
    inner = [one for one in ast.walk(node) if isinstance(one, ast.Attribute) and isinstance(one.ctx, context)]
    return {name for one in inner if (name := _own_attribute(one))}


def _is_unset_first(owner: ast.ClassDef, methods: list[Function], flag: str) -> bool:
    made = [truth for one in methods if one.name in _MAKING for truth in _truths(one, flag)]
    named = [one for one in owner.body if isinstance(one, ast.Assign | ast.AnnAssign)]
    made += [
        bool(value) for one in named for value in [_constant(one.value)] if _names(one, flag) and value is not None
    ]
    return made == [False]


def _names(node: ast.Assign | ast.AnnAssign, name: str) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(isinstance(one, ast.Name) and one.id == name for one in targets)


def _last_truth(method: Function, flag: str) -> bool:
    """Whether the last value that a method gives the flag is a true constant."""
    given = list(_truths(method, flag))
    return bool(given) and given[-1] is True


def _truths(method: Function, flag: str) -> Iterator[bool | None]:
    """The truth of each value that a method gives the flag, in the order of its lines; None if it is computed."""
    assigned = [one for one in ast.walk(method) if isinstance(one, ast.Assign | ast.AnnAssign | ast.AugAssign)]
    for one in sorted(assigned, key=lambda found: found.lineno):
        targets = one.targets if isinstance(one, ast.Assign) else [one.target]
        if any(_own_attribute(target) == flag for target in targets):
            value = _constant(one.value)
            yield bool(value) if value is not None else None


def _constant(node: ast.AST | None) -> bool | int | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, bool | int) else None

"""Finds results of an object that a flag hides: "nothing waits", said by a method that has only set a flag.

A method works on an attribute and, at its end, sets a flag that nothing but other methods' results depend on. Until
another method takes it back, these give another result in place of the one computed from the attribute. What ends for
good, as a file that is closed, has a flag that nothing takes back.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set
from typing import NamedTuple

from testfix_pipeline.core.code_view import PythonCode
from testfix_pipeline.core.python_code import FunctionNode

Truth = bool | None
"""The truth of a value; None if it is computed."""


class Method(NamedTuple):
    """What a method does to its object: the attributes that it reads and, in order, writes. makes: a constructor."""

    makes: bool
    reads: Set[str]
    writes: Sequence[tuple[str, Truth]]

    def truths(self, name: str) -> list[Truth]:
        """The truth of each value that the method gives an attribute."""
        return [truth for one, truth in self.writes if one == name]


def is_hiding(flag: str, shown: Set[str], fields: Sequence[Truth], methods: Sequence[Method]) -> bool:
    """Whether a flag is all that hides a result. shown: what that is computed from; fields: what the class gives it."""
    first = [*fields, *(truth for one in methods if one.makes for truth in one.truths(flag))]
    later = [one for one in methods if one.writes and not one.makes]
    is_asked = any(flag in one.reads for one in methods if one.writes)
    if first != [False] or is_asked or not any(one.truths(flag) == [False] for one in later):
        return False
    return any(one.truths(flag)[-1:] == [True] and one.reads & shown - {flag} for one in later)


def masked_state(node: ast.AST, code: PythonCode) -> bool:
    """Conditional results in methods without effects, where the flag is all that hides what is still there."""
    method = next((one for one in code.above(node) if isinstance(one, FunctionNode)), None)
    owner = code.parent(method) if method is not None else None
    if not isinstance(node, ast.If | ast.IfExp) or method is None or not isinstance(owner, ast.ClassDef):
        return False
    is_set = not (isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not))
    flag = _own_attribute(node.test if is_set else node.test.operand)  # type: ignore[attr-defined]
    results: list[ast.expr | None] = [getattr(node, "body", None), getattr(node, "orelse", None)]
    if isinstance(node, ast.If):
        after = method.body[method.body.index(node) + 1 :] if node in method.body else []
        results = [_only_result(part) for part in (node.body, node.orelse or after)]
    if not flag or not all(results):
        return False
    values = [
        _truth(one.value) for one in owner.body if isinstance(one, ast.Assign | ast.AnnAssign) and flag in _names(one)
    ]
    methods = [_method(one) for one in owner.body if isinstance(one, FunctionNode)]
    return is_hiding(flag, _read(results[is_set]), [one for one in values if one is not None], methods)


def _own_attribute(node: ast.AST) -> str:
    own = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    return node.attr if own and isinstance(node, ast.Attribute) else ""


def _only_result(body: list[ast.stmt]) -> ast.expr | None:
    return body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None


def _read(node: ast.AST | None) -> set[str]:
    inner = ast.walk(node) if node is not None else ()
    return {
        _own_attribute(one) for one in inner if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Load)
    } - {""}


def _method(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Method:
    inner = [one for one in ast.walk(node) if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)]
    assigned = [one for one in ast.walk(node) if isinstance(one, ast.Assign | ast.AnnAssign | ast.AugAssign)]
    given = {id(target): one.value for one in assigned for target in getattr(one, "targets", None) or [one.target]}  # type: ignore[union-attr]
    written = sorted((one for one in inner if _own_attribute(one)), key=lambda one: one.lineno)
    writes = [(one.attr, _truth(given.get(id(one)))) for one in written]
    return Method(node.name in ("__init__", "__new__", "__post_init__"), _read(node), writes)


def _names(node: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {one.id for one in targets if isinstance(one, ast.Name)}


def _truth(node: ast.AST | None) -> Truth:
    return bool(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, bool | int) else None

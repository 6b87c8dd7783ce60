"""Expressions that read an instance's state without changing it."""

from __future__ import annotations

import ast

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.python_code.mutating_methods import MOVES, MUTATORS

_CHANGES = MUTATORS | MOVES


def changes_state(function: FunctionNode, owner: ast.ClassDef | None = None) -> bool:
    """Whether a method changes its instance, directly or by other methods of its class."""
    methods = {one.name: one for one in owner.body if isinstance(one, FunctionNode)} if owner is not None else {}
    waiting, known = [function], {function.name}
    while waiting:
        current = waiting.pop()
        if _changes_itself(current):
            return True
        for node in ast.walk(current):
            name = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
            if name in methods and name not in known and ast.unparse(node).startswith("self."):
                known.add(name)
                waiting.append(methods[name])
    return False


def _changes_itself(function: FunctionNode) -> bool:
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Attribute | ast.Subscript)
            and not isinstance(node.ctx, ast.Load)
            and _belongs_to_self(node)
        ):
            return True
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in _CHANGES and _belongs_to_self(called.value):
            return True
    return False


def _belongs_to_self(node: ast.AST) -> bool:
    """Whether an expression is an attribute or item of `self`, at any depth."""
    if not isinstance(node, ast.Attribute | ast.Subscript):
        return False
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return isinstance(node, ast.Name) and node.id == "self"


def observing_calls(owner: ast.ClassDef) -> list[str]:
    """The calls without arguments of public methods that only read the state: `size()`."""
    return [f"{one.name}()" for one in owner.body if isinstance(one, ast.FunctionDef) and _only_observes(one, owner)]


def _only_observes(function: ast.FunctionDef, owner: ast.ClassDef) -> bool:
    spec = function.args
    required = len(spec.posonlyargs) + len(spec.args) - len(spec.defaults) - 1
    named = function.name.startswith("_") or function.decorator_list or function.name in ("copy", "close", "next")
    if named or required > 0 or None in spec.kw_defaults or changes_state(function, owner):
        return False
    nodes = list(ast.walk(function))
    answers = any(isinstance(node, ast.Return) and node.value is not None for node in nodes)
    moves = any(isinstance(node, ast.Yield | ast.YieldFrom | ast.Global) for node in nodes) or any(
        isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("next", "open", "print", "input", "setattr")
        for node in nodes
    )
    return answers and not moves and not any(isinstance(node, ast.Return) and _is_self(node.value) for node in nodes)


def _is_self(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"

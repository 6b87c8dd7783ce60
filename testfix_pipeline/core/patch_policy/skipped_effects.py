"""Builds statements with wrong effects in place of skipped ones, for variants of a patch that skips statements.

An effect is a name, attribute or element that is bound, a container that is changed, a value that is yielded. Calls of
functions of the same file are looked into, one level deep.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.code_view import root as root_name
from testfix_pipeline.core.patch_policy.variant_values import OTHER, SPOIL
from testfix_pipeline.core.python_code import FunctionNode, own_nodes

_LOGS = frozenset({"log", "logger", "logging", "warnings", "print", "_log", "_logger", "LOG", "LOGGER"})


def spoiling_statements(stmts: Sequence[ast.stmt], module: ast.Module, *, names: bool) -> list[ast.stmt]:
    """Statements that replace the effects of `stmts` by wrong ones; [] if they have no visible effects.

    names: whether local names count; they don't where the function is left. module: where called functions are found.
    """
    texts: dict[str, None] = {}
    for node in own_nodes(stmts):
        for text in _targets_of_node(node, module, names):
            texts[text] = None
    return [stmt for text in texts for stmt in python_code.parse(text).body]


def has_return(stmts: Sequence[ast.stmt]) -> bool:
    """Whether statements may return a value."""
    return any(isinstance(node, ast.Return) for node in own_nodes(stmts))


def is_logging(stmt: ast.stmt) -> bool:
    """Whether a statement only logs or prints."""
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    return isinstance(call, ast.Call) and (root_name(call.func) in _LOGS or dotted(call.func).split(".")[-1] in _LOGS)


def _targets_of_node(node: ast.AST, module: ast.Module, names: bool) -> Iterator[str]:
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        if names or not isinstance(node, ast.Name):
            yield from _bound(node)
    elif isinstance(node, ast.Yield | ast.YieldFrom):
        yield f"yield {OTHER}(None)"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and not is_logging(node):
        yield from _targets_of_call(node.value, module)


def _bound(target: ast.expr) -> Iterator[str]:
    if any(isinstance(part, ast.Call | ast.Yield | ast.Await | ast.NamedExpr) for part in ast.walk(target)):
        return
    text = ast.unparse(target)
    wrong = f"try:\n    {text} = {OTHER}(None)\nexcept Exception:\n    pass"
    inner = wrong.replace("\n", "\n    ")
    yield f"try:\n    {text} = {OTHER}({text})\nexcept Exception:\n    {inner}"
    if isinstance(target, ast.Subscript):
        yield _guarded(target.value)


def _guarded(container: ast.expr) -> str:
    return f"try:\n    {SPOIL}({ast.unparse(container)})\nexcept Exception:\n    pass"


def _targets_of_call(call: ast.Call, module: ast.Module) -> Iterator[str]:
    receiver = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    given = [*receiver, *call.args, *(keyword.value for keyword in call.keywords)]
    for value in given:
        if isinstance(value, ast.Name | ast.Attribute):
            yield _guarded(value)
    name = call.func.attr if isinstance(call.func, ast.Attribute) else dotted(call.func)
    for function in own_functions(module, name):
        yield from _targets_in_callee(function, [*receiver, *call.args])


def own_functions(module: ast.Module, name: str) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions and methods of a file that have this name."""
    return [node for node in ast.walk(module) if isinstance(node, FunctionNode) and node.name == name]


def _targets_in_callee(function: ast.FunctionDef | ast.AsyncFunctionDef, given: Sequence[ast.expr]) -> Iterator[str]:
    """Yield the attributes and elements of its arguments that a called function binds."""
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    known = {name: ast.unparse(value) for name, value in zip(names, given, strict=False)}
    for node in own_nodes(function.body):
        target = _changed_part(node)
        if target is not None and root_name(target) in known:
            seen = python_code.expression(_as_seen_by_caller(target, known))
            yield from _bound(seen) if _is_stored(node) else [_guarded(seen)]


def _changed_part(node: ast.AST) -> ast.expr | None:
    if isinstance(node, ast.Attribute | ast.Subscript) and _is_stored(node):
        return node
    is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    func = node.value.func if is_call else None  # type: ignore[attr-defined]
    return func.value if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Attribute) else None


def _is_stored(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)


def _as_seen_by_caller(target: ast.expr, known: dict[str, str]) -> str:
    """The text of an attribute or element of a parameter, as the caller would write it."""
    text, name = ast.unparse(target), root_name(target)
    return f"({known[name]}){text.removeprefix(name)}"

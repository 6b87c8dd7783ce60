"""Puts what a function of an old release did in the place of a call, where that is one expression or one `raise`."""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Mapping, Sequence
from pathlib import Path

from testfix_pipeline.core.python_code import FunctionNode, names_in
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import import_name
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import release_files


def inlined(edits: FileEdits, call: ast.Call, folder: Path | None, module: str, name: str) -> bool:
    """Replace a call by the body of the function; False where it is more than that, or arguments don't fit.

    The file imports what the body does, where that is no private part of the library.

    folder: where the old release lies. name: the function's, with its class's before it.
    """
    function = definition(folder, module, name) if folder is not None else None
    receiver = call.func.value if isinstance(call.func, ast.Attribute) and "." in name else None
    texts = _bound(edits, call, function.args, receiver) if function is not None else None
    body = _only_statement(function.body, texts) if function is not None and texts is not None else None
    if texts is None or body is None or not isinstance(body, (ast.Return, ast.Raise)):
        return False
    value = body.value if isinstance(body, ast.Return) else body.exc
    imported = _imported(function) if function is not None else {}
    names = names_in(value) if value is not None else set()
    used = {one: imported[one] for one in imported.keys() & names - texts.keys()}
    is_free = all(edits.imported_as(*place) == one or not edits.binds(one) for one, place in used.items())
    if value is None or not is_free or not _is_known(value, {**texts, **used}):
        return False
    made = ast.unparse(ast.fix_missing_locations(_Filled(texts).visit(copy.deepcopy(value))))
    parent = edits.source.parents.get(call)
    if isinstance(body, ast.Raise):
        if not isinstance(parent, ast.Expr):
            return False
        made = f"raise {made}"
    edits.replace(*edits.source.span(call), made)
    for module_of, one in used.values():
        import_name(edits, f"from {module_of} import {one}")
    return True


def _imported(function: FunctionNode) -> dict[str, tuple[str, str]]:
    """(module, name) by what a function's own imports from public modules bind."""
    imported = (one for one in imported_names(function.body) if one.member and not one.level and not one.is_renamed)
    return {one.name: (one.module, one.member) for one in imported if "._" not in f".{one.module}"}


def definition(folder: Path, module: str, name: str) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """A function or method as an old release defines it, None where it is not found."""
    outer, _, inner = name.partition(".")
    found = release_files(folder).definition(module, outer)
    node = found[1] if found else None
    for part in inner.split(".") if inner else ():
        body = node.body if isinstance(node, ast.ClassDef) else []
        node = next((one for one in body if isinstance(one, (FunctionNode, ast.ClassDef)) and one.name == part), None)
    inherited = release_files(folder).members(module, outer, inner) if inner and node is None else ()
    return next((one for one in (node, *inherited) if isinstance(one, FunctionNode)), None)


_Arguments = Mapping[str, ast.AST | list[ast.keyword]]


def _only_statement(body: Sequence[ast.stmt], texts: _Arguments) -> ast.stmt | None:
    """The one statement that a call with these arguments executes beside documentation and warnings, else None."""
    left = [one for one in body if not is_beside(one)]
    while left and isinstance(first := left[0], ast.If):
        is_met = _is_met(first.test, texts)
        if is_met is None:
            return None
        left = [*(one for one in (first.body if is_met else first.orelse) if not is_beside(one)), *left[1:]]
    ends = bool(left) and isinstance(left[0], (ast.Return, ast.Raise))
    return left[0] if len(left) == 1 or ends else None


def _is_met(test: ast.expr, texts: _Arguments) -> bool | None:
    """Whether a condition holds for constant arguments: `x`, `not x`, `x is None`, `x is not None`; None if unknown."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _is_met(test.operand, texts)
        return None if inner is None else not inner
    is_none = isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Is, ast.IsNot)) and len(test.ops) == 1
    if isinstance(test, ast.Compare) and is_none:
        against = test.comparators[0]
        value = _constant(test.left, texts)
        if value is None or not (isinstance(against, ast.Constant) and against.value is None):
            return None
        return (value.value is None) is isinstance(test.ops[0], ast.Is)
    value = _constant(test, texts)
    return bool(value.value) if value is not None else None


def _constant(node: ast.expr, texts: _Arguments) -> ast.Constant | None:
    found = texts.get(node.id) if isinstance(node, ast.Name) else None
    return found if isinstance(found, ast.Constant) else None


def is_beside(statement: ast.stmt) -> bool:
    """Whether a statement of a function is its documentation or an import, or does nothing but warn."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return True
    if not isinstance(statement, ast.Expr):
        return False
    value = statement.value
    is_warning = isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] == "warn"
    return isinstance(value, ast.Constant) or is_warning


def _bound(
    edits: FileEdits, call: ast.Call, arguments: ast.arguments, receiver: ast.expr | None
) -> dict[str, ast.AST | list[ast.keyword]] | None:
    """The arguments of a call by parameter; of `**more` its keywords. None where they don't fit."""
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    found: dict[str, ast.AST | list[ast.keyword]] = {}
    if receiver is not None and names:
        found[names.pop(0)] = receiver
    if arguments.vararg or len(call.args) > len(names) or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    defaults = dict(zip(reversed(names), reversed(arguments.defaults), strict=False))
    defaults.update(
        {one.arg: value for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value}
    )
    found.update(defaults)
    found.update(zip(names, call.args, strict=False))
    known = {*names, *(one.arg for one in arguments.kwonlyargs)}
    rest = []
    for keyword in call.keywords:
        if keyword.arg in known and keyword.arg is not None:
            found[keyword.arg] = keyword.value
        else:
            rest.append(keyword)
    if arguments.kwarg is not None:
        found[arguments.kwarg.arg] = rest
    elif rest:
        return None
    return found if known <= found.keys() else None


def _is_known(value: ast.expr, texts: Mapping[str, object]) -> bool:
    """Whether a body uses nothing but parameters, what is no private part of them, and what Python has everywhere."""
    nodes = list(ast.walk(value))
    names = [node.id for node in nodes if isinstance(node, ast.Name)]
    is_private = any(isinstance(node, ast.Attribute) and node.attr.startswith("_") for node in nodes)
    return not is_private and all(name in texts or hasattr(builtins, name) for name in names)


class _Filled(ast.NodeTransformer):
    """Puts arguments in the place of parameters."""

    def __init__(self, texts: Mapping[str, ast.AST | list[ast.keyword]]) -> None:
        self.texts = texts

    def visit_Name(self, node: ast.Name) -> ast.AST:
        found = self.texts.get(node.id)
        return copy.deepcopy(found) if isinstance(found, ast.AST) else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        keywords: list[ast.keyword] = []
        for one in node.keywords:
            spread = self.texts.get(one.value.id) if one.arg is None and isinstance(one.value, ast.Name) else None
            keywords += copy.deepcopy(spread) if isinstance(spread, list) else [self.visit(one)]
        node.func, node.args, node.keywords = self.visit(node.func), [self.visit(one) for one in node.args], keywords
        return node

"""Normalises Python tests: differences that do not change what a test asserts.

Layout and comments are no part of a syntax tree. Beyond them, `normalised` takes out what no run of a test can see, and
`local_names` says which variables could have any other name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from testfix_pipeline.core.python_code import stored_names

Function = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, ast.Lambda, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_PROMPT = ">>>"
# Functions that read variables by name, or the code itself.
_REFLECTION = frozenset(
    {"locals", "vars", "dir", "eval", "exec", "globals", "inspect", "currentframe", "_getframe", "stack", "setattr"}
)
# Words that also stand before texts: `b"..."`.
_PREFIXES = frozenset({"b", "f", "r", "u", "t", "B", "F", "R", "U", "T", "rb", "br", "rf", "fr", "rt", "tr"})
_AT_END = (ast.Assert, ast.Assign, ast.Expr, ast.With, ast.AsyncWith, ast.For, ast.If, ast.Pass)
_NOT_AT_END = (
    *(*_FUNCTIONS, ast.ClassDef, ast.Yield, ast.YieldFrom, ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom),
    *(ast.Return, ast.Raise, ast.Delete, ast.NamedExpr, ast.Try, ast.While, ast.Match),
)
_REACHING = _REFLECTION | {"delattr", "__import__", "modules", "patch", "monkeypatch", "mocker", "reload"}


def normalise(tree: ast.Module) -> ast.Module:
    """The tree, changed in place: without unread docstrings, annotations of locals, messages of assertions."""
    said = any(isinstance(one, ast.Attribute) and one.attr == "__doc__" for one in ast.walk(tree))
    _Normaliser(docstrings_count=said).visit(tree)
    return tree


class _Normaliser(ast.NodeTransformer):
    def __init__(self, docstrings_count: bool) -> None:
        self.docstrings_count = docstrings_count
        self.in_function = False

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        node.msg = node.msg if node.msg is None or not _is_plain_text(node.msg) else None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if not self.in_function or node.value is None or not isinstance(node.target, ast.Name):
            return node
        return ast.copy_location(ast.Assign([node.target], node.value, lineno=node.lineno), node)

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        return self._below(node, in_function=False)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return self._below(node, in_function=True)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> Any:
        return self._below(node, in_function=True)

    def _below(self, node: Any, *, in_function: bool) -> Any:
        around, self.in_function = self.in_function, in_function
        self.generic_visit(node)
        self.in_function = around
        if is_docstring(node.body[0]) and not self.docstrings_count:
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
        return node


def is_docstring(node: ast.stmt) -> bool:
    """Whether a statement is only a text; one with examples is a doctest."""
    value = node.value.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) else None
    return value is not None and not (isinstance(value, str) and _PROMPT in value)


def _is_plain_text(node: ast.expr) -> bool:
    """Whether an expression is a text, or an f-string of variables, which a runner shows anyway."""
    if isinstance(node, ast.JoinedStr):
        return all(
            isinstance(one, ast.Constant)
            or (isinstance(one, ast.FormattedValue) and isinstance(one.value, ast.Name) and one.format_spec is None)
            for one in node.values
        )
    return isinstance(node, ast.Constant)


def parameters_text(node: Function) -> str:
    """The parameters of a test, without annotations if all its decorators are pytest's marks."""
    if all(ast.unparse(mark).startswith("pytest.mark.") for mark in node.decorator_list):
        every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        for one in every:
            one.annotation = None
    return f"({ast.unparse(node.args)})"


def local_names(node: Function) -> frozenset[str]:
    """The variables of a test that only their name refers to: no keyword, attribute, parameter or text does."""
    parts = list(ast.walk(node))
    words = {part.id for part in parts if isinstance(part, ast.Name)}
    if not _REFLECTION.isdisjoint(words | {part.attr for part in parts if isinstance(part, ast.Attribute)}):
        return frozenset()
    return frozenset(
        stored_names(_own_scope_nodes(node)) - _PREFIXES - {word for part in parts for word in _other_words(part)}
    )


def rebindable_names(node: Function, local: frozenset[str]) -> frozenset[str]:
    """The variables of a test that no inner function can read after the test has ended."""
    inner = any(
        isinstance(one, (*_FUNCTIONS, ast.Lambda, ast.GeneratorExp)) for one in ast.walk(node) if one is not node
    )
    return frozenset() if inner else local


def _own_scope_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes evaluated in the function's own scope."""
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, _SCOPES):
            yield part
            yield from _own_scope_nodes(part)


def _other_words(node: ast.AST) -> Iterator[str]:
    """Yield the words in a node that are not variables of the function, and names bound by inner scopes."""
    if isinstance(node, ast.ClassDef):
        yield from (one.id for one in ast.walk(node) if isinstance(one, ast.Name))
    for _, value in ast.iter_fields(node):
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, str | bytes) and not isinstance(node, ast.Name):
                yield from re.findall(r"\w+", one if isinstance(one, str) else one.decode("latin-1"))


def bound_names(node: ast.stmt) -> frozenset[str]:
    """All names that a statement binds."""
    return frozenset(
        one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store | ast.Del)
    )


def is_harmless_at_end(node: ast.stmt) -> bool:
    """Whether appending a statement to a test changes nothing.

    It neither changes what kind of function the test is, nor reaches for what other tests use.
    """
    parts = list(ast.walk(node))
    stored = (one for one in parts if isinstance(one, ast.Attribute | ast.Subscript))
    words = {one.id for one in parts if isinstance(one, ast.Name)}
    words |= {one.attr for one in parts if isinstance(one, ast.Attribute)}
    return (
        isinstance(node, _AT_END)
        and not any(isinstance(one, _NOT_AT_END) for one in parts)
        and all(isinstance(one.ctx, ast.Load) for one in stored)
        and words.isdisjoint(_REACHING)
    )


def lists_of_cases(tree: ast.Module) -> frozenset[str]:
    """The names of lists whose every element is a test case: tests iterate or are parametrized over them.

    What else holds a list, such as an assertion that asks for one of its elements, asks for less by every element more.
    """
    parts = list(ast.walk(tree))
    through = [one.iter for one in parts if isinstance(one, ast.For) and _asserts_each(one)]
    through += [call.args[1] for call in parts if isinstance(call, ast.Call) and _parametrizes(call)]
    walked = {id(one): one.id for one in through if isinstance(one, ast.Name)}
    read = [one for one in parts if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)]
    return frozenset(walked.values()) - {one.id for one in read if id(one) not in walked}


def _asserts_each(loop: ast.For) -> bool:
    leaves = (ast.Break, ast.Return, ast.Try, ast.Continue)
    return not loop.orelse and not any(isinstance(part, leaves) for part in ast.walk(loop))


def _parametrizes(call: ast.Call) -> bool:
    return ast.unparse(call.func).endswith("parametrize") and len(call.args) > 1

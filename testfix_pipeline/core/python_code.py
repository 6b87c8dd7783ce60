"""Parses Python code safely from several threads, and answers questions about its syntax trees.

Until Python 3.13 the parser counts its depth for all threads together: interrupted by another thread's parse, it ends
in "SystemError: AST constructor recursion depth mismatch". So a lock allows one parse at a time.
"""

from __future__ import annotations

import ast
import contextlib
import symtable
import threading
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_PARSING = threading.RLock()


@contextlib.contextmanager
def _parsing() -> Iterator[None]:
    """Let one thread parse at a time, without warnings about the project's code: of odd escapes, say."""
    with _PARSING, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def parse(text: str | bytes) -> ast.Module:
    """The syntax tree of a module. Raises SyntaxError, ValueError, RecursionError or MemoryError."""
    with _parsing():
        return ast.parse(text)


def parse_or_none(text: str | bytes) -> ast.Module | None:
    """The syntax tree of a module, or None if it can't be parsed."""
    try:
        return parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def parse_or_empty(text: str | bytes) -> ast.Module:
    """The syntax tree of a module, an empty one if it can't be parsed."""
    return parse_or_none(text) or ast.Module([], [])


def compiles(text: str) -> bool:
    """Whether Python takes a module; a keyword that a call gets twice, say, is found by the compiler alone."""
    try:
        with _parsing():
            compile(text, "<module>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def expression(text: str) -> ast.expr:
    """The syntax tree of an expression. Raises what `parse` raises."""
    with _parsing():
        return ast.parse(text, mode="eval").body


def expression_or_none(text: str) -> ast.expr | None:
    """The syntax tree of an expression, or None if it can't be parsed."""
    try:
        return expression(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def symbols(text: str) -> symtable.SymbolTable:
    """The symbol table of a module. Raises what `parse` raises."""
    with _parsing():
        return symtable.symtable(text, "<module>", "exec")


def literal(code: str | ast.AST) -> Any:
    """The value of a literal. Raises what `parse` raises, and ValueError where it is more than a literal."""
    return ast.literal_eval(expression(code.strip()) if isinstance(code, str) else code)


NO_VALUE = object()


def value_of(code: str | ast.AST) -> object:
    """The value of a literal, NO_VALUE of anything else."""
    try:
        found: object = literal(code)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return NO_VALUE
    return found


def is_text(node: ast.AST) -> bool:
    """Whether a node is a text that is written out."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def own_nodes(scope: ast.AST | Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes below a scope, or nodes with those below them; nothing inside functions, lambdas and classes."""
    waiting = list(scope if isinstance(scope, Sequence) else ast.iter_child_nodes(scope))
    while waiting:
        yield (node := waiting.pop())
        if not isinstance(node, (FunctionNode, ast.ClassDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)


def names_in(node: ast.AST) -> set[str]:
    """Return the plain names that occur in a node."""
    return {found.id for found in ast.walk(node) if isinstance(found, ast.Name)}


def stored_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the plain names that are assigned among the nodes."""
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def read_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the plain names that are read among the nodes."""
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def argument_names(node: ast.AST) -> set[str]:
    """Return the names of all parameters declared in a node, also those of lambdas in it."""
    return {found.arg for found in ast.walk(node) if isinstance(found, ast.arg)}


def with_defaults(args: ast.arguments) -> list[tuple[ast.arg, ast.expr]]:
    """Return (parameter, default) of the parameters with a default; keyword-only ones last."""
    plain = [*args.posonlyargs, *args.args]
    pairs = [*zip(plain[len(plain) - len(args.defaults) :], args.defaults, strict=True)]
    named = zip(args.kwonlyargs, args.kw_defaults, strict=True)
    return pairs + [(one, value) for one, value in named if value is not None]


def assignment_targets(node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> list[ast.expr]:
    """Return the targets of an assignment."""
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def handled_types(handler: ast.ExceptHandler) -> list[ast.expr]:
    """Return the expressions for the exceptions that a handler catches; none for a bare `except`."""
    if handler.type is None:
        return []
    return handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]

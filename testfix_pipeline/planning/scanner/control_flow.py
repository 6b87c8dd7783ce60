"""control_flow: exception handlers that do nothing, and unreachable code. (`loops` has endless loops.)"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.terminating_statements import always_exits
from testfix_pipeline.planning.python_code.source_file import Source
from testfix_pipeline.planning.scanner.table import Hit

_ANY = {"Exception", "BaseException"}


def empty_handlers(source: Source) -> Iterator[Hit]:
    """Yield handlers of all exceptions that do nothing: `pass`, `...`, a constant, `suppress(Exception)`.

    ruff's S110 and S112 see `pass` and `continue` alone. A handler of a narrower error is a decision.
    """
    for node in source.nodes:
        if isinstance(node, ast.ExceptHandler) and _catches_all(node.type) and all(map(_does_nothing, node.body)):
            yield Hit("empty_handler", node.lineno, "catches every error and does nothing", node.end_lineno or 0)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
            if any(
                source.qualified(call.func) == "contextlib.suppress" and any(map(_catches_all, call.args))
                for call in calls
            ):
                yield Hit("empty_handler", node.lineno, "suppresses every error")


def _catches_all(kind: ast.AST | None) -> bool:
    if isinstance(kind, ast.Tuple):
        return any(dotted(each) in _ANY for each in kind.elts)
    return kind is None or dotted(kind) in _ANY


def _does_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, (ast.Constant, ast.Name))
    return isinstance(statement, (ast.Pass, ast.Continue))


def unreachable_code(source: Source) -> Iterator[Hit]:
    """Yield statements after one that always leaves, and under a condition that is always false.

    A `yield` that only makes a generator is intended.
    """
    for block in source.statements():
        for position, statement in enumerate(block[:-1]):
            after = block[position + 1]
            if always_exits([statement]) and not _makes_generator(after):
                yield Hit("unreachable_code", after.lineno, f"after line {statement.lineno}", block[-1].end_lineno or 0)
                break
    for node in source.nodes:
        if isinstance(node, (ast.If, ast.While)) and _is_false(node.test) and not _is_intended(node):
            yield Hit(
                "unreachable_code", node.lineno, f"under `{ast.unparse(node.test)}`", node.body[-1].end_lineno or 0
            )


def _is_false(test: ast.AST) -> bool:
    return isinstance(test, ast.Constant) and not test.value


def _is_intended(node: ast.If | ast.While) -> bool:
    """Whether a dead branch is intended: `if False: yield` makes a generator, `if False: import x` is for tools."""
    inside = [each for item in node.body for each in ast.walk(item)]
    return any(isinstance(each, (ast.Yield, ast.YieldFrom, ast.Import, ast.ImportFrom)) for each in inside)


def _makes_generator(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, (ast.Yield, ast.YieldFrom))

"""control_flow: exception handlers that do nothing, and unreachable code. (`loops` has endless loops.)"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.terminating_statements import always_exits
from testfix_pipeline.planning.python_code.source_file import Source
from testfix_pipeline.planning.scanner.table import Hit

_ANY = {"Exception", "BaseException"}
_SUPPRESS = "contextlib.suppress"


def empty_handlers(source: Source) -> Iterator[Hit]:
    """Yield handlers of all exceptions that do nothing: `pass`, `...`, a constant, `suppress(Exception)`.

    ruff's S110 and S112 see `pass` and `continue` alone. A handler of a narrower error is a decision.
    """
    for node in source.nodes:
        if isinstance(node, ast.ExceptHandler) and _catches_all(node.type) and all(map(_does_nothing, node.body)):
            yield Hit("empty_handler", node.lineno, "catches every error and does nothing", node.end_lineno or 0)
        suppressed = node.args if isinstance(node, ast.Call) and source.qualified(node.func) == _SUPPRESS else []
        if any(map(_catches_all, suppressed)):
            yield Hit("empty_handler", getattr(node, "lineno", 0), "suppresses every error")


def _catches_all(kind: ast.AST | None) -> bool:
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return any(each is None or dotted(each) in _ANY for each in kinds)


def _does_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, (ast.Constant, ast.Name))
    return isinstance(statement, (ast.Pass, ast.Continue))


def unreachable_code(source: Source) -> Iterator[Hit]:
    """Yield statements after one that always leaves, and under a condition that is always false.

    A `yield` there makes a generator, and an import is for tools: both are intended.
    """
    for block in source.statements():
        for statement, after in itertools.pairwise(block):
            if always_exits([statement]):
                if not (isinstance(after, ast.Expr) and isinstance(after.value, (ast.Yield, ast.YieldFrom))):
                    said = f"after line {statement.lineno}"
                    yield Hit("unreachable_code", after.lineno, said, block[-1].end_lineno or 0)
                break
    for node in source.nodes:
        if isinstance(node, (ast.If, ast.While)) and isinstance(node.test, ast.Constant) and not node.test.value:
            inside = [each for item in node.body for each in ast.walk(item)]
            if not any(isinstance(each, (ast.Yield, ast.YieldFrom, ast.Import, ast.ImportFrom)) for each in inside):
                said = f"under `{ast.unparse(node.test)}`"
                yield Hit("unreachable_code", node.lineno, said, node.body[-1].end_lineno or 0)

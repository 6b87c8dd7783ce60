"""Finds statements that end control flow (return, raise, ...)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.code_view import dotted

EXITS = {"sys.exit", "os._exit", "exit", "quit", "os.abort", "pytest.exit", "pytest.fail"}
JUMPS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def always_exits(block: Sequence[ast.stmt], *, through_with: bool = False) -> bool:
    """Whether control flow never gets past a block: its last statement exits, or all its branches do.

    through_with: whether a `with` leaves as its body does; a context manager may pass over errors.
    """
    if not block:
        return False
    last = block[-1]
    if isinstance(last, ast.If):
        return always_exits(last.body, through_with=through_with) and always_exits(
            last.orelse, through_with=through_with
        )
    if isinstance(last, (ast.With, ast.AsyncWith)):
        return through_with and always_exits(last.body, through_with=True)
    if isinstance(last, ast.While):
        return is_true_constant(last.test) and not has_break(last.body)
    if isinstance(last, ast.Try):
        ends = [*(handler.body for handler in last.handlers), last.orelse or last.body]
        everywhere = all(always_exits(end, through_with=through_with) for end in ends)
        return everywhere or always_exits(last.finalbody, through_with=through_with)
    if isinstance(last, ast.Match):
        return _matches_everything(last.cases[-1]) and all(
            always_exits(case.body, through_with=through_with) for case in last.cases
        )
    return isinstance(last, JUMPS) or _exits(last)


def _matches_everything(case: ast.match_case) -> bool:
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None


def _exits(statement: ast.stmt) -> bool:
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and dotted(call.func) in EXITS - {"exit", "quit"}


def is_true_constant(test: ast.AST) -> bool:
    """Whether a condition is a constant that counts as true."""
    return isinstance(test, ast.Constant) and bool(test.value)


def has_break(body: Sequence[ast.stmt]) -> bool:
    """Whether a `break` in these statements ends the loop they are the body of."""
    for item in body:
        if isinstance(item, ast.Break):
            return True
        if isinstance(item, (ast.For, ast.AsyncFor, ast.While)):
            if has_break(item.orelse):
                return True
        elif not isinstance(item, _SCOPES) and any(map(has_break, _blocks(item))):
            return True
    return False


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, [])
    for part in [*getattr(statement, "handlers", []), *getattr(statement, "cases", [])]:
        yield part.body

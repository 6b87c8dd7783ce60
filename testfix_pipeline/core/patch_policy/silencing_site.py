"""A place at which a change suppresses an error, with the code that it guards or skips."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class SilencingSite:
    """A suppression at a line of the new text. `spoil` replaces the outcome there; whether a test could see that."""

    kind: str
    line: int
    said: str
    spoil: Callable[[], bool]
    keyword: str = ""


@dataclass(frozen=True)
class StatementScope:
    """The position of a statement: the statements after it, up to the end of its function and of its loop.

    function: the innermost one, None at the top of a module or class. loops: the bodies of the loops around it, the
    innermost first: what they would have done in further rounds.
    """

    module: ast.Module
    function: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    rest: tuple[ast.stmt, ...] = ()
    loop_rest: tuple[ast.stmt, ...] = ()
    loops: tuple[tuple[ast.stmt, ...], ...] = ()

    def behind(self, following: Sequence[ast.stmt]) -> StatementScope:
        """The scope of a statement that is followed by these in its block."""
        return replace(self, rest=(*following, *self.rest), loop_rest=(*following, *self.loop_rest))

    def loop_body_scope(self, body: Sequence[ast.stmt]) -> StatementScope:
        """The scope of a loop's body: statements skipped by `continue` end with it."""
        return replace(self, loop_rest=(), loops=(tuple(body), *self.loops))

    def skipped_by(self, jump: ast.stmt) -> tuple[ast.stmt, ...]:
        """The statements that a `return`, `break` or `continue` at this position skips."""
        if isinstance(jump, ast.Return):
            return (*self.rest, *(stmt for body in self.loops for stmt in body))
        return (*self.loop_rest, *(self.loops[0] if isinstance(jump, ast.Break) and self.loops else ()))

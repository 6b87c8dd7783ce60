"""Finds the places at which a change silences errors, by comparing the statements before and after."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.patch_policy import silencing_expressions as expressions
from testfix_pipeline.core.patch_policy import silencing_statements as statements
from testfix_pipeline.core.patch_policy.silencing_site import SilencingSite, StatementScope
from testfix_pipeline.core.patch_policy.skipped_effects import is_log

__all__ = ["SilencingSite", "places"]

_BODIES = ("body", "orelse", "finalbody")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


class _Other(Exception):
    """There is a change that does not silence."""


def places(old: ast.Module, new: ast.Module) -> list[SilencingSite] | None:
    """The places of `new` that silence what `old` did; None where anything else changed. `new` is what they change."""
    found = _Comparison(new)
    try:
        found.bodies(old.body, new.body, StatementScope(new))
    except _Other:
        return None
    return found.places


@dataclass
class _Comparison:
    module: ast.Module
    places: list[SilencingSite] = field(default_factory=list)

    def bodies(self, old: Sequence[ast.stmt], new: list[ast.stmt], scope: StatementScope) -> None:
        """Two blocks of statements. `new` is the list in the tree, so that a place can put something in."""
        kept_old, kept_new = _telling(old), _telling(new)
        matcher = difflib.SequenceMatcher(None, _dumps(kept_old), _dumps(kept_new), autojunk=False)
        for tag, first, last, begin, end in matcher.get_opcodes():
            if tag != "equal":
                self._changed(kept_old[first:last], kept_new[begin:end], new, kept_new[end:], scope)

    def _changed(
        self,
        old: list[ast.stmt],
        new: list[ast.stmt],
        body: list[ast.stmt],
        rest: list[ast.stmt],
        scope: StatementScope,
    ) -> None:
        following = scope.behind(rest)
        if (around := statements.wrapped(old, new, following)) is not None:
            self.places += around
        elif len(old) == len(new) and all(type(one) is type(other) for one, other in zip(old, new, strict=True)):
            for index, (one, other) in enumerate(zip(old, new, strict=True)):
                self._statement(one, other, body, scope.behind([*new[index + 1 :], *rest]))
        elif old and new:
            self._mixed(old, new, body, rest, scope)
        elif new:
            self._take(statements.inserted(one, body, scope.behind(_after(one, body))) for one in new)
        else:
            self._take(statements.dropped(one, body, rest, following) for one in old)

    def _mixed(
        self,
        old: list[ast.stmt],
        new: list[ast.stmt],
        body: list[ast.stmt],
        rest: list[ast.stmt],
        scope: StatementScope,
    ) -> None:
        """Statements of different number: those that are alike in kind are compared, the others were put in or out."""
        kinds = [type(one).__name__ for one in old], [type(one).__name__ for one in new]
        for tag, first, last, begin, end in difflib.SequenceMatcher(None, *kinds, autojunk=False).get_opcodes():
            if tag == "replace":
                raise _Other
            self._changed(old[first:last], new[begin:end], body, [*new[end:], *rest], scope)

    def _take(self, found: Iterable[SilencingSite | None]) -> None:
        for one in found:
            if one is None:
                raise _Other
            self.places.append(one)

    def _statement(self, old: ast.stmt, new: ast.stmt, body: list[ast.stmt], scope: StatementScope) -> None:
        """Two statements of one type."""
        if ast.dump(old) == ast.dump(new):
            return
        if isinstance(new, ast.Try) and isinstance(old, ast.Try):
            self._handlers(old, new, scope)
        elif isinstance(new, ast.If) and isinstance(old, ast.If) and ast.dump(old.test) != ast.dump(new.test):
            self._condition(old, new, body, scope)
        else:
            self._expressions(old, new)
        if isinstance(new, ast.Match):
            raise _Other
        inner = _scope_in(new, scope)
        for name in _BODIES:
            mine = getattr(new, name, None)
            if isinstance(mine, list):
                self.bodies(getattr(old, name, []), mine, inner)

    def _handlers(self, old: ast.Try, new: ast.Try, scope: StatementScope) -> None:
        found = statements.handlers(old, new, scope)
        if found is None:
            raise _Other
        self.places += found

    def _condition(self, old: ast.If, new: ast.If, body: list[ast.stmt], scope: StatementScope) -> None:
        place = statements.short_circuited(old, new, body, scope)
        if place is not None:
            self.places.append(place)
        else:
            self._expressions(old, new)

    def _expressions(self, old: ast.stmt, new: ast.stmt) -> None:
        found = expressions.changes(old, new)
        if found is None:
            raise _Other
        self.places += found


def _telling(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The statements of a block without imports, documentation, `pass` and what only logs."""
    return [one for one in body if not _is_neutral(one)]


def _is_neutral(stmt: ast.stmt) -> bool:
    text = isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)
    return text or isinstance(stmt, ast.Import | ast.ImportFrom | ast.Pass) or is_log(stmt)


def _dumps(body: Sequence[ast.stmt]) -> list[str]:
    return [ast.dump(one) for one in body]


def _after(stmt: ast.stmt, body: list[ast.stmt]) -> list[ast.stmt]:
    return body[body.index(stmt) + 1 :] if stmt in body else []


def _scope_in(stmt: ast.stmt, scope: StatementScope) -> StatementScope:
    if isinstance(stmt, _FUNCTIONS):
        return StatementScope(scope.module, function=stmt)
    if isinstance(stmt, ast.ClassDef):
        return StatementScope(scope.module)
    return scope.in_loop(stmt.body) if isinstance(stmt, _LOOPS) else scope

"""Finds the places at which a change suppresses errors, by comparing the statements before and after."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.patch_policy import silencing_expressions as expressions
from testfix_pipeline.core.patch_policy import silencing_statements as statements
from testfix_pipeline.core.patch_policy.silencing_site import SilencingSite as SilencingSite
from testfix_pipeline.core.patch_policy.silencing_site import StatementScope
from testfix_pipeline.core.patch_policy.skipped_effects import is_logging

_BODIES = ("body", "orelse", "finalbody")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


class _OtherChange(Exception):
    """Raised when a change does not suppress an error."""


def silencing_places(old: ast.Module, new: ast.Module) -> list[SilencingSite] | None:
    """The places in `new` that suppress errors of `old`; None if anything else changed. `new` is modified."""
    found = _Comparison(new)
    try:
        found.compare_bodies(old.body, new.body, StatementScope(new))
    except _OtherChange:
        return None
    return found.places


@dataclass
class _Comparison:
    module: ast.Module
    places: list[SilencingSite] = field(default_factory=list)

    def compare_bodies(self, old: Sequence[ast.stmt], new: list[ast.stmt], scope: StatementScope) -> None:
        """Compare two blocks of statements. `new` is the list in the tree, so that a site can insert into it."""
        kept_old, kept_new = _relevant_statements(old), _relevant_statements(new)
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
        if (around := statements.wrapped_statements(old, new, following)) is not None:
            self.places += around
        elif len(old) == len(new) and all(type(one) is type(other) for one, other in zip(old, new, strict=True)):
            for index, (one, other) in enumerate(zip(old, new, strict=True)):
                self._compare_statements(one, other, body, scope.behind([*new[index + 1 :], *rest]))
        elif old and new:
            self._compare_unequal_lengths(old, new, body, rest, scope)
        elif new:
            self._take(statements.inserted_exit(one, body, scope.behind(_after(one, body))) for one in new)
        else:
            self._take(statements.removed_statement(one, body, rest, following) for one in old)

    def _compare_unequal_lengths(
        self,
        old: list[ast.stmt],
        new: list[ast.stmt],
        body: list[ast.stmt],
        rest: list[ast.stmt],
        scope: StatementScope,
    ) -> None:
        """Compare statements of different number: pairs of the same kind, and inserted or removed ones."""
        kinds = [type(one).__name__ for one in old], [type(one).__name__ for one in new]
        for tag, first, last, begin, end in difflib.SequenceMatcher(None, *kinds, autojunk=False).get_opcodes():
            if tag == "replace":
                raise _OtherChange
            self._changed(old[first:last], new[begin:end], body, [*new[end:], *rest], scope)

    def _take(self, found: Iterable[SilencingSite | None]) -> None:
        for one in found:
            if one is None:
                raise _OtherChange
            self.places.append(one)

    def _compare_statements(self, old: ast.stmt, new: ast.stmt, body: list[ast.stmt], scope: StatementScope) -> None:
        """Compare two statements of one type."""
        if ast.dump(old) == ast.dump(new):
            return
        if isinstance(new, ast.Try) and isinstance(old, ast.Try):
            found = statements.widened_handlers(old, new, scope)
            if found is None:
                raise _OtherChange
            self.places += found
        elif isinstance(new, ast.If) and isinstance(old, ast.If) and ast.dump(old.test) != ast.dump(new.test):
            place = statements.disabled_check(old, new, body, scope)
            if place is not None:
                self.places.append(place)
            else:
                self._expressions(old, new)
        else:
            self._expressions(old, new)
        if isinstance(new, ast.Match):
            raise _OtherChange
        inner = _scope_in(new, scope)
        for name in _BODIES:
            mine = getattr(new, name, None)
            if isinstance(mine, list):
                self.compare_bodies(getattr(old, name, []), mine, inner)

    def _expressions(self, old: ast.stmt, new: ast.stmt) -> None:
        found = expressions.silencing_changes(old, new)
        if found is None:
            raise _OtherChange
        self.places += found


def _relevant_statements(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The statements of a block without imports, documentation, `pass` and logging."""
    return [one for one in body if not _is_neutral(one)]


def _is_neutral(stmt: ast.stmt) -> bool:
    text = isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)
    return text or isinstance(stmt, ast.Import | ast.ImportFrom | ast.Pass) or is_logging(stmt)


def _dumps(body: Sequence[ast.stmt]) -> list[str]:
    return [ast.dump(one) for one in body]


def _after(stmt: ast.stmt, body: list[ast.stmt]) -> list[ast.stmt]:
    return body[body.index(stmt) + 1 :] if stmt in body else []


def _scope_in(stmt: ast.stmt, scope: StatementScope) -> StatementScope:
    if isinstance(stmt, _FUNCTIONS):
        return StatementScope(scope.module, function=stmt)
    if isinstance(stmt, ast.ClassDef):
        return StatementScope(scope.module)
    return scope.loop_body_scope(stmt.body) if isinstance(stmt, _LOOPS) else scope

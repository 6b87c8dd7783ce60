"""Where synthesis looks at a running program: in front of a statement, behind the last one of a block, at a value."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits.blocks import after, before, siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.source import FunctionNode

HIT, SEE = "__testfix_hit__", "__testfix_see__"
"""The names that `in_target/warm_probe.py` registers."""
BEHIND_SHARE = 0.9
"""The score of the place behind the last statement of a block, as a share of the statement's."""
LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True)
class Place:
    """`value` is the expression of the statement that is looked at too: a condition, what is returned or assigned."""

    target: Target
    score: float
    side: Literal["before", "behind"]
    value: ast.expr | None = None

    @property
    def key(self) -> tuple[str, int, str]:
        """What is equal for equal places."""
        return self.target.source.path, self.target.stmt.lineno, self.side

    @property
    def condition(self) -> ast.expr | None:
        """The condition of an `if` or `while` statement, whose hits are its evaluations."""
        is_test = self.side == "before" and isinstance(self.target.stmt, (ast.If, ast.While))
        return self.value if is_test else None

    @property
    def is_loop_test(self) -> bool:
        return isinstance(self.target.stmt, ast.While) and self.side == "before"

    def insert(self, code: Sequence[str], kind: str, prior: float, note: str = "") -> Edit | None:
        """The code as lines of its own at this place; None where it can't stand there."""
        if self.side == "behind":
            return after(self.target, code, kind, prior, note)
        if self.is_loop_test or is_elif(self.target):
            return None
        return before(self.target, code, kind, prior, note)

    def spans(self, number: int) -> list[tuple[int, int, str]]:
        """The edits that put the probe there; none where it has no room."""
        if self.value is not None:
            start, end = self.target.source.span(self.value)
            return [(start, start, f"{SEE}({number}, {HIT}({number}), ("), (end, end, "))")]
        edit = self.insert([f"{HIT}({number})"], "probe", 1.0)
        return edit.spans if edit else []


def is_elif(target: Target) -> bool:
    start = target.source.span(target.stmt)[0]
    return isinstance(target.stmt, ast.If) and target.source.text.startswith("elif", start)


def places_at(target: Target, score: float) -> Iterator[Place]:
    """The places of one statement of a function."""
    stmt = target.stmt
    if target.function is None or isinstance(stmt, (*FunctionNode.__args__, ast.ClassDef, ast.Global, ast.Nonlocal)):
        return
    yield Place(target, score, "before", _value(target))
    block, position = siblings_of(target.source, stmt)
    if block and position == len(block) - 1 and not isinstance(stmt, LEAVING) and not is_elif(target):
        yield Place(target, score * BEHIND_SHARE, "behind")


def _value(target: Target) -> ast.expr | None:
    stmt = target.stmt
    if isinstance(stmt, (ast.If, ast.While)):
        found: ast.expr | None = stmt.test
    elif isinstance(stmt, (ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)):
        found = stmt.value
    elif isinstance(stmt, (ast.For, ast.AsyncFor)):
        found = stmt.iter
    else:
        found = None
    return found if found is not None and target.source.is_real(found) else None


def instrumented(places: Sequence[Place]) -> Candidate | None:
    """The code with a probe at every place, numbered in order; all of one file. None where no probe has room."""
    source = places[0].target.source
    spans = sorted(span for number, place in enumerate(places) for span in place.spans(number))
    if not spans:
        return None
    (start, end, text), *more = spans
    edit = Edit(source.path, start, end, text, "probe", 1.0, source.line_at(start), "", tuple(more))
    return Candidate.single(source, edit, 1.0, "probe")

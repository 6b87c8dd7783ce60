"""What a producer of edits is given to work on: a suspicious statement of a Python file."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.edit import Edit, Overlap, Replacement, apply_spans
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence

__all__ = [
    "Edit",
    "FailureEvidence",
    "Overlap",
    "PythonEditSite",
    "Replacement",
    "apply_spans",
    "as_argument",
    "is_sole",
    "wrapped",
]


@dataclass(frozen=True)
class PythonEditSite:
    """One suspicious statement with everything a producer may look at."""

    source: SourceFile
    stmt: ast.stmt
    function: PythonFunction | None
    failure_evidence: FailureEvidence
    replacements: tuple[Replacement, ...] = ()
    project: tuple[SourceFile, ...] = ()

    @property
    def nodes(self) -> list[ast.AST]:
        """The nodes of the statement's own code, without the blocks under it."""
        return self.source.own(self.stmt)

    @property
    def role(self) -> str:
        """What kind of statement it is, as the ranking model knows them."""
        return type(self.stmt).__name__

    def expressions(self, *kinds: type[ast.expr]) -> Iterator[ast.expr]:
        """The statement's own expressions of these kinds whose position can be trusted; annotations only where a name
        is unknown."""
        hints = frozenset() if "NameError" in self.failure_evidence.errors else self.source.hints(self.stmt)
        for node in self.source.expressions(self.stmt):
            if isinstance(node, kinds or ast.expr) and node not in hints:
                yield node

    def replace(self, node: ast.AST, text: str, kind: str, prior: float, note: str = "") -> Edit:
        """The edit that puts a text in the place of a node."""
        start, end = self.source.span(node)
        return Edit(self.source.path, start, end, text, kind, prior, self.source.line_at(start), note)

    def splice(self, start: int, end: int, text: str, kind: str, prior: float, note: str = "") -> Edit:
        """The edit that puts a text in the place of `source.text[start:end]`."""
        return Edit(self.source.path, start, end, text, kind, prior, self.source.line_at(start), note)

    def text(self, node: ast.AST) -> str:
        """The code of a node as it is written."""
        return self.source.segment(node)

    def crash(self) -> str:
        """The type of the exception that a failing test raised in this very statement, or ""."""
        return self._at(self.failure_evidence.crash_lines)

    def came_through(self) -> str:
        """The type of the exception that a failing test had come through this statement, or ""."""
        return self._at(self.failure_evidence.passed_lines)

    def let_through(self) -> str:
        """The type of an exception that came through this statement and that no `except` around it took, or ""."""
        inside = any(isinstance(one, ast.Try) and one.handlers for one in self.source.ancestors(self.stmt))
        return self.came_through() if inside else ""

    def _at(self, lines: Mapping[tuple[str, int], str]) -> str:
        last = self.stmt.end_lineno or self.stmt.lineno
        found = (lines.get((self.source.path, line)) for line in range(self.stmt.lineno, last + 1))
        return next(filter(None, found), "")


def as_argument(target: PythonEditSite, key: ast.expr) -> str:
    """A key as it may be handed to a method: one of several parts in brackets."""
    text = target.text(key)
    return f"({text})" if isinstance(key, ast.Tuple) and not text.startswith("(") else text


def is_sole(target: PythonEditSite, node: ast.AST) -> bool:
    """Whether an expression is a generator whose brackets are those of the call that it is the argument of."""
    if not isinstance(node, ast.GeneratorExp):
        return False
    call = target.source.parents[node]
    return isinstance(call, ast.Call) and target.source.span(call.func)[1] == target.source.span(node)[0]


def wrapped(target: PythonEditSite, node: ast.expr) -> str:
    """The expression's text, in parentheses where it could bind otherwise in another place."""
    text = target.text(node)
    simple = (ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.Call, ast.List, ast.Dict, ast.Set, ast.ListComp)
    if isinstance(node, simple) or (text.startswith("(") and isinstance(node, ast.Tuple)):
        return text
    return f"({text})"

"""The input of a producer of edits: a suspicious statement of a Python file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.edit import Edit, Overlap, Replacement, apply_spans
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_cache import cached_per_search

__all__ = [
    "Edit",
    "FailureEvidence",
    "Overlap",
    "PythonEditSite",
    "Replacement",
    "apply_spans",
    "is_sole_generator_argument",
    "parenthesized",
]


_OPERATIONS = (ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp)
_OPENED = re.compile(r"(?:[-+*/%@=<>&|^,(\[:]|\b(?:return|and|or|not|in|if|else|yield|await|is|assert)) *\($")
"""A parenthesis behind an operator, a bracket, a comma or a keyword: no call opens it."""
_CLOSED = re.compile(r"\)(?![\w.(\[])")


@cached_per_search(1 << 12)
def _is_closed(text: str) -> bool:
    """Whether an expression binds as closely as a name does."""
    try:
        return text.isdecimal() or isinstance(python_code.expression(f"{text}.a"), ast.Attribute)
    except (SyntaxError, ValueError):
        return False


@dataclass(frozen=True)
class PythonEditSite:
    """One suspicious statement with everything that a producer may use."""

    source: SourceFile
    stmt: ast.stmt
    function: PythonFunction | None
    failure_evidence: FailureEvidence
    replacements: tuple[Replacement, ...] = ()
    project: tuple[SourceFile, ...] = ()

    @property
    def nodes(self) -> list[ast.AST]:
        """The nodes of the statement's own code, without its blocks."""
        return self.source.own(self.stmt)

    @property
    def role(self) -> str:
        """The type of the statement, as the ranking model knows it."""
        return type(self.stmt).__name__

    def expressions(self, *kinds: type[ast.expr]) -> Iterator[ast.expr]:
        """Yields the statement's own expressions of these types with a reliable position; annotations only if a name is
        undefined."""
        hints = frozenset() if "NameError" in self.failure_evidence.errors else self.source.hints(self.stmt)
        for node in self.source.expressions(self.stmt):
            if isinstance(node, kinds or ast.expr) and node not in hints:
                yield node

    def replace(self, node: ast.AST, text: str, kind: str, prior: float, note: str = "") -> Edit:
        """An edit that replaces a node by a text, with its parentheses where the text needs none."""
        start, end = self.source.span(node)
        if isinstance(node, _OPERATIONS) and self.is_in_parentheses(start, end) and _is_closed(text):
            start, end = start - 1, end + 1
        return Edit(self.source.path, start, end, text, kind, prior, self.source.line_at(start), note)

    def is_in_parentheses(self, start: int, end: int) -> bool:
        """Whether parentheses stand around a part of the text that are no call's and that nothing is attached to."""
        text = self.source.text
        return bool(_OPENED.search(text[max(0, start - 12) : start]) and _CLOSED.match(text, end))

    def splice(self, start: int, end: int, text: str, kind: str, prior: float, note: str = "") -> Edit:
        """An edit that replaces `source.text[start:end]` by a text."""
        return Edit(self.source.path, start, end, text, kind, prior, self.source.line_at(start), note)

    def text(self, node: ast.AST) -> str:
        """The code of a node."""
        return self.source.segment(node)

    def crash(self) -> str:
        """The type of the exception that a failing test raised in this statement, or ""."""
        return self._at(self.failure_evidence.crash_lines)

    def came_through(self) -> str:
        """The type of the exception that a failing test propagated through this statement, or ""."""
        return self._at(self.failure_evidence.passed_lines)

    def uncaught(self) -> str:
        """The type of an exception that propagated through this statement and that no enclosing `except`
        caught, or ""."""
        inside = any(isinstance(one, ast.Try) and one.handlers for one in self.source.ancestors(self.stmt))
        return self.came_through() if inside else ""

    def _at(self, lines: Mapping[tuple[str, int], str]) -> str:
        last = self.stmt.end_lineno or self.stmt.lineno
        found = (lines.get((self.source.path, line)) for line in range(self.stmt.lineno, last + 1))
        return next(filter(None, found), "")


def is_sole_generator_argument(target: PythonEditSite, node: ast.AST) -> bool:
    """Whether an expression is a generator that shares the parentheses of the call whose only argument it is."""
    if not isinstance(node, ast.GeneratorExp):
        return False
    call = target.source.parents[node]
    return isinstance(call, ast.Call) and target.source.span(call.func)[1] == target.source.span(node)[0]


def parenthesized(target: PythonEditSite, node: ast.expr) -> str:
    """The expression's text, in parentheses if precedence could change its meaning elsewhere."""
    text = target.text(node)
    simple = (ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.Call, ast.List, ast.Dict, ast.Set, ast.ListComp)
    if isinstance(node, simple) or (text.startswith("(") and isinstance(node, ast.Tuple)):
        return text
    return f"({text})"

"""What an edit is, and what a family of edits is given to work on."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.repair.languages.python.source import Function, SourceFile


@dataclass(frozen=True)
class Edit:
    """Replaces `text[start:end]` of a file; `more` are further spans of the same file that belong to the edit.

    `kind` is the stable id of what it does (`ids.py`), `note` what exactly it does, for people.
    `prior` (0..1) says how often this kind of edit is the right one, before anything is known about the place.
    `pull` (0..1) says how far it takes up a loose end of its function.
    """

    file: str
    start: int
    end: int
    replacement: str
    kind: str
    prior: float
    line: int
    note: str = ""
    more: tuple[tuple[int, int, str], ...] = ()
    pull: float = 0.0

    @property
    def spans(self) -> list[tuple[int, int, str]]:
        return sorted([(self.start, self.end, self.replacement), *self.more])


class Overlap(ValueError):
    """Two spans to be replaced lie over each other."""


def apply_spans(text: str, spans: Sequence[tuple[int, int, str]]) -> str:
    """The text with every span replaced. Raises Overlap where they can't all be."""
    parts, position = [], 0
    for start, end, replacement in sorted(spans):
        if start < position:
            raise Overlap
        parts += [text[position:start], replacement]
        position = end
    return "".join([*parts, text[position:]])


def fingerprint(source: SourceFile, edits: Sequence[Edit]) -> str:
    """Names a proposal by what it changes, wherever the lines around it have moved to."""
    digest = hashlib.sha256(source.path.encode())
    for edit in edits:
        for start, end, replacement in edit.spans:
            first, last = source.line_at(start), source.line_at(end)
            old = "".join(source.line_text(line) for line in range(first, last + 1))
            begin = source.line_starts[first - 1]
            new = old[: start - begin] + replacement + old[end - begin :]
            indent, nth = old[: len(old) - len(old.lstrip())], source.text.count(old, 0, begin)
            new = new.removeprefix(indent).rstrip()
            digest.update(f"\0{nth}\0{old.strip()}\0{new}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:20]


@dataclass(frozen=True)
class Clues:
    """What the failures say: exception types, messages, and literals met in assertions.

    `values` are pairs (actual, expected) as source text where the failing assertion named both. `test_literals` are
    the constants that stand in the failing tests; a patch made of them is suspect. `crash_lines`: where an exception
    rose, `passed_lines`: all lines that it came through.
    """

    errors: frozenset[str] = frozenset()
    messages: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    test_literals: frozenset[str] = frozenset()
    crash_lines: Mapping[tuple[str, int], str] = field(default_factory=dict)
    passed_lines: Mapping[tuple[str, int], str] = field(default_factory=dict)


@dataclass(frozen=True)
class Replacement:
    """Tokens that earlier changes replaced, `times` over all places."""

    old: str
    new: str
    times: int


@dataclass(frozen=True)
class Target:
    """One suspicious statement with everything a family may look at."""

    source: SourceFile
    stmt: ast.stmt
    function: Function | None
    clues: Clues
    replacements: tuple[Replacement, ...] = ()
    project: tuple[SourceFile, ...] = ()

    @property
    def nodes(self) -> list[ast.AST]:
        return self.source.own(self.stmt)

    def expressions(self, *kinds: type[ast.expr]) -> Iterator[ast.expr]:
        """The statement's own expressions of these kinds whose position can be trusted; annotations only where a name
        is unknown."""
        hints = frozenset() if "NameError" in self.clues.errors else self.source.hints(self.stmt)
        for node in self.source.expressions(self.stmt):
            if isinstance(node, kinds or ast.expr) and node not in hints:
                yield node

    def assigned_or_passed(self) -> Iterator[ast.expr]:
        """What the statement assigns or returns as a whole, then the arguments of its calls."""
        value = getattr(self.stmt, "value", None)
        if isinstance(self.stmt, (ast.Assign, ast.AnnAssign, ast.Return)) and isinstance(value, ast.expr):
            yield value
        for call in self.expressions(ast.Call):
            yield from call.args  # type: ignore[attr-defined]

    def replace(self, node: ast.AST, text: str, kind: str, prior: float, note: str = "") -> Edit:
        start, end = self.source.span(node)
        return Edit(self.source.path, start, end, text, kind, prior, self.source.line_at(start), note)

    def splice(self, start: int, end: int, text: str, kind: str, prior: float, note: str = "") -> Edit:
        return Edit(self.source.path, start, end, text, kind, prior, self.source.line_at(start), note)

    def text(self, node: ast.AST) -> str:
        return self.source.segment(node)

    def text_with(self, node: ast.AST, part: ast.AST, text: str) -> str:
        """The node's text with another text in the place of a part of it."""
        start, (first, last) = self.source.span(node)[0], self.source.span(part)
        whole = self.text(node)
        return f"{whole[: first - start]}{text}{whole[last - start :]}"

    def crash(self) -> str:
        """The type of the exception that a failing test raised in this very statement, or ""."""
        return self._at(self.clues.crash_lines)

    def came_through(self) -> str:
        """The type of the exception that a failing test had come through this statement, or ""."""
        return self._at(self.clues.passed_lines)

    def let_through(self) -> str:
        """The type of an exception that came through this statement and that no `except` around it took, or ""."""
        inside = any(isinstance(one, ast.Try) and one.handlers for one in self.source.ancestors(self.stmt))
        return self.came_through() if inside else ""

    def _at(self, lines: Mapping[tuple[str, int], str]) -> str:
        last = self.stmt.end_lineno or self.stmt.lineno
        found = (lines.get((self.source.path, line)) for line in range(self.stmt.lineno, last + 1))
        return next(filter(None, found), "")


def as_argument(target: Target, key: ast.expr) -> str:
    """A key as it may be handed to a method: one of several parts in brackets."""
    text = target.text(key)
    return f"({text})" if isinstance(key, ast.Tuple) and not text.startswith("(") else text


def is_sole(target: Target, node: ast.AST) -> bool:
    """Whether an expression is a generator whose brackets are those of the call that it is the argument of."""
    if not isinstance(node, ast.GeneratorExp):
        return False
    call = target.source.parents[node]
    return isinstance(call, ast.Call) and target.source.span(call.func)[1] == target.source.span(node)[0]


def wrapped(target: Target, node: ast.expr) -> str:
    """The expression's text, in parentheses where it could bind otherwise in another place."""
    text = target.text(node)
    simple = (ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.Call, ast.List, ast.Dict, ast.Set, ast.ListComp)
    if isinstance(node, simple) or (text.startswith("(") and isinstance(node, ast.Tuple)):
        return text
    return f"({text})"

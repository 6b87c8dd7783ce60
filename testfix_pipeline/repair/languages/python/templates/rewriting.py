"""Rewrites: the differences between a pattern and its replacement, and the edit for a match.

Only the differing parts are replaced, down to a single operator; the rest keeps its layout and comments. New code gets
parentheses where precedence requires them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, is_sole_generator_argument
from testfix_pipeline.repair.languages.python.analysis.operators import operator_span
from testfix_pipeline.repair.languages.python.templates import precedence
from testfix_pipeline.repair.languages.python.templates.matching import (
    IGNORED,
    MARKED,
    Match,
    PatternCode,
    ellipsis,
    metavariable,
)

Span = tuple[int, int, str]
ASSIGNMENTS = (ast.Assign, ast.AugAssign)
SIDES = (
    (ast.BinOp, "left", "right"),
    (ast.BoolOp, "values", "values"),
    (ast.Compare, "left", "comparators"),
    (ast.AugAssign, "target", "value"),
    (ast.Assign, "targets", "value"),
)
"""The nodes with an operator between two operands, and the fields of these operands."""


@dataclass(frozen=True)
class Operator:
    """The replacement of an operator by another one."""

    at: ast.AST
    old: str
    new: str

    def span(self, match: Match) -> Span | None:
        """Start, end and new text; None if the operator cannot be found."""
        where = operator_span(match.target, *_outer_operands(match.nodes[self.at]), self.old)
        return (*where, self.new) if where else None


@dataclass(frozen=True)
class Placeholder:
    """A metavariable of a replacement. needed: the least precedence of an expression that needs no
    parentheses there."""

    name: str
    needed: int

    def text(self, match: Match) -> str:
        """The code that the metavariable matches, in parentheses if needed."""
        text, node = match.text(self.name), match.found[self.name]
        if not isinstance(node, ast.expr):
            return text
        needs_parentheses = precedence.precedence_of(node, text) < self.needed
        return f"({text})" if needs_parentheses or ("\n" in text and _needs_brackets(text)) else text


@dataclass(frozen=True)
class ReplacementPart:
    """The replacement of a pattern's node by literal pieces and metavariables in turn."""

    at: ast.AST
    new: ast.AST
    pieces: tuple[str | Placeholder, ...]

    def span(self, match: Match) -> Span:
        """Start, end and new text."""
        node, source = match.nodes[self.at], match.target.source
        text = "".join(_piece_texts(self.pieces, match))
        start, end = source.span(node)
        new_node = match[name] if (name := metavariable(self.new)) else self.new
        needs_parentheses = precedence.precedence_of(new_node, text) < precedence.least_precedence(
            source.parents.get(node), node
        )
        if is_sole_generator_argument(match.target, node) or (
            needs_parentheses and not _in_parentheses(source.text, start, end)
        ):
            text = f"({text})"
        return start, end, text


@dataclass(frozen=True)
class Rewrite:
    """A replacement and its changes of the pattern."""

    code: PatternCode
    changes: tuple[Operator | ReplacementPart, ...]

    @classmethod
    def of(cls, pattern: PatternCode, code: PatternCode) -> Rewrite:
        """The rewrite of one piece of code to another."""
        pairs = _differences(pattern.root, code.root) or [(pattern.root, code.root)]
        return cls(code, tuple(_change(code, old, new) for old, new in pairs))

    @property
    def swaps_operator(self) -> bool:
        """Whether the rewrite replaces a single operator and nothing else."""
        return len(self.changes) == 1 and isinstance(self.changes[0], Operator)

    def edit(self, match: Match, kind: str, prior: float) -> Edit | None:
        """The edit for a match; None if an operator cannot be found. kind: the id of the edit."""
        spans = [span for change in self.changes if (span := change.span(match)) is not None]
        if len(spans) < len(self.changes):
            return None
        (start, end, text), *more = sorted(spans) if len(spans) > 1 else spans
        source = match.target.source
        note = f"`{source.text[start:end][:40]}` -> `{text[:40]}`"
        return Edit(source.path, start, end, text, kind, prior, source.line_at(start), note, tuple(more))


def _change(code: PatternCode, old: ast.AST, new: ast.AST) -> Operator | ReplacementPart:
    symbols = _differing_operators(old, new)
    return Operator(old, *symbols) if symbols else ReplacementPart(old, new, tuple(_pieces(code, new)))


def _pieces(code: PatternCode, root: ast.AST) -> Iterator[str | Placeholder]:
    """Yields the text of a part of a replacement, split at its metavariables."""
    assert isinstance(root, (ast.expr, ast.stmt)) and root.end_col_offset is not None
    names = {node.col_offset: node for node in ast.walk(root) if isinstance(node, ast.Name)}
    parents = {child: node for node in ast.walk(root) for child in ast.iter_child_nodes(node)}
    at, end = root.col_offset, root.end_col_offset
    for marked in MARKED.finditer(code.text, at, end):
        node = names.get(marked.start())
        free = node not in parents or _in_parentheses(code.text[: root.end_col_offset], *marked.span())
        yield code.text[at : marked.start()]
        needed = precedence.LOOSEST if free or node is None else precedence.least_precedence(parents[node], node)
        yield Placeholder(marked[1], needed)
        at = marked.end()
    yield code.text[at:end]


def _piece_texts(pieces: Sequence[str | Placeholder], match: Match) -> Iterator[str]:
    """Yields the pieces as texts, without a comma before an empty argument list."""
    texts = [piece if isinstance(piece, str) else piece.text(match) for piece in pieces]
    for at, text in enumerate(texts):
        no_more = at % 2 == 0 and at + 1 < len(texts) and not texts[at + 1]
        yield text.rstrip().removesuffix(",") if no_more else text


def _needs_brackets(text: str) -> bool:
    """Whether an expression of several lines needs enclosing brackets."""
    try:
        python_code.expression(text)
    except SyntaxError:
        return True
    return False


def _in_parentheses(text: str, start: int, end: int) -> bool:
    return text[:start].rstrip()[-1:] == "(" and text[end:].lstrip()[:1] == ")"


def _outer_operands(node: ast.AST) -> tuple[ast.expr, ast.expr]:
    """The first and the last operand of an operator."""
    for kind, left, right in SIDES:
        if isinstance(node, kind):
            first, last = (getattr(node, side) for side in (left, right))
            return first[0] if isinstance(first, list) else first, last[-1] if isinstance(last, list) else last
    raise TypeError(type(node).__name__)


def _differing_operators(old: ast.AST, new: ast.AST) -> tuple[str, str] | None:
    """The operators of pattern and replacement if they differ in nothing else, else None."""
    is_comparable = type(old) is type(new) or (isinstance(old, ASSIGNMENTS) and isinstance(new, ASSIGNMENTS))
    if not is_comparable or not isinstance(old, tuple(kind for kind, _, _ in SIDES)):
        return None
    operands = [[ast.dump(old_symbol) for old_symbol in _outer_operands(side)] for side in (old, new)]
    if operands[0] != operands[1] or any(len(_operands(side)) != 2 for side in (old, new)):
        return None
    old_symbol, new_symbol = (_symbol(side) for side in (old, new))
    return (old_symbol, new_symbol) if old_symbol != new_symbol else None


def _operands(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    return node.values if isinstance(node, ast.BoolOp) else list(_outer_operands(node))


def _symbol(node: ast.AST) -> str:
    left, right = _outer_operands(node)
    return ast.unparse(node)[len(ast.unparse(left)) : -len(ast.unparse(right))].strip()


def _differences(old: object, new: object) -> list[tuple[ast.AST, ast.AST]] | None:
    """The smallest parts in which a pattern and its replacement differ; None if the enclosing node must be replaced as
    a whole."""
    if not isinstance(old, ast.AST) or not isinstance(new, ast.AST):
        return [] if type(old) is type(new) and old == new else None
    if ast.dump(old) == ast.dump(new):
        return []
    if ellipsis(old) or ellipsis(new):
        return None
    found = _field_differences(old, new) if type(old) is type(new) and _differing_operators(old, new) is None else None
    whole = isinstance(old, (ast.expr, ast.stmt)) and not isinstance(new, ast.GeneratorExp)  # the call has its brackets
    return [(old, new)] if found is None and whole else found


def _field_differences(old: ast.AST, new: ast.AST) -> list[tuple[ast.AST, ast.AST]] | None:
    found: list[tuple[ast.AST, ast.AST]] = []
    for field in (one for one in old._fields if one not in IGNORED):
        values = [value if isinstance(value, list) else [value] for value in (getattr(old, field), getattr(new, field))]
        parts = [_differences(one, other) for one, other in zip(*values, strict=False)]
        if len(values[0]) != len(values[1]) or None in parts:
            return None
        found += [part for each in parts for part in each or ()]
    return found

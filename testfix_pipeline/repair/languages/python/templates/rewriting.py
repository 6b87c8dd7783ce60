"""Replacements: what they change of the code that a pattern matches, and the edit that does it.

Only what differs between pattern and replacement is replaced, down to a single operator: the rest keeps its layout and
its comments. What is put in gets parentheses where precedence requires them.
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
"""What has an operator between two operands, and which these are."""


@dataclass(frozen=True)
class Operator:
    """An operator in the place of another, which a node of the pattern has."""

    at: ast.AST
    old: str
    new: str

    def span(self, match: Match) -> Span | None:
        """Start, end and new text; None where the operator can't be found."""
        where = operator_span(match.target, *_sides(match.nodes[self.at]), self.old)
        return (*where, self.new) if where else None


@dataclass(frozen=True)
class Placeholder:
    """A metavariable of a replacement. needed: how tightly something has to bind to stand there."""

    name: str
    needed: int

    def text(self, match: Match) -> str:
        """What the metavariable stands for, in parentheses where it needs them."""
        text, node = match.text(self.name), match.found[self.name]
        if not isinstance(node, ast.expr):
            return text
        loose = precedence.of(node, text) < self.needed
        return f"({text})" if loose or ("\n" in text and _breaks(text)) else text


@dataclass(frozen=True)
class ReplacementPart:
    """New code in the place of a node of the pattern: literal pieces and metavariables in turn."""

    at: ast.AST
    new: ast.AST
    pieces: tuple[str | Placeholder, ...]

    def span(self, match: Match) -> Span:
        """Start, end and new text."""
        node, source = match.nodes[self.at], match.target.source
        text = "".join(_joined(self.pieces, match))
        start, end = source.span(node)
        standing = match[name] if (name := metavariable(self.new)) else self.new
        loose = precedence.of(standing, text) < precedence.needed(source.parents.get(node), node)
        if is_sole_generator_argument(match.target, node) or (loose and not _in_parentheses(source.text, start, end)):
            text = f"({text})"
        return start, end, text


@dataclass(frozen=True)
class Rewrite:
    """A replacement and what of its pattern it changes."""

    code: PatternCode
    changes: tuple[Operator | ReplacementPart, ...]

    @classmethod
    def of(cls, pattern: PatternCode, code: PatternCode) -> Rewrite:
        """The rewrite that makes one piece of code of another."""
        pairs = _differences(pattern.root, code.root) or [(pattern.root, code.root)]
        return cls(code, tuple(_change(code, old, new) for old, new in pairs))

    @property
    def swaps_operator(self) -> bool:
        """Whether it replaces a single operator and nothing else."""
        return len(self.changes) == 1 and isinstance(self.changes[0], Operator)

    def edit(self, match: Match, kind: str, prior: float) -> Edit | None:
        """The edit for a match; None where the place of an operator can't be found. kind: the id of the edit."""
        spans = [span for change in self.changes if (span := change.span(match)) is not None]
        if len(spans) < len(self.changes):
            return None
        (start, end, text), *more = sorted(spans) if len(spans) > 1 else spans
        source = match.target.source
        note = f"`{source.text[start:end][:40]}` -> `{text[:40]}`"
        return Edit(source.path, start, end, text, kind, prior, source.line_at(start), note, tuple(more))


def _change(code: PatternCode, old: ast.AST, new: ast.AST) -> Operator | ReplacementPart:
    symbols = _operators(old, new)
    return Operator(old, *symbols) if symbols else ReplacementPart(old, new, tuple(_pieces(code, new)))


def _pieces(code: PatternCode, root: ast.AST) -> Iterator[str | Placeholder]:
    """The text of a part of a replacement, split at its metavariables."""
    assert isinstance(root, (ast.expr, ast.stmt)) and root.end_col_offset is not None
    names = {node.col_offset: node for node in ast.walk(root) if isinstance(node, ast.Name)}
    parents = {child: node for node in ast.walk(root) for child in ast.iter_child_nodes(node)}
    at, end = root.col_offset, root.end_col_offset
    for marked in MARKED.finditer(code.text, at, end):
        node = names.get(marked.start())
        free = node not in parents or _in_parentheses(code.text[: root.end_col_offset], *marked.span())
        yield code.text[at : marked.start()]
        needed = precedence.LOOSEST if free or node is None else precedence.needed(parents[node], node)
        yield Placeholder(marked[1], needed)
        at = marked.end()
    yield code.text[at:end]


def _joined(pieces: Sequence[str | Placeholder], match: Match) -> Iterator[str]:
    """The pieces as texts; the comma in front of no arguments is left out."""
    texts = [piece if isinstance(piece, str) else piece.text(match) for piece in pieces]
    for at, text in enumerate(texts):
        no_more = at % 2 == 0 and at + 1 < len(texts) and not texts[at + 1]
        yield text.rstrip().removesuffix(",") if no_more else text


def _breaks(text: str) -> bool:
    """Whether the lines of an expression belong together only by the brackets around it."""
    try:
        python_code.expression(text)
    except SyntaxError:
        return True
    return False


def _in_parentheses(text: str, start: int, end: int) -> bool:
    return text[:start].rstrip()[-1:] == "(" and text[end:].lstrip()[:1] == ")"


def _sides(node: ast.AST) -> tuple[ast.expr, ast.expr]:
    """The operands of an operator."""
    for kind, left, right in SIDES:
        if isinstance(node, kind):
            one, other = (getattr(node, side) for side in (left, right))
            return one[0] if isinstance(one, list) else one, other[-1] if isinstance(other, list) else other
    raise TypeError(type(node).__name__)


def _operators(old: ast.AST, new: ast.AST) -> tuple[str, str] | None:
    """The operators of pattern and replacement where these differ in nothing else."""
    alike = type(old) is type(new) or (isinstance(old, ASSIGNMENTS) and isinstance(new, ASSIGNMENTS))
    if not alike or not isinstance(old, tuple(kind for kind, _, _ in SIDES)):
        return None
    ends = [[ast.dump(one) for one in _sides(side)] for side in (old, new)]
    if ends[0] != ends[1] or any(len(_operands(side)) != 2 for side in (old, new)):
        return None
    one, other = (_symbol(side) for side in (old, new))
    return (one, other) if one != other else None


def _operands(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    return node.values if isinstance(node, ast.BoolOp) else list(_sides(node))


def _symbol(node: ast.AST) -> str:
    left, right = _sides(node)
    return ast.unparse(node)[len(ast.unparse(left)) : -len(ast.unparse(right))].strip()


def _differences(old: object, new: object) -> list[tuple[ast.AST, ast.AST]] | None:
    """The smallest parts that a pattern and its replacement differ in; None if the enclosing node has to be
    replaced as a whole."""
    if not isinstance(old, ast.AST) or not isinstance(new, ast.AST):
        return [] if type(old) is type(new) and old == new else None
    if ast.dump(old) == ast.dump(new):
        return []
    if ellipsis(old) or ellipsis(new):
        return None
    found = _of_fields(old, new) if type(old) is type(new) and _operators(old, new) is None else None
    whole = isinstance(old, (ast.expr, ast.stmt)) and not isinstance(new, ast.GeneratorExp)  # the call has its brackets
    return [(old, new)] if found is None and whole else found


def _of_fields(old: ast.AST, new: ast.AST) -> list[tuple[ast.AST, ast.AST]] | None:
    found: list[tuple[ast.AST, ast.AST]] = []
    for field in (one for one in old._fields if one not in IGNORED):
        values = [value if isinstance(value, list) else [value] for value in (getattr(old, field), getattr(new, field))]
        parts = [_differences(one, other) for one, other in zip(*values, strict=False)]
        if len(values[0]) != len(values[1]) or None in parts:
            return None
        found += [part for each in parts for part in each or ()]
    return found

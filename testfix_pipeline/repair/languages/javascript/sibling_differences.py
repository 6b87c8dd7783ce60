"""What a statement lacks, or has otherwise, beside a similar statement: the piece in which both differ.

A sibling has the same tokens, up to names and literals, except for one piece. Names in the piece are exchanged as in
the rest: beside `a.left = clean(left)`, `a.right = right` becomes `a.right = clean(right)`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from testfix_pipeline.core.patch_policy.syntax_nodes import text
from testfix_pipeline.repair.languages.javascript.renaming import with_names
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.lexer import lex
from testfix_pipeline.repair.languages.tree_sitter.source import TreeSource
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.tokens import Tokens

_MOST_SIBLINGS, _MOST_PIECES = 40, 12
_LONGEST, _LONGEST_PIECE = 80, 12
_LEAST_SAME, _MOST_TAKEN_IN = 4, 3
"""How many tokens of the rest are alike at least; how many that are alike are taken into a piece: of `clean(a)` beside
`b` it is `clean(a)`, not `clean(` alone."""
_VALUE = re.compile(r"[\w$'\"`#].*", re.DOTALL)
_KEYWORDS = frozenset(
    {
        *("if", "else", "return", "const", "let", "var", "new", "await", "typeof", "for", "of", "in", "while", "throw"),
        *("true", "false", "null", "undefined", "this", "function", "async", "case", "delete", "instanceof"),
    }
)


_KINDS = {
    (True, True): "aligned.change",
    (True, False): "aligned.deletion",
    (False, True): "aligned.insertion",
    (False, False): "aligned.change",
}
"""The kind of edit by whether this statement has a piece of its own, and whether the sibling has one."""


class _Piece(NamedTuple):
    """`mine[start:stop]` differs from `theirs[start:end]`. same: how many of the other tokens are equal."""

    start: int
    stop: int
    end: int
    same: int


def sibling_pieces(target: JsTarget) -> Iterator[Edit]:
    """The pieces of the most similar statements in place of the statement's own."""
    code, begin = target.source.text[target.stmt.start : _own_end(target)], target.stmt.start
    mine = lex(code)
    if not 2 < len(mine.words) <= _LONGEST:
        return
    found: dict[tuple[int, int, str], tuple[int, str]] = {}
    for other in _siblings(target):
        theirs = lex(other)
        for piece in _differences(mine.words, theirs.words):
            kind = _KINDS[(piece.start < piece.stop, piece.start < piece.end)]
            new = _translated(target, mine, theirs, piece, other)
            if new is not None:
                key = (piece.start, piece.stop, new)
                found[key] = max(found.get(key, (0, kind)), (piece.same, kind))
    ranked = sorted(found.items(), key=lambda pair: -pair[1][0])[:_MOST_PIECES]
    for (start, stop, new), (_, kind) in ranked:
        first = begin + (mine.starts[start] if start < stop else mine.ends[start - 1] if start else 0)
        last = begin + mine.ends[stop - 1] if start < stop else first
        whole = target.source.text[:first] + new + target.source.text[last:]
        if not target.source.syntax.changed(whole)[0].root.has_error:
            yield target.replace(first, last, new, kind, 0.5)


def _own_end(target: JsTarget) -> int:
    """Where the code of a statement ends, without its block."""
    body = next((one for one in target.stmt.node.children if one.type in target.forms.bodies), None)
    return target.source.span(body)[0] if body is not None else target.source.span(target.stmt.node)[1]


def _siblings(target: JsTarget) -> Iterator[str]:
    """The statements of the same type in the file, the nearest first, then those of the project."""
    kind = target.stmt.node.type
    near = [one for one in target.nearest(kind) if one != target.stmt.node]
    others = [one for one in target.project if isinstance(one, TreeSource) and one.path != target.source.path]
    far = (one for source in others for one in source.syntax.of_type(kind))
    for one in itertools.islice(itertools.chain(near, far), _MOST_SIBLINGS):
        body = next((part for part in one.children if part.type in target.forms.bodies), None)
        yield text(one) if body is None else (one.text or b"")[: body.start_byte - one.start_byte].decode()


def _differences(mine: Sequence[str], theirs: Sequence[str]) -> Iterator[_Piece]:
    """The ways to describe the difference of two statements as one piece."""
    if len(theirs) > _LONGEST:
        return
    head = _agreeing(zip(mine, theirs, strict=False))
    tail = _agreeing(zip(reversed(mine), reversed(theirs), strict=False))
    shorter = min(len(mine), len(theirs))
    last = min(head, max(shorter - tail, 0) if head + tail >= shorter else head)
    for start in sorted({one for one in (0, head, *range(last, last - _MOST_TAKEN_IN, -1)) if one >= 0}):
        behind = min(tail, shorter - start)
        stop, end = len(mine) - behind, len(theirs) - behind
        rest = [*zip(mine[:start], theirs[:start], strict=True), *zip(mine[stop:], theirs[end:], strict=True)]
        same = sum(one == other for one, other in rest if _VALUE.match(one))
        if max(end, stop) - start <= _LONGEST_PIECE and same + len(rest) >= _LEAST_SAME:
            yield _Piece(start, stop, end, 2 * same + len(rest))


def _agreeing(pairs: Iterator[tuple[str, str]]) -> int:
    """How many pairs of tokens begin alike: the same signs and keywords, any names and literals."""
    return sum(1 for _ in itertools.takewhile(lambda pair: _agree(*pair), pairs))


def _agree(one: str, other: str) -> bool:
    if one == other:
        return True
    return all(_VALUE.fullmatch(word) and word not in _KEYWORDS for word in (one, other))


def _translated(target: JsTarget, mine: Tokens, theirs: Tokens, piece: _Piece, other: str) -> str | None:
    """The sibling's piece in the names of this statement; None where it has names that are unknown here."""
    renamed: dict[str, str] = {}
    before = zip(theirs.words[: piece.start], mine.words[: piece.start], strict=True)
    behind = zip(theirs.words[piece.end :], mine.words[piece.stop :], strict=True)
    for old, new in itertools.chain(before, behind):
        renamed.setdefault(old, new)
    words = theirs.words[piece.start : piece.end]
    if words == mine.words[piece.start : piece.stop]:
        return None
    if not words:
        return ""
    start = theirs.ends[piece.start - 1] if piece.start and piece.start == piece.stop else theirs.starts[piece.start]
    new = with_names(other[start : theirs.ends[piece.end - 1]], renamed)
    return new if "\n" not in new and _is_known(target, new) else None


def _is_known(target: JsTarget, code: str) -> bool:
    """Whether the variables of a piece are in reach."""
    roots = re.findall(r"(?<![\w$.'\"`])([A-Za-z_$][\w$]*)(?!\s*:)", code)
    return all(one in target.names or one in _KEYWORDS or one in target.file_names for one in roots)

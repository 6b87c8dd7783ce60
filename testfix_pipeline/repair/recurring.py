"""The same slip in several places of the project: an edit that mends a part, made wherever the same code stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits.edit import Edit
from testfix_pipeline.repair.edits.tokens import Token, tokenised
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile

CONTEXTS = (4, 3, 2, 1)
"""How many tokens on each side of what is edited have to be the same elsewhere: the most for which that is so."""
LEAST_TELLING = 2
"""Names, numbers and texts among what has to be the same."""
MOST_PLACES = 4


def everywhere(candidate: Candidate, sources: Sequence[SourceFile]) -> Candidate | None:
    """The candidate's one edit here and at all places with the same tokens around; None where there are none, or many.

    Tokens beside the edit may differ more where they differ at every other place; so `a.x > limit` and `b > limit` are
    alike where `limit` is edited. Layout does not count.
    """
    if len(candidate.edits) != 1 or candidate.edits[0].more:
        return None
    (part,), (edit,) = candidate.parts, candidate.edits
    for context in CONTEXTS:
        for before, after in ((context, context), (context, 0), (0, context)):
            found = list(_places(part.source, edit, sources, before, after))
            if found and len(found) <= MOST_PLACES:
                joined = candidate
                for source, other in found:
                    joined = joined.joined(Candidate.single(source, other, 1.0, candidate.family))
                return joined if joined.valid() else None
    return None


def _places(
    source: SourceFile, edit: Edit, sources: Sequence[SourceFile], before: int, after: int
) -> Iterator[tuple[SourceFile, Edit]]:
    """The edit at each other place of the tokens that it replaces with so many before and after them."""
    tokens = _tokens(source)
    first = next((n for n, token in enumerate(tokens) if token.end > edit.start), len(tokens))
    last = next((n for n, token in enumerate(tokens) if token.start >= edit.end), len(tokens))
    begin, stop = max(0, first - before), min(len(tokens), max(first, last) + after)
    wanted = [token.text for token in tokens[begin:stop]]
    if sum(token.kind in ("name", "number", "string") for token in tokens[begin:stop]) < LEAST_TELLING:
        return
    for other in dict.fromkeys([source, *sources]):
        theirs = _tokens(other)
        texts = _texts(other)
        for at in range(len(texts) - len(wanted) + 1):
            if texts[at] == wanted[0] and texts[at : at + len(wanted)] == tuple(wanted):
                if (other is source and at == begin) or at + first - begin >= len(theirs):
                    continue
                yield other, _moved(edit, source, tokens, other, theirs, (first, last), at + first - begin)


def _moved(
    edit: Edit,
    source: SourceFile,
    tokens: Sequence[Token],
    other: SourceFile,
    theirs: Sequence[Token],
    span: tuple[int, int],
    at: int,
) -> Edit:
    """The edit beside the same tokens elsewhere; whole lines at the indentation of the line there."""
    first, last = span
    text = edit.replacement
    if last > first:
        start = theirs[at].start + edit.start - tokens[first].start
        end = theirs[at + last - first - 1].end + edit.end - tokens[last - 1].end
    elif text.endswith("\n"):
        start = end = other.line_starts[other.line_at(theirs[at].start) - 1]
        mine, there = _indent(source, tokens[first]), _indent(other, theirs[at])
        text = "".join(there + line.removeprefix(mine) for line in text.splitlines(keepends=True))
    else:
        behind = first > 0 and edit.start == tokens[first - 1].end
        start = end = theirs[at - 1].end if behind else theirs[at].start + edit.start - tokens[first].start
    return Edit(other.path, start, end, text, edit.kind, edit.prior, other.line_at(start), edit.note)


def _indent(source: SourceFile, token: Token) -> str:
    line = source.text[source.line_starts[source.line_at(token.start) - 1] : token.start]
    return line[: len(line) - len(line.lstrip())]


@remembered(64)
def _tokens(source: SourceFile) -> tuple[Token, ...]:
    return tokenised(source.text)


@remembered(64)
def _texts(source: SourceFile) -> tuple[str, ...]:
    return tuple(token.text for token in _tokens(source))

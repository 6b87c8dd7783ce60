"""What a statement lacks beside those like it: an argument, operand, call or filter that its siblings have.

A sibling is a statement of the project that agrees with this one token by token up to names and literals, but for one
contiguous piece. The names of the piece are translated by what stands for what in the rest.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.languages.python.analysis.corpus import Site, corpus_of
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.related_statements import names_in_reach
from testfix_pipeline.repair.languages.python.analysis.scope import by_similarity, local_names
from testfix_pipeline.repair.languages.python.analysis.tokens import (
    Renaming,
    Token,
    agree,
    own_span,
    own_tokens,
    renamed,
)
from testfix_pipeline.repair.languages.python.source import FunctionNode

LONGEST, PIECE = 120, 16
"""In tokens: of a statement that is compared, and of the piece in which two may differ."""
WORDS, SITES = 4, 60
LEAST_SHARE = 0.3
KINDS = (("aligned.insertion", 0.55, 8), ("aligned.change", 0.25, 3), ("aligned.deletion", 0.15, 2))
"""What is done to the statement, its highest prior, and how many of the kind are proposed for one statement."""


@dataclass(frozen=True)
class SiblingDifference:
    """`mine[start:stop]` against `theirs[begin:end]`; `share`: how much of the rest is the same to the letter."""

    start: int
    stop: int
    begin: int
    end: int
    share: float


def insertions(target: PythonEditSite) -> Iterator[Edit]:
    """Pieces of sibling statements put where this one lacks them; replaced or dropped where it has others."""
    mine = own_tokens(target.source, target.stmt)
    if not 3 <= len(mine) <= LONGEST or isinstance(target.stmt, FunctionNode):
        return
    found: dict[tuple[int, int, str], tuple[int, float, int]] = {}
    for site, near in _siblings(target, mine):
        for change in changes(mine, site.tokens):
            if change.share < LEAST_SHARE:
                continue
            which = 0 if change.start == change.stop else 2 if change.begin == change.end else 1
            for text, share in _texts(target, mine, site, change):
                key = (change.start, change.stop, text)
                _, best, votes = found.get(key, (which, 0.0, 0))
                found[key] = (which, max(best, change.share**1.5 * near * share), votes + 1)
    for which, (kind, bound, most) in enumerate(KINDS):
        ranked = sorted(
            (-weight * min(1.6, 1 + 0.2 * (v - 1)), key) for key, (w, weight, v) in found.items() if w == which
        )
        for rank, (weight, (start, stop, text)) in enumerate(ranked[:most]):
            prior = bound * min(1.0, -weight) / (1 + 0.15 * rank)
            yield _edit(target, mine, start, stop, text, kind, prior)


def _siblings(target: PythonEditSite, mine: Sequence[Token]) -> Iterator[tuple[Site, float]]:
    """Statements that share a rare word with this one, and how near they are (0..1); each once, nearest first."""
    corpus = corpus_of(target.project)
    names = dict.fromkeys(token.text for token in mine if token.kind == "name" and token.text != "self")
    words = sorted(names, key=lambda word: len(corpus.by_word[word]))
    seen: set[int] = {id(target.stmt)}
    found: list[tuple[Site, float]] = []
    for word in [word for word in words if len(corpus.by_word[word]) > 1][:WORDS]:
        sites = corpus.by_word[word]
        if len(sites) > SITES:
            sites = sorted(sites, key=lambda site: -_nearness(target, site))[:SITES]
        for site in sites:
            if id(site.stmt) not in seen:
                seen.add(id(site.stmt))
                found.append((site, _nearness(target, site)))
    yield from sorted(found, key=lambda pair: -pair[1])


def _nearness(target: PythonEditSite, site: Site) -> float:
    if site.source is not target.source:
        return 0.7
    if site.function is target.function:
        return 1.0
    mine, theirs = target.function, site.function
    return 0.9 if mine and theirs and mine.owner is theirs.owner is not None else 0.8


def changes(mine: Sequence[Token], theirs: Sequence[Token]) -> Iterator[SiblingDifference]:
    """The ways to read the difference of two statements as one piece that the one has and the other has not."""
    more = len(theirs) - len(mine)
    if abs(more) > PIECE or not (mine and theirs):
        return
    most = min(len(mine), len(theirs))
    ahead = _agreeing(zip(mine, theirs, strict=False))
    behind = _agreeing(zip(reversed(mine), reversed(theirs), strict=False))
    if ahead == most == len(mine) == len(theirs):
        return
    starts = range(most - behind, ahead + 1)
    for start in starts if starts and more else ():
        stop, end = (start, start + more) if more > 0 else (start - more, start)
        yield SiblingDifference(start, stop, start, end, _share(mine, theirs, start, stop, end))
    if not starts:
        stop, end = len(mine) - behind, len(theirs) - behind
        if 0 < stop - ahead <= PIECE and 0 < end - ahead <= PIECE:
            yield SiblingDifference(ahead, stop, ahead, end, _share(mine, theirs, ahead, stop, end))


def _agreeing(pairs: Iterator[tuple[Token, Token]]) -> int:
    return sum(1 for _ in itertools.takewhile(lambda pair: agree(*pair), pairs))


def _share(mine: Sequence[Token], theirs: Sequence[Token], start: int, stop: int, end: int) -> float:
    """The share of names, keywords and literals outside the piece that are the same on both sides."""
    pairs = [*zip(mine[:start], theirs[:start], strict=False), *zip(mine[stop:], theirs[end:], strict=False)]
    telling = [one.text == other.text for one, other in pairs if one.kind != "operator"]
    return sum(telling) / (len(telling) + 0.5)


def _texts(
    target: PythonEditSite, mine: Sequence[Token], site: Site, change: SiblingDifference
) -> Iterator[tuple[str, float]]:
    """The sibling's piece in this statement's names; what has no counterpart becomes the likeliest names in reach."""
    theirs = site.tokens
    renaming = Renaming()
    renaming.learn(theirs[: change.begin], mine[: change.start])
    renaming.learn(theirs[change.end :], mine[change.stop :])
    if renaming.clashes > 1:
        return
    piece = _layout_free(site, change)
    free = _unresolved(target, theirs[change.begin : change.end], theirs[: change.begin], renaming)
    if len(free) > 1:
        return
    choices = by_similarity(free[0], local_names(target))[:3] if free else [""]
    for rank, name in enumerate(choices):
        mapped = {**renaming, **dict.fromkeys(free, name)}
        weight = (0.5 / (1 + 0.4 * rank) if free else 1.0) * (0.7 if renaming.clashes else 1.0)
        yield renamed(piece, mapped), weight


def _layout_free(site: Site, change: SiblingDifference) -> str:
    """The sibling's piece with the space before it, on one line."""
    begin, _ = own_span(site.source, site.stmt)
    theirs, text = site.tokens, site.source.text
    if change.begin == change.end:
        return ""
    start = theirs[change.begin - 1].end if change.begin else theirs[0].start
    piece = text[begin + start : begin + theirs[change.end - 1].end]
    return piece if "\n" not in piece else " ".join(token.text for token in theirs[change.begin : change.end])


def _unresolved(
    target: PythonEditSite, piece: Sequence[Token], ahead: Sequence[Token], renaming: Renaming
) -> list[str]:
    """Names of the piece that mean nothing here."""
    reach = names_in_reach(target)
    found: dict[str, None] = {}
    before = [*ahead[-1:], *piece]
    for position, token in enumerate(piece):
        last = before[position].text if len(before) > len(piece) else (piece[position - 1].text if position else "")
        following = piece[position + 1].text if position + 1 < len(piece) else ""
        plain = token.kind == "name" and last != "." and not (following == "=" and last in ("(", ","))
        if plain and token.text not in renaming and token.text not in reach:
            found.setdefault(token.text)
    return list(found)


def _edit(
    target: PythonEditSite, mine: Sequence[Token], start: int, stop: int, text: str, kind: str, prior: float
) -> Edit:
    begin, _ = own_span(target.source, target.stmt)
    if start == stop:
        at = begin + (mine[start - 1].end if start else 0)
        text = text if start else f"{text} "
        return target.splice(at, at, text, kind, prior, text.strip()[:50])
    first, last = begin + mine[start].start, begin + mine[stop - 1].end
    return target.splice(first, last, text.strip(), kind, prior, text.strip()[:50] or "dropped")

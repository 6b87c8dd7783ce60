"""Arguments, operands, calls or filters that a statement lacks although similar statements have them.

A sibling is a statement of the project that has the same tokens as this one, up to names and literals, except for one
contiguous piece. Names in the piece are translated by the correspondence of names in the rest.
"""

from __future__ import annotations

import ast
import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.related_statements import names_in_reach
from testfix_pipeline.repair.languages.python.analysis.scope import by_similarity, local_names
from testfix_pipeline.repair.languages.python.analysis.tokens import (
    Renaming,
    Token,
    agree,
    own_span,
    own_tokens,
    rename_tokens,
)
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile, blocks, is_docstring
from testfix_pipeline.repair.model.source_cache import cached_per_search

LONGEST, PIECE = 120, 16
"""In tokens: the longest statement that is compared, and the longest piece in which two may differ."""
WORDS, SITES = 4, 60
LEAST_SHARE = 0.3
KINDS = (("aligned.insertion", 0.55, 8), ("aligned.change", 0.25, 3), ("aligned.deletion", 0.15, 2))
"""(kind of edit, its highest prior, the number of edits of the kind for one statement)."""


@dataclass(frozen=True)
class SiblingDifference:
    """`mine[start:stop]` differs from `theirs[begin:end]`; `share`: the share of equal tokens in the rest."""

    start: int
    stop: int
    begin: int
    end: int
    share: float


def propose_sibling_pieces(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to insert the pieces of sibling statements that this one lacks, and to replace or drop its own pieces
    where siblings have others."""
    mine = own_tokens(target.source, target.stmt)
    if not 3 <= len(mine) <= LONGEST or isinstance(target.stmt, FunctionNode):
        return
    found: dict[tuple[int, int, str], tuple[int, float, int]] = {}
    for site, nearness in _siblings(target, mine):
        for change in differences(mine, site.tokens):
            if change.share < LEAST_SHARE:
                continue
            kind_index = 0 if change.start == change.stop else 2 if change.begin == change.end else 1
            for text, share in _translated_pieces(target, mine, site, change):
                key = (change.start, change.stop, text)
                _, best, votes = found.get(key, (kind_index, 0.0, 0))
                found[key] = (kind_index, max(best, change.share**1.5 * nearness * share), votes + 1)
    for kind_index, (kind, bound, limit) in enumerate(KINDS):
        ranked = sorted(
            (-weight * min(1.6, 1 + 0.2 * (v - 1)), key) for key, (w, weight, v) in found.items() if w == kind_index
        )
        for rank, (weight, (start, stop, text)) in enumerate(ranked[:limit]):
            prior = bound * min(1.0, -weight) / (1 + 0.15 * rank)
            yield _edit(target, mine, start, stop, text, kind, prior)


def _siblings(target: PythonEditSite, mine: Sequence[Token]) -> Iterator[tuple[Site, float]]:
    """Yields (site, nearness from 0 to 1) of statements that share a rare word with this one; each once,
    nearest first."""
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


def differences(mine: Sequence[Token], theirs: Sequence[Token]) -> Iterator[SiblingDifference]:
    """Yields the ways to describe the difference of two statements as one piece that differs."""
    length_difference = len(theirs) - len(mine)
    if abs(length_difference) > PIECE or not (mine and theirs):
        return
    shorter_length = min(len(mine), len(theirs))
    equal_at_start = _count_agreeing(zip(mine, theirs, strict=False))
    equal_at_end = _count_agreeing(zip(reversed(mine), reversed(theirs), strict=False))
    if equal_at_start == shorter_length == len(mine) == len(theirs):
        return
    starts = range(shorter_length - equal_at_end, equal_at_start + 1)
    for start in starts if starts and length_difference else ():
        stop, end = (start, start + length_difference) if length_difference > 0 else (start - length_difference, start)
        yield SiblingDifference(start, stop, start, end, _share_of_equal_tokens(mine, theirs, start, stop, end))
    if not starts:
        stop, end = len(mine) - equal_at_end, len(theirs) - equal_at_end
        if 0 < stop - equal_at_start <= PIECE and 0 < end - equal_at_start <= PIECE:
            yield SiblingDifference(
                equal_at_start,
                stop,
                equal_at_start,
                end,
                _share_of_equal_tokens(mine, theirs, equal_at_start, stop, end),
            )


def _count_agreeing(pairs: Iterator[tuple[Token, Token]]) -> int:
    return sum(1 for _ in itertools.takewhile(lambda pair: agree(*pair), pairs))


def _share_of_equal_tokens(mine: Sequence[Token], theirs: Sequence[Token], start: int, stop: int, end: int) -> float:
    """The share of names, keywords and literals outside the piece that are equal on both sides."""
    pairs = [*zip(mine[:start], theirs[:start], strict=False), *zip(mine[stop:], theirs[end:], strict=False)]
    equal = [one.text == other.text for one, other in pairs if one.kind != "operator"]
    return sum(equal) / (len(equal) + 0.5)


def _translated_pieces(
    target: PythonEditSite, mine: Sequence[Token], site: Site, change: SiblingDifference
) -> Iterator[tuple[str, float]]:
    """Yields (the sibling's piece in this statement's names, its share); a name without counterpart becomes a similar
    name in reach."""
    theirs = site.tokens
    renaming = Renaming()
    renaming.learn(theirs[: change.begin], mine[: change.start])
    renaming.learn(theirs[change.end :], mine[change.stop :])
    if renaming.clashes > 1:
        return
    piece = _piece_on_one_line(site, change)
    free = _undefined_names(target, theirs[change.begin : change.end], theirs[: change.begin], renaming)
    if len(free) > 1:
        return
    choices = by_similarity(free[0], local_names(target))[:3] if free else [""]
    for rank, name in enumerate(choices):
        mapped = {**renaming, **dict.fromkeys(free, name)}
        weight = (0.5 / (1 + 0.4 * rank) if free else 1.0) * (0.7 if renaming.clashes else 1.0)
        yield rename_tokens(piece, mapped), weight


def _piece_on_one_line(site: Site, change: SiblingDifference) -> str:
    """The sibling's piece with the preceding space, on one line."""
    begin, _ = own_span(site.source, site.stmt)
    theirs, text = site.tokens, site.source.text
    if change.begin == change.end:
        return ""
    start = theirs[change.begin - 1].end if change.begin else theirs[0].start
    piece = text[begin + start : begin + theirs[change.end - 1].end]
    return piece if "\n" not in piece else " ".join(token.text for token in theirs[change.begin : change.end])


def _undefined_names(
    target: PythonEditSite, piece: Sequence[Token], ahead: Sequence[Token], renaming: Renaming
) -> list[str]:
    """The names of the piece that are not defined at this statement."""
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


@dataclass(frozen=True, eq=False, slots=True)
class Site:
    """One statement with the function that contains it."""

    source: SourceFile
    function: PythonFunction | None
    stmt: ast.stmt

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of the statement's own code."""
        return own_tokens(self.source, self.stmt)


class Corpus:
    """Statements by the names in them (`by_word`) and by their function (`of_function`)."""

    def __init__(self, sources: Sequence[SourceFile]) -> None:
        self.by_word: dict[str, list[Site]] = defaultdict(list)
        self.of_function: dict[PythonFunction | None, list[Site]] = defaultdict(list)
        for site in (one for source in sources for one in _sites(source)):
            self.of_function[site.function].append(site)
            for word in {token.text for token in site.tokens if token.kind == "name"}:
                self.by_word[word].append(site)


@cached_per_search(2)
def corpus_of(sources: tuple[SourceFile, ...]) -> Corpus:
    """The statements of some files, cached."""
    return Corpus(sources)


def _sites(source: SourceFile) -> Iterator[Site]:
    """Yields every statement inside functions and classes, in the file's order."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Module):
            continue
        for block in blocks(node):
            function = source.function_of(block[0])
            yield from (Site(source, function, stmt) for stmt in block if not is_docstring(stmt))

"""Edits that fix the same mistake in several places of a statement or in parallel statements of a function."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.tokens import (
    Token,
    common_ends,
    loose_key,
    own_span,
    own_tokens,
    tokenise,
)
from testfix_pipeline.repair.languages.python.edits.sibling_differences import Site, corpus_of
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

LEAST_PRIOR, MOST_PLACES, MOST_LOOKED_AT = 0.5, 6, 100
PRIOR_FACTOR = 0.8
"""The factor for the prior of the single edit."""
Change = tuple[int, int, str, list[str]]
"""(index of the first token, index after the last, new text, old tokens)"""


class PlacedTokens(NamedTuple):
    """The first line of a statement, its offset in the file, and its tokens."""

    line: int
    begin: int
    tokens: Sequence[Token]


Places = Mapping[str, Sequence[tuple[PlacedTokens, int]]]
"""Statement and index of each token, by the token's text."""


def repeat_edits(target: PythonEditSite, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yields likely edits applied wherever the same tokens occur in the statement, or from it to the function's end.

    Also to all statements of the function that have the statement's shape, but only for the first of these.
    """
    likely = [edit for edit in edits if edit.prior >= LEAST_PRIOR and not edit.more and "\n" not in edit.replacement]
    if not likely:
        return
    own = PlacedTokens(
        target.stmt.lineno, own_span(target.source, target.stmt)[0], own_tokens(target.source, target.stmt)
    )
    starts = {token.start: at for at, token in enumerate(own.tokens)}
    changes = [(edit, change) for edit in likely if (change := _token_change(target, starts, edit)) is not None]
    mine, around = _by_text([own]), _of_function(target.project, target.function)
    for edit, change in changes:
        old, role = change[3], _role(own.tokens, change[0], len(change[3]))
        here = _repeats((place for place in mine.get(old[0], ()) if place[1] != change[0]), change, role)
        yield from _joined(edit, here)
        if any(map(str.isidentifier, old)):
            there = _repeats((place for place in around.get(old[0], ()) if place[0].line > own.line), change, role)
            yield from _joined(edit, [*here, *there] if there else [])
    twins = _later_parallel_statements(target)
    for edit, change in changes if 0 < len(twins) < MOST_PLACES else ():
        spans = [_span_of_change(one, change) for one in twins]
        yield from _joined(edit, [span for span in spans if span is not None])


def _joined(edit: Edit, more: Sequence[tuple[int, int, str]]) -> Iterator[Edit]:
    """Yields an edit with the same one at further places, if there are some and not too many."""
    spans = sorted([(edit.start, edit.end, ""), *more])
    if more and len(more) < MOST_PLACES and all(one[1] <= other[0] for one, other in itertools.pairwise(spans)):
        note = f"{edit.note} (in {len(more) + 1} places)"
        yield replace(edit, prior=PRIOR_FACTOR * edit.prior, more=tuple(more), note=note)


@cached_per_search(256)
def _of_function(project: tuple[SourceFile, ...], function: PythonFunction | None) -> Places:
    """The places of the tokens of a function's statements; none outside of functions."""
    return _by_text(map(_statement, corpus_of(project).of_function.get(function, ()) if function is not None else ()))


def _statement(site: Site) -> PlacedTokens:
    return PlacedTokens(site.stmt.lineno, own_span(site.source, site.stmt)[0], site.tokens)


def _by_text(statements: Iterable[PlacedTokens]) -> Places:
    """The places of the tokens of statements, without those of too many places: a table has thousands of commas."""
    found = defaultdict[str, list[tuple[PlacedTokens, int]]](list)
    for one in statements:
        for at, token in enumerate(one.tokens):
            found[token.text].append((one, at))
    return {text: places for text, places in found.items() if len(places) <= MOST_LOOKED_AT}


def _repeats(places: Iterable[tuple[PlacedTokens, int]], change: Change, role: str) -> list[tuple[int, int, str]]:
    """The spans and the new text of a change's tokens where they occur in the same role at places of the first one."""
    _, _, new_text, old = change
    last = len(old) - 1
    return [
        (one.begin + one.tokens[at].start, one.begin + one.tokens[at + last].end, new_text)
        for one, at in places
        if [token.text for token in one.tokens[at : at + len(old)]] == old and _role(one.tokens, at, len(old)) == role
    ]


def _role(tokens: Sequence[Token], at: int, width: int) -> str:
    """What tokens are by their neighbours: "." for an attribute, "(=" or ",=" for a keyword, "=" for a target."""
    before = tokens[at - 1].text if at else ""
    if before == ".":
        return before
    is_given = at + width < len(tokens) and tokens[at + width].text == "="
    return f"{before if before in '(,' else ''}=" if is_given else ""


def _later_parallel_statements(target: PythonEditSite) -> list[PlacedTokens]:
    """Each later statement of the same shape; none if an earlier statement has it too."""
    mine = loose_key(own_tokens(target.source, target.stmt))
    if target.function is None or len(mine) < 4:
        return []
    found: list[PlacedTokens] = []
    for site in corpus_of(target.project).of_function.get(target.function, ()):
        if site.stmt is not target.stmt and loose_key(site.tokens) == mine:
            if site.stmt.lineno < target.stmt.lineno:
                return []
            found.append(_statement(site))
    return found


def _token_change(target: PythonEditSite, starts: Mapping[int, int], edit: Edit) -> Change | None:
    """The tokens that an edit changes; None if it does not change whole tokens within the statement. `starts`: the
    index of each token of the statement by its offset."""
    begin, end = own_span(target.source, target.stmt)
    old, new = tokenise(target.source.text[edit.start : edit.end]), tokenise(edit.replacement)
    if not begin <= edit.start <= edit.end <= end or not old:
        return None
    same, last = common_ends([token.text for token in old], [token.text for token in new])
    if same == len(old) - last:  # something is put before or after a token, which marks its place
        same, last = (same, last - 1) if last else (max(0, same - 1), last)
    piece = edit.replacement[new[same].start : new[len(new) - last - 1].end] if len(new) > same + last else ""
    if old[0].start + edit.start - begin not in starts or same == len(old) - last:
        return None
    first = starts[old[0].start + edit.start - begin] + same
    return first, first + len(old) - same - last, piece, [token.text for token in old[same : len(old) - last]]


def _span_of_change(parallel: PlacedTokens, changed: Change) -> tuple[int, int, str] | None:
    """The span and new text of a change in a parallel statement; None if the statement's tokens differ there."""
    first, behind, piece, old = changed
    _, begin, tokens = parallel
    if [token.text for token in tokens[first:behind]] != old:
        return None
    return begin + tokens[first].start, begin + tokens[behind - 1].end, piece

"""Edits that fix the same mistake in several places of a statement or in parallel statements of a function."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.tokens import (
    Token,
    common_ends,
    loose_key,
    own_span,
    own_tokens,
    tokenise,
)
from testfix_pipeline.repair.languages.python.edits.sibling_differences import corpus_of

LEAST_PRIOR, MOST_PLACES, MOST_LOOKED_AT = 0.5, 6, 100
PRIOR_FACTOR = 0.8
"""The factor for the prior of the single edit."""
Change = tuple[int, int, str, list[str]]
"""(index of the first token, index after the last, new text, old tokens)"""


def repeat_edits(target: PythonEditSite, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yields likely edits applied to all statements of the function that have the statement's shape and the same
    tokens; only for the first of these statements."""
    likely = [edit for edit in edits if edit.prior >= LEAST_PRIOR and not edit.more and "\n" not in edit.replacement]
    if not likely:
        return
    starts = {token.start: at for at, token in enumerate(own_tokens(target.source, target.stmt))}
    changes = [(edit, change) for edit in likely if (change := _token_change(target, starts, edit)) is not None]
    yield from _repeat_in_statement(target, changes)
    twins = _later_parallel_statements(target)
    for edit, change in changes if 0 < len(twins) < MOST_PLACES else ():
        spans = [_span_of_change(span, tokens, change) for span, tokens in twins]
        found = tuple(span for span in spans if span is not None)
        if found:
            note = f"{edit.note} (in {len(found) + 1} places)"
            yield replace(edit, prior=PRIOR_FACTOR * edit.prior, more=found, note=note)


def _repeat_in_statement(target: PythonEditSite, changes: Sequence[tuple[Edit, Change]]) -> Iterator[Edit]:
    """Yields edits that replace the same tokens wherever they occur in the statement."""
    begin = own_span(target.source, target.stmt)[0]
    tokens = own_tokens(target.source, target.stmt)
    texts = [token.text for token in tokens]
    positions: dict[str, list[int]] = defaultdict(list)
    for at, text in enumerate(texts):
        positions[text].append(at)
    for edit, (first, _, new_text, old) in changes:
        width = len(old)
        if not old or len(positions[old[0]]) > MOST_LOOKED_AT:  # a table is full of them
            continue
        places = [at for at in positions[old[0]] if texts[at : at + width] == old and at != first]
        are_disjoint = all(abs(left - right) >= width for left, right in itertools.pairwise(sorted([first, *places])))
        if places and are_disjoint and len(places) < MOST_PLACES:
            more = tuple((begin + tokens[at].start, begin + tokens[at + width - 1].end, new_text) for at in places)
            note = f"{edit.note} (in {len(more) + 1} places)"
            yield replace(edit, prior=PRIOR_FACTOR * edit.prior, more=more, note=note)


def _later_parallel_statements(target: PythonEditSite) -> list[tuple[int, Sequence[Token]]]:
    """(offset, tokens) of each later statement of the same shape; none if an earlier statement has it too."""
    mine = loose_key(own_tokens(target.source, target.stmt))
    if target.function is None or len(mine) < 4:
        return []
    found: list[tuple[int, Sequence[Token]]] = []
    for site in corpus_of(target.project).of_function.get(target.function, ()):
        if site.stmt is not target.stmt and loose_key(site.tokens) == mine:
            if site.stmt.lineno < target.stmt.lineno:
                return []
            found.append((own_span(site.source, site.stmt)[0], site.tokens))
    return found


def _token_change(target: PythonEditSite, starts: Mapping[int, int], edit: Edit) -> Change | None:
    """The tokens that an edit changes; None if it does not change whole tokens within the statement. `starts`: the
    index of each token of the statement by its offset."""
    begin, end = own_span(target.source, target.stmt)
    old, new = tokenise(target.source.text[edit.start : edit.end]), tokenise(edit.replacement)
    if not begin <= edit.start <= edit.end <= end or not old:
        return None
    same, last = common_ends([token.text for token in old], [token.text for token in new])
    piece = edit.replacement[new[same].start : new[len(new) - last - 1].end] if len(new) > same + last else ""
    if old[0].start + edit.start - begin not in starts or same == len(old) - last:
        return None
    first = starts[old[0].start + edit.start - begin] + same
    return first, first + len(old) - same - last, piece, [token.text for token in old[same : len(old) - last]]


def _span_of_change(begin: int, tokens: Sequence[Token], changed: Change) -> tuple[int, int, str] | None:
    """The span and new text of a change in a parallel statement; None if the statement's tokens differ there."""
    first, behind, piece, old = changed
    if [token.text for token in tokens[first:behind]] != old:
        return None
    return begin + tokens[first].start, begin + tokens[behind - 1].end, piece

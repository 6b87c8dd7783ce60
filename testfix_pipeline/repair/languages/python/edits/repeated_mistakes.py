"""The same mistake several times, in a statement or in parallel ones of a function, put right by one candidate."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.repair.languages.python.analysis.corpus import corpus_of
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.tokens import (
    Token,
    common_ends,
    loose_key,
    own_span,
    own_tokens,
    tokenised,
)

LEAST_PRIOR, MOST_PLACES, MOST_LOOKED_AT = 0.5, 6, 100
SHARE = 0.8
"""What is left of the prior of the single edit."""
Change = tuple[int, int, str, list[str]]
"""(first token, token behind the last, new text, old tokens)"""


def everywhere(target: PythonEditSite, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Likely edits of the statement done in every statement of the function that has its shape and the same tokens
    there; proposed for the first of them only."""
    likely = [edit for edit in edits if edit.prior >= LEAST_PRIOR and not edit.more and "\n" not in edit.replacement]
    if not likely:
        return
    starts = {token.start: at for at, token in enumerate(own_tokens(target.source, target.stmt))}
    changes = [(edit, changed) for edit in likely if (changed := _changed(target, starts, edit)) is not None]
    yield from _throughout(target, changes)
    twins = _twins(target)
    for edit, changed in changes if 0 < len(twins) < MOST_PLACES else ():
        spans = [_there(span, tokens, changed) for span, tokens in twins]
        found = tuple(span for span in spans if span is not None)
        if found:
            note = f"{edit.note} (in {len(found) + 1} places)"
            yield replace(edit, prior=SHARE * edit.prior, more=found, note=note)


def _throughout(target: PythonEditSite, changes: Sequence[tuple[Edit, Change]]) -> Iterator[Edit]:
    """The tokens that an edit replaces, replaced wherever else they stand in the same statement."""
    begin = own_span(target.source, target.stmt)[0]
    tokens = own_tokens(target.source, target.stmt)
    texts = [token.text for token in tokens]
    standing: dict[str, list[int]] = defaultdict(list)
    for at, text in enumerate(texts):
        standing[text].append(at)
    for edit, (first, _, piece, old) in changes:
        width = len(old)
        if not old or len(standing[old[0]]) > MOST_LOOKED_AT:  # a table is full of them
            continue
        places = [at for at in standing[old[0]] if texts[at : at + width] == old and at != first]
        apart = all(abs(one - other) >= width for one, other in itertools.pairwise(sorted([first, *places])))
        if places and apart and len(places) < MOST_PLACES:
            more = tuple((begin + tokens[at].start, begin + tokens[at + width - 1].end, piece) for at in places)
            note = f"{edit.note} (in {len(more) + 1} places)"
            yield replace(edit, prior=SHARE * edit.prior, more=more, note=note)


def _twins(target: PythonEditSite) -> list[tuple[int, Sequence[Token]]]:
    """Where later statements of the same shape begin, with their tokens; none where an earlier one has it too."""
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


def _changed(target: PythonEditSite, starts: Mapping[int, int], edit: Edit) -> Change | None:
    """What the edit changes; None where it is no change of whole tokens within the statement. `starts`: the numbers of
    the statement's tokens by where they begin."""
    begin, end = own_span(target.source, target.stmt)
    old, new = tokenised(target.source.text[edit.start : edit.end]), tokenised(edit.replacement)
    if not begin <= edit.start <= edit.end <= end or not old:
        return None
    same, last = common_ends([token.text for token in old], [token.text for token in new])
    piece = edit.replacement[new[same].start : new[len(new) - last - 1].end] if len(new) > same + last else ""
    if old[0].start + edit.start - begin not in starts or same == len(old) - last:
        return None
    first = starts[old[0].start + edit.start - begin] + same
    return first, first + len(old) - same - last, piece, [token.text for token in old[same : len(old) - last]]


def _there(begin: int, tokens: Sequence[Token], changed: Change) -> tuple[int, int, str] | None:
    first, behind, piece, old = changed
    if [token.text for token in tokens[first:behind]] != old:
        return None
    return begin + tokens[first].start, begin + tokens[behind - 1].end, piece

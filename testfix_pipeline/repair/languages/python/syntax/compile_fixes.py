"""Makes a file compile again: small edits where the parser complains, again and again while they bring it further.

Best first over texts: the edits at the first complaint of a text that let it compile are answers, those that move the
complaint towards the end of the file (or away from the lines around it) are where the next round begins. Like the
error-correcting parsers ("A minimum distance error-correcting parser", SIAM J. Comput. 1972), but over the text and
with the real compiler, and with a language model to tell apart what compiles.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.repair.language.compile_means import Means
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, Overlap, apply_spans
from testfix_pipeline.repair.languages.python.lexer import TOKEN, lex
from testfix_pipeline.repair.languages.python.syntax.damage import (
    OF_SIGNS,
    BrokenFile,
    Complaint,
    Damage,
    complaint,
    first_complaint,
)
from testfix_pipeline.repair.languages.python.syntax.earlier_text import conflicts, older
from testfix_pipeline.repair.languages.python.syntax.layout import layout
from testfix_pipeline.repair.languages.python.syntax.python2 import python2
from testfix_pipeline.repair.languages.python.syntax.token_edits import token_edits
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.ids import JOINT
from testfix_pipeline.repair.model.line_diff import hunks

BEAM = 4
"""How many texts that still do not compile are worked on at once."""
MOST_ROUNDS = 10
MOST_COMPILED = 2000
"""Edits of one text that are compiled, the likeliest first."""
SURPRISE = 0.45
"""How many bits of the language model weigh as much as one bit of the priors."""
WORD_BITS, SIGN_BITS = 6.0, 2.0
"""Bits of a word and of a sign that are there by mistake."""
QUOTED_BITS = 8.0
"""Bits of a word in a text or a comment, of which the model knows nothing: as many as of a name and a sign in code."""
CONTEXT = 300
HINT_BITS = 4.0
# What the parser's own words make likelier.
HINTS = (
    (r"Missing parentheses in call|multiple exception types|leading zeros", ("syntax.python-2",)),
    (r"expected ':'", ("syntax.colon", "syntax.clause")),
    (r"never closed|unmatched|does not match opening", ("syntax.bracket", "syntax.double-sign")),
    (r"forgot a comma", ("syntax.comma",)),
    (r"unterminated", ("syntax.quote",)),
    (r"expected an indented block", ("syntax.indentation", "syntax.empty-body", "syntax.double-line")),
    (r"indent|outside (?:function|loop)", ("syntax.indentation",)),
    (r"instead of '='", ("syntax.operator",)),
    (r"use of tabs", ("syntax.tabs",)),
    (r"invalid (?:non-printable )?character", ("syntax.sign",)),
)
_WORDS, _SIGNS = re.compile(r"\w+"), re.compile(r"[^\w\s]")
WRITTEN_BEFORE = ("syntax.merge-conflict", "history.undo")
"""Kinds of edits that only put in what somebody wrote for this place: nothing to be surprised at."""


@dataclass(frozen=True)
class CompileFix:
    """A text with what was done to it; `cost` in bits, less is likelier."""

    source: BrokenFile
    steps: tuple[Edit, ...] = ()
    cost: float = 0.0


def compile_fixes(source: BrokenFile, means: Means) -> list[CompileFix]:
    """Texts that compile, the likeliest first; none where no few small edits lead to any."""
    beam = [CompileFix(source)]
    seen = {source.text}
    for _ in range(MOST_ROUNDS):
        found: list[CompileFix] = []
        unfinished: list[tuple[tuple[int, float], CompileFix]] = []
        for start in beam:
            for fix, left in _round(start, means, seen):
                if left is None:
                    found.append(fix)
                else:
                    unfinished.append(((left, fix.cost), fix))
            if found:
                break
        if found:
            return sorted(found, key=lambda fix: fix.cost)
        unfinished.sort(key=lambda one: one[0])
        beam = [fix for _, fix in _varied(unfinished)]
        if not beam or means.over():
            break
    return []


def _varied(
    unfinished: Sequence[tuple[tuple[int, float], CompileFix]],
) -> Iterator[tuple[tuple[int, float], CompileFix]]:
    """The best few, half of them by how far the complaint moved and half by cost alone."""
    by_cost = sorted(unfinished, key=lambda one: one[0][1])
    both = itertools.chain.from_iterable(itertools.zip_longest(unfinished, by_cost))
    unique = {one[1].source.text: one for one in both if one is not None}
    return itertools.islice(unique.values(), BEAM)


def _round(start: CompileFix, means: Means, seen: set[str]) -> Iterator[tuple[CompileFix, int | None]]:
    """The edits of one text that help, each with how many lines from the end the next complaint is (None: nowhere)."""
    found = first_complaint(start.source.text)
    if found is None:
        return
    damage = Damage(start.source, found)
    first, last = damage.window
    for edit in _proposals(damage, means):
        if means.over():
            return
        text = _applied(start.source.text, edit)
        if text is None or text in seen:
            continue
        left = _progress(damage, edit, text, first, last)
        if left == NONE:
            continue
        seen.add(text)
        yield (
            CompileFix(
                start.source.with_text(text), (*start.steps, edit), start.cost + _cost(damage, edit, text, means)
            ),
            left,
        )


NONE = -1


def _applied(text: str, edit: Edit) -> str | None:
    try:
        return apply_spans(text, edit.spans)
    except Overlap:
        return None


def _proposals(damage: Damage, means: Means) -> list[Edit]:
    producers = itertools.chain(
        conflicts(damage),
        older(damage, means.changes),
        python2(damage),
        layout(damage),
        token_edits(damage, means.natural),
    )
    unique: dict[tuple[tuple[int, int, str], ...], Edit] = {}
    for edit in producers:
        key = tuple(edit.spans)
        if key not in unique or unique[key].prior < edit.prior:
            unique[key] = edit
    return sorted(unique.values(), key=lambda edit: -edit.prior)[:MOST_COMPILED]


def _progress(damage: Damage, edit: Edit, text: str, first: int, last: int) -> int | None:
    """None where all compiles; NONE where the edit does not help; else how far from the end the next complaint is."""
    whole = len(damage.lines)
    starts = damage.source.line_starts
    begin = starts[first - 1]
    behind = len(damage.source.text) - (starts[last] if last < whole else len(damage.source.text))
    inside = (
        (first, last) != (1, whole)
        and begin <= edit.spans[0][0]
        and edit.spans[-1][1] <= len(damage.source.text) - behind
    )
    here: Complaint | None = None
    if inside:
        here = damage.complaint_of(text[begin : len(text) - behind])
        if here is not None and not _further(damage, here, text[begin : len(text) - behind], last):
            return NONE
    found = complaint(text)
    if found is None:
        return None
    lines = text.count("\n") + 1
    if inside and here is None:
        return max(0, lines - found.line) if found.line > damage.line else 0  # fixed here; what is left lies elsewhere
    return lines - found.line if inside or _further(damage, found, text, whole) else NONE


def _further(damage: Damage, found: Complaint, text: str, last: int) -> bool:
    """Whether a complaint about an edited text that ends with line `last` is nearer to its end than the first was."""
    if (
        found.line < damage.line
        and found.message != damage.complaint.message
        and OF_SIGNS.search(damage.complaint.message)
    ):
        return True  # it hid a complaint further up
    lines = text.split("\n")
    left = len(lines) - found.line
    before = last - damage.line + (0 if last == len(damage.lines) else 1)
    if left != before:
        return left < before
    rest, rest_before = (
        len(lines[found.line - 1]) - found.column,
        len(damage.lines[damage.line - 1]) - damage.complaint.column,
    )
    return rest < rest_before


def _cost(damage: Damage, edit: Edit, text: str, means: Means) -> float:
    """The noisy channel: how unlikely such a mistake is, and how unlikely the text that it was made in."""
    if edit.kind in WRITTEN_BEFORE:
        return -math.log2(edit.prior)
    if edit.kind.startswith("syntax.double-"):
        lost = 0.0
    else:
        lost = sum(_made_up(damage.source.text[start:end], new) for start, end, new in edit.spans[:2])
    hinted = any(re.search(words, damage.complaint.message) and edit.kind in kinds for words, kinds in HINTS)
    return -math.log2(edit.prior) + SURPRISE * _surprise(damage, edit, text, means) + lost - HINT_BITS * hinted


def _made_up(old: str, new: str) -> float:
    """Bits of what somebody must have put in by mistake."""
    words = len(_WORDS.findall(old)) - len(_WORDS.findall(new))
    signs = len(_SIGNS.findall(old)) - len(_SIGNS.findall(new))
    return WORD_BITS * max(0, words) + SIGN_BITS * max(0, signs)


def _surprise(damage: Damage, edit: Edit, text: str, means: Means) -> float:
    """Bits of the lines around the complaint as an edit leaves them."""
    start, end = damage.region
    grown = sum(len(new) - (last - first) for first, last, new in edit.spans if start <= first and last <= end)
    shift = sum(len(new) - (last - first) for first, last, new in edit.spans if last <= start and first < start)
    return _bits_of(text, start + shift, end + shift + grown, means)


def _bits_of(text: str, start: int, end: int, means: Means) -> float:
    line = text.rfind("\n", 0, start) + 1
    before = lex(text[max(0, start - CONTEXT) : start]).words[-3:]
    indent = len(text[line:end]) - len(text[line:end].lstrip(" \t"))
    quoted = sum(len(_WORDS.findall(one[0])) for one in TOKEN.finditer(text, start, end) if _is_quoted(one))
    return means.natural.bits(before, lex(text[start:end], 0, indent).words) + QUOTED_BITS * quoted


def _is_quoted(token: re.Match[str]) -> bool:
    return token.lastgroup == "text" or token[0].startswith("#")


def candidate_of(original: BrokenFile, fix: CompileFix) -> Candidate:
    """The fix as edits of the file as it is."""
    score = 2.0 ** -max(-900.0, min(900.0, fix.cost))  # of long lines it takes hundreds of bits
    return Candidate.single(original, _joined(original, fix), score, "syntax")


def _joined(original: BrokenFile, fix: CompileFix) -> Edit:
    """One edit that does what all steps do."""
    if len(fix.steps) == 1:
        return fix.steps[0]
    steps = fix.steps
    spans = _difference(original, fix.source)
    kinds = JOINT.join(dict.fromkeys(step.kind for step in steps))
    notes = "; ".join(f"{step.note} at line {step.line}" for step in steps)
    prior = max(0.01, math.prod(step.prior for step in steps))
    start, end, text = spans[0]
    made = Edit(original.path, start, end, text, kinds, prior, original.line_at(start), notes)
    return replace(made, more=tuple(spans[1:]))


def _difference(original: BrokenFile, other: BrokenFile) -> list[tuple[int, int, str]]:
    """The lines that differ as spans."""
    old, new = original.text.splitlines(keepends=True), other.text.splitlines(keepends=True)
    starts = list(itertools.accumulate(map(len, old), initial=0))
    return [
        (starts[one.start], starts[one.end], "".join(new[one.other_start : one.other_end])) for one in hunks(old, new)
    ]

"""Makes a file compile again: best-first search over small edits at the compiler's first complaint.

Edits of a text that let it compile are results. Edits that move the complaint towards the end of the file, or out of
the lines around it, are the texts of the next round. The search resembles error-correcting parsers ("A minimum distance
error-correcting parser", SIAM J. Comput. 1972), but works on the text with the real compiler, and ranks the results
with a language model.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.core.change_history import Change
from testfix_pipeline.repair.history.project_history import edits_of
from testfix_pipeline.repair.history.undo import undo_hunks
from testfix_pipeline.repair.language.parse_fix_tools import ParseFixTools
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, Overlap, apply_spans
from testfix_pipeline.repair.languages.python.lexer import TOKEN, lex
from testfix_pipeline.repair.languages.python.syntax.damage import (
    TOKENIZER_MESSAGE,
    BrokenFile,
    Complaint,
    Damage,
    complaint,
    first_complaint,
)
from testfix_pipeline.repair.languages.python.syntax.layout import propose_layout_edits
from testfix_pipeline.repair.languages.python.syntax.python2 import convert_python2
from testfix_pipeline.repair.languages.python.syntax.token_edits import token_edits
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.ids import JOINT
from testfix_pipeline.repair.model.line_diff import hunks

BEAM = 4
"""The number of texts that do not compile yet and are kept for the next round."""
MOST_ROUNDS = 10
MOST_COMPILED = 2000
"""The number of edits of one text that are compiled, the likeliest first."""
SURPRISE = 0.45
"""The weight of a bit of the language model against a bit of the priors."""
WORD_BITS, SIGN_BITS = 6.0, 2.0
"""Bits of a word and of a punctuation character that were inserted by mistake."""
QUOTED_BITS = 8.0
"""Bits of a word in a string or comment, which the model does not know: as of a name and an operator in code."""
CONTEXT = 300
HINT_BITS = 4.0
# Kinds of edits that become likelier by the parser's message.
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
KINDS_FROM_HISTORY = ("syntax.merge-conflict", "history.undo")
"""Kinds of edits whose new text somebody wrote for this place: the language model does not judge them."""


@dataclass(frozen=True)
class CompileFix:
    """A text with the edits that led to it; `cost` in bits, lower is likelier."""

    source: BrokenFile
    steps: tuple[Edit, ...] = ()
    cost: float = 0.0


def compile_fixes(source: BrokenFile, means: ParseFixTools) -> list[CompileFix]:
    """Texts that compile, the likeliest first; empty if no few small edits lead to one."""
    beam = [CompileFix(source)]
    seen = {source.text}
    for _ in range(MOST_ROUNDS):
        found: list[CompileFix] = []
        unfinished: list[tuple[tuple[int, float], CompileFix]] = []
        for start in beam:
            for fix, left in _expand(start, means, seen):
                if left is None:
                    found.append(fix)
                else:
                    unfinished.append(((left, fix.cost), fix))
            if found:
                break
        if found:
            return sorted(found, key=lambda fix: fix.cost)
        unfinished.sort(key=lambda one: one[0])
        beam = [fix for _, fix in _beam_selection(unfinished)]
        if not beam or means.is_over():
            break
    return []


def _beam_selection(
    unfinished: Sequence[tuple[tuple[int, float], CompileFix]],
) -> Iterator[tuple[tuple[int, float], CompileFix]]:
    """The best few fixes, half of them by the complaint's progress and half by cost alone."""
    by_cost = sorted(unfinished, key=lambda one: one[0][1])
    interleaved = itertools.chain.from_iterable(itertools.zip_longest(unfinished, by_cost))
    unique = {one[1].source.text: one for one in interleaved if one is not None}
    return itertools.islice(unique.values(), BEAM)


def _expand(start: CompileFix, means: ParseFixTools, seen: set[str]) -> Iterator[tuple[CompileFix, int | None]]:
    """Yields (fix, number of lines from the next complaint to the end) for edits of one text that help; None if it
    compiles."""
    found = first_complaint(start.source.text)
    if found is None:
        return
    damage = Damage(start.source, found)
    first, last = damage.window
    for edit in _proposals(damage, means):
        if means.is_over():
            return
        text = _apply_edit(start.source.text, edit)
        if text is None or text in seen:
            continue
        left = _progress(damage, edit, text, first, last)
        if left == NO_PROGRESS:
            continue
        seen.add(text)
        yield (
            CompileFix(
                start.source.with_text(text), (*start.steps, edit), start.cost + _cost(damage, edit, text, means)
            ),
            left,
        )


NO_PROGRESS = -1


def _apply_edit(text: str, edit: Edit) -> str | None:
    try:
        return apply_spans(text, edit.spans)
    except Overlap:
        return None


def _proposals(damage: Damage, means: ParseFixTools) -> list[Edit]:
    producers = itertools.chain(
        resolve_conflicts(damage),
        restore_earlier_text(damage, means.changes),
        convert_python2(damage),
        propose_layout_edits(damage),
        token_edits(damage, means.natural),
    )
    unique: dict[tuple[tuple[int, int, str], ...], Edit] = {}
    for edit in producers:
        key = tuple(edit.spans)
        if key not in unique or unique[key].prior < edit.prior:
            unique[key] = edit
    return sorted(unique.values(), key=lambda edit: -edit.prior)[:MOST_COMPILED]


def _progress(damage: Damage, edit: Edit, text: str, first: int, last: int) -> int | None:
    """The number of lines from the next complaint to the end; None if the text compiles, NO_PROGRESS if the edit does
    not help."""
    line_count = len(damage.lines)
    starts = damage.source.line_starts
    begin = starts[first - 1]
    length_after = len(damage.source.text) - (starts[last] if last < line_count else len(damage.source.text))
    is_in_window = (
        (first, last) != (1, line_count)
        and begin <= edit.spans[0][0]
        and edit.spans[-1][1] <= len(damage.source.text) - length_after
    )
    window_complaint: Complaint | None = None
    if is_in_window:
        window_complaint = damage.complaint_of(text[begin : len(text) - length_after])
        if window_complaint is not None and not _is_nearer_to_end(
            damage, window_complaint, text[begin : len(text) - length_after], last
        ):
            return NO_PROGRESS
    found = complaint(text)
    if found is None:
        return None
    lines = text.count("\n") + 1
    if is_in_window and window_complaint is None:
        return max(0, lines - found.line) if found.line > damage.line else 0  # fixed here; what is left lies elsewhere
    return lines - found.line if is_in_window or _is_nearer_to_end(damage, found, text, line_count) else NO_PROGRESS


def _is_nearer_to_end(damage: Damage, found: Complaint, text: str, last: int) -> bool:
    """Whether a complaint about an edited text that ends with line `last` is nearer to its end than the first
    complaint."""
    if (
        found.line < damage.line
        and found.message != damage.complaint.message
        and TOKENIZER_MESSAGE.search(damage.complaint.message)
    ):
        return True  # it hid a complaint further up
    lines = text.split("\n")
    lines_left = len(lines) - found.line
    lines_left_before = last - damage.line + (0 if last == len(damage.lines) else 1)
    if lines_left != lines_left_before:
        return lines_left < lines_left_before
    characters_left, characters_left_before = (
        len(lines[found.line - 1]) - found.column,
        len(damage.lines[damage.line - 1]) - damage.complaint.column,
    )
    return characters_left < characters_left_before


def _cost(damage: Damage, edit: Edit, text: str, means: ParseFixTools) -> float:
    """The cost of an edit in bits as in a noisy channel: of the mistake, and of the text in which it was made."""
    if edit.kind in KINDS_FROM_HISTORY:
        return -math.log2(edit.prior)
    if edit.kind.startswith("syntax.double-"):
        inserted_bits = 0.0
    else:
        inserted_bits = sum(
            _bits_of_insertion(damage.source.text[start:end], new) for start, end, new in edit.spans[:2]
        )
    hinted = any(re.search(words, damage.complaint.message) and edit.kind in kinds for words, kinds in HINTS)
    return (
        -math.log2(edit.prior)
        + SURPRISE * _bits_of_region(damage, edit, text, means)
        + inserted_bits
        - HINT_BITS * hinted
    )


def _bits_of_insertion(old: str, new: str) -> float:
    """Bits of the words and punctuation that an edit removes: somebody must have inserted them by mistake."""
    words = len(_WORDS.findall(old)) - len(_WORDS.findall(new))
    signs = len(_SIGNS.findall(old)) - len(_SIGNS.findall(new))
    return WORD_BITS * max(0, words) + SIGN_BITS * max(0, signs)


def _bits_of_region(damage: Damage, edit: Edit, text: str, means: ParseFixTools) -> float:
    """Bits of the lines around the complaint after an edit."""
    start, end = damage.region
    grown = sum(len(new) - (last - first) for first, last, new in edit.spans if start <= first and last <= end)
    shift = sum(len(new) - (last - first) for first, last, new in edit.spans if last <= start and first < start)
    return _bits_of_text(text, start + shift, end + shift + grown, means)


def _bits_of_text(text: str, start: int, end: int, means: ParseFixTools) -> float:
    line = text.rfind("\n", 0, start) + 1
    before = lex(text[max(0, start - CONTEXT) : start]).words[-3:]
    indent = len(text[line:end]) - len(text[line:end].lstrip(" \t"))
    quoted = sum(len(_WORDS.findall(one[0])) for one in TOKEN.finditer(text, start, end) if _is_quoted(one))
    return means.natural.bits(before, lex(text[start:end], 0, indent).words) + QUOTED_BITS * quoted


def _is_quoted(token: re.Match[str]) -> bool:
    return token.lastgroup == "text" or token[0].startswith("#")


def candidate_of(original: BrokenFile, fix: CompileFix) -> Candidate:
    """The fix as a candidate for the original file."""
    score = 2.0 ** -max(-900.0, min(900.0, fix.cost))  # of long lines it takes hundreds of bits
    return Candidate.single(original, _combined_edit(original, fix), score, "syntax")


def _combined_edit(original: BrokenFile, fix: CompileFix) -> Edit:
    """One edit with the effect of all steps."""
    if len(fix.steps) == 1:
        return fix.steps[0]
    steps = fix.steps
    spans = _differing_spans(original, fix.source)
    kinds = JOINT.join(dict.fromkeys(step.kind for step in steps))
    notes = "; ".join(f"{step.note} at line {step.line}" for step in steps)
    prior = max(0.01, math.prod(step.prior for step in steps))
    start, end, text = spans[0]
    combined = Edit(original.path, start, end, text, kinds, prior, original.line_at(start), notes)
    return replace(combined, more=tuple(spans[1:]))


def _differing_spans(original: BrokenFile, other: BrokenFile) -> list[tuple[int, int, str]]:
    """The lines that differ, as spans of the original text."""
    old, new = original.text.splitlines(keepends=True), other.text.splitlines(keepends=True)
    starts = list(itertools.accumulate(map(len, old), initial=0))
    return [
        (starts[one.start], starts[one.end], "".join(new[one.other_start : one.other_end])) for one in hunks(old, new)
    ]


MOST_TEXTS = 6
NEAR = 3
"""The greatest distance of a hunk from a suspicious line, in lines."""
_CONFLICT = re.compile(
    r"^<{7}(?: [^\n]*)?\n(?P<ours>(?:[^\n]*\n)*?)(?:^\|{7}(?: [^\n]*)?\n(?:[^\n]*\n)*?)?^={7}\r?\n"
    r"(?P<theirs>(?:[^\n]*\n)*?)^>{7}(?: [^\n]*)?(?:\n|\Z)",
    re.M,
)
_MARKER = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?: [^\n]*)?\r?(?:\n|\Z)", re.M)
# (resolution of a conflict, its prior for all conflicts of the file).
_SIDES = (("ours", 0.9), ("theirs", 0.85), ("both", 0.7), ("both, theirs first", 0.3))


def resolve_conflicts(damage: Damage) -> Iterator[Edit]:
    """Proposes resolutions of merge conflicts: the same for all of the file, or one alone; removes stray markers."""
    text = damage.source.text
    found = list(_CONFLICT.finditer(text))
    for side, prior in _SIDES:
        spans = [(*one.span(), _resolved(one, side)) for one in found]
        near = [one for one in spans if one[0] <= damage.complaint_offset < one[1]] or spans[:1]
        note = f"settled with {side}"
        if spans:
            yield _conflict_edit(damage, spans, prior, f"{len(spans)} merge conflicts {note}")
        if len(spans) > 1:
            yield _conflict_edit(damage, near, 0.6 * prior, f"a merge conflict {note}")
    for marker in [] if found else _MARKER.finditer(text):
        yield _conflict_edit(damage, [(*marker.span(), "")], 0.7, "the marker of a merge conflict taken out")


def _conflict_edit(damage: Damage, spans: Sequence[tuple[int, int, str]], prior: float, note: str) -> Edit:
    start, end, text = spans[0]
    line = damage.source.line_at(start)
    return Edit(damage.source.path, start, end, text, "syntax.merge-conflict", prior, line, note, tuple(spans[1:]))


def _resolved(found: re.Match[str], side: str) -> str:
    ours, theirs = found["ours"], found["theirs"]
    return {"ours": ours, "theirs": theirs, "both": ours + theirs}.get(side, theirs + ours)


def restore_earlier_text(damage: Damage, changes: Sequence[Change]) -> Iterator[Edit]:
    """Proposes hunks of earlier texts of the file near the complaint: whole, single lines, and changes within a line.

    Only texts that compile are used. The one before the latest change has the highest prior.
    """
    texts = [
        (change.label, file.before)
        for change in changes
        for file in change.files
        if file.path == damage.source.path and file.before is not None
    ]
    compiling = [(label, text) for label, text in texts[:MOST_TEXTS] if complaint(text) is None]
    for age, (label, text) in enumerate(compiling):
        weight = 1 / (1 + 0.3 * age)
        for candidate in undo_hunks(damage.source, text, damage.source.text, f"as before {label}"):
            for edit in edits_of(candidate):
                if _is_near(damage, edit):
                    yield replace(edit, prior=weight * edit.prior)
        yield _whole_file(damage, text, weight, label)


def _is_near(damage: Damage, edit: Edit) -> bool:
    first, last = edit.line, damage.source.line_at(max(edit.start, edit.end - 1))
    return any(first - NEAR <= line <= last + NEAR for line in (*damage.places, *damage.unclosed))


def _whole_file(damage: Damage, text: str, weight: float, label: str) -> Edit:
    """The whole file as it was: it also undoes correct work, but certainly compiles."""
    end = len(damage.source.text)
    text = text.replace("\r\n", "\n").replace("\n", damage.source.newline)
    return Edit(damage.source.path, 0, end, text, "history.undo", 0.02 * weight, 1, f"the file as before {label}")

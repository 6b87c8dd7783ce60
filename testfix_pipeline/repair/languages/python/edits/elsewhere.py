"""What an earlier change did in several places and may have missed in one: the same replacement, here as well."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from testfix_pipeline.repair.languages.python.edits.edit import Edit, Replacement, Target
from testfix_pipeline.repair.languages.python.source import first_line, header_end
from testfix_pipeline.repair.line_diff import MOST_ALIGNED, aligned, hunks
from testfix_pipeline.repair.undo import TOKENS, edits_in_line, lines_of

KIND = "history.repeated"
ONCE, OFTEN = 0.3, 0.9
MOST_REPLACEMENTS, MOST_HERE = 200, 12


def replacements(changes: Iterable[tuple[str, str]]) -> tuple[Replacement, ...]:
    """What the changes, given as texts (before, after), replaced; most often first."""
    counted = Counter(pair for before, after in changes for pair in _pairs(lines_of(before), lines_of(after)))
    return tuple(Replacement(old, new, times) for (old, new), times in counted.most_common(MOST_REPLACEMENTS))


def _pairs(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
    for hunk in hunks(before, after):
        old, new = before[hunk.start : hunk.end], after[hunk.other_start : hunk.other_end]
        if max(len(old), len(new)) > MOST_ALIGNED:
            continue
        for part in aligned(old, new):
            if part.end - part.start == part.other_end - part.other_start == 1:
                yield from _in_line(old[part.start], new[part.other_start])


def _in_line(before: str, after: str) -> Iterator[tuple[str, str]]:
    """Each change of a line with the tokens beside it, where it would otherwise mean nothing."""
    for start, end, text in _joined(before, list(edits_in_line(before, after))):
        old = before[start:end]
        if re.search(r"[^\W\d]\w\w", old) and re.search(r"\w", text):
            yield old, text
            continue
        left = (TOKENS.findall(before[:start]) or [""])[-1]
        right = (TOKENS.findall(before[end:]) or [""])[0]
        wide = left + old + right
        if re.search(r"[^\W\d]\w\w", wide):
            yield wide, left + text + right


def _joined(before: str, changes: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The changes of a line, those of one expression as one: nothing but a bracket or a dot is between them."""
    found: list[tuple[int, int, str]] = []
    for start, end, text in changes:
        between = before[found[-1][1] : start] if found else " "
        if re.fullmatch(r"[().\[\]]*", between):
            found[-1] = (found[-1][0], end, found[-1][2] + between + text)
        else:
            found.append((start, end, text))
    return found


def repeated(target: Target) -> Iterator[Edit]:
    """The replacements that apply to the statement, all of its places at once and each alone."""
    source = target.source
    lines = range(first_line(target.stmt), header_end(target.stmt) + 1)
    begin = source.line_starts[lines[0] - 1]
    text = "".join(source.line_text(line) for line in lines)
    fitting = [one for one in target.replacements if one.old in text]
    for one in fitting[:MOST_HERE]:
        places = [begin + match.start() for match in _whole(one.old).finditer(text)]
        if places:
            yield _edit(target, one, places)
            yield from (_edit(target, one, [place]) for place in places if len(places) > 1)


def _whole(old: str) -> re.Pattern[str]:
    """The tokens, not the end or the beginning of longer names."""
    left = r"(?<!\w)" if old[0].isidentifier() or old[0].isdigit() else ""
    right = r"(?!\w)" if re.match(r"\w", old[-1]) else ""
    return re.compile(left + re.escape(old) + right)


def _edit(target: Target, one: Replacement, places: Sequence[int]) -> Edit:
    first, *more = [(place, place + len(one.old), one.new) for place in places]
    prior = (OFTEN if one.times > 1 else ONCE) * (1.0 if len(places) == 1 or one.times > 1 else 0.8)
    note = f"`{one.old.strip()}` to `{one.new.strip()}`, as in {one.times} place{'s' if one.times > 1 else ''}"
    line = target.source.line_at(first[0])
    return Edit(target.source.path, *first, KIND, prior, line, f"{note} of an earlier change", tuple(more))

"""Replacements that an earlier change made in several places and may have missed in one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.code_view import first_line
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite, Replacement
from testfix_pipeline.repair.languages.python.source import header_end

KIND = "history.repeated"
ONCE, OFTEN = 0.3, 0.9
MOST_REPLACEMENTS = 12


def propose_earlier_replacements(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes the replacements that apply to the statement: in all of its places at once and in each alone."""
    source = target.source
    lines = range(first_line(target.stmt), header_end(target.stmt) + 1)
    begin = source.line_starts[lines[0] - 1]
    text = "".join(source.line_text(line) for line in lines)
    applicable = [replacement for replacement in target.replacements if replacement.old in text]
    for replacement in applicable[:MOST_REPLACEMENTS]:
        places = [begin + match.start() for match in _whole_token_pattern(replacement.old).finditer(text)]
        if places:
            yield _edit(target, replacement, places)
            yield from (_edit(target, replacement, [place]) for place in places if len(places) > 1)


def _whole_token_pattern(old: str) -> re.Pattern[str]:
    """A pattern that matches the text only as whole tokens, not as part of longer names."""
    left = r"(?<!\w)" if old[0].isidentifier() or old[0].isdigit() else ""
    right = r"(?!\w)" if re.match(r"\w", old[-1]) else ""
    return re.compile(left + re.escape(old) + right)


def _edit(target: PythonEditSite, replacement: Replacement, places: Sequence[int]) -> Edit:
    first, *more = [(place, place + len(replacement.old), replacement.new) for place in places]
    prior = (OFTEN if replacement.times > 1 else ONCE) * (1.0 if len(places) == 1 or replacement.times > 1 else 0.8)
    places_text = f"{replacement.times} place{'s' if replacement.times > 1 else ''}"
    note = f"`{replacement.old.strip()}` to `{replacement.new.strip()}`, as in {places_text}"
    line = target.source.line_at(first[0])
    return Edit(target.source.path, *first, KIND, prior, line, f"{note} of an earlier change", tuple(more))

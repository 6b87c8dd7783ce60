"""What an earlier change did in several places and may have missed in one: the same replacement, here as well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite, Replacement
from testfix_pipeline.repair.languages.python.source import first_line, header_end

KIND = "history.repeated"
ONCE, OFTEN = 0.3, 0.9
MOST_HERE = 12


def repeated(target: PythonEditSite) -> Iterator[Edit]:
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


def _edit(target: PythonEditSite, one: Replacement, places: Sequence[int]) -> Edit:
    first, *more = [(place, place + len(one.old), one.new) for place in places]
    prior = (OFTEN if one.times > 1 else ONCE) * (1.0 if len(places) == 1 or one.times > 1 else 0.8)
    note = f"`{one.old.strip()}` to `{one.new.strip()}`, as in {one.times} place{'s' if one.times > 1 else ''}"
    line = target.source.line_at(first[0])
    return Edit(target.source.path, *first, KIND, prior, line, f"{note} of an earlier change", tuple(more))

"""Alternatives of regular expressions that never match, since their own beginning stands before them: longest first."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

MOST = 40
"""Longer tables are data and not what is tried in turn."""
PLAIN = r"(?:\\\W|[^\\()\[\]{}|*+?.^$])+"
"""An alternative that stands for one text."""
GROUP = re.compile(r"P<\w+>|:|<?[=!]")
"""How a group begins that is not only a group, behind its question mark."""
CHOICE = re.compile(rf"{PLAIN}(?:\|{PLAIN})+")


def reordered(body: str) -> Iterator[str]:
    """A regular expression with the longest alternatives first where one is the beginning of another behind it."""
    for match in CHOICE.finditer(body):
        start, end = match.span()
        if body[:start].endswith("(?"):
            head = GROUP.match(body, start)
            start = head.end() if head else start
        if re.search(r"(?<!\\)\[[^\]]*$", body[:start]):
            continue
        parts = re.split(r"(?<!\\)\|", body[start:end])
        tidy = [part.strip() for part in parts]
        if _is_hidden(tidy):
            lead = parts[0][: len(parts[0]) - len(parts[0].lstrip())]
            rest = parts[-1][len(parts[-1].rstrip()) :]
            yield body[:start] + lead + "|".join(sorted(tidy, key=lambda part: -len(part))) + rest + body[end:]


def _is_hidden(texts: Sequence[str]) -> bool:
    """Whether one of the texts begins with one in front of it."""
    if len(texts) > MOST:
        return False
    return any(one and one != other and other.startswith(one) for one, other in itertools.combinations(texts, 2))

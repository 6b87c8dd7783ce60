"""A table of contents for Markdown documents."""

import re
from typing import NamedTuple

HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")
START, END = "<!-- toc -->", "<!-- tocstop -->"


class Heading(NamedTuple):
    level: int
    title: str
    anchor: str


def plain(title):
    """A title without its markup."""
    title = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", title)
    return re.sub(r"[*_`]", "", title)


def slug(title):
    kept = re.sub(r"[^\w\s-]", "", plain(title).lower())
    return re.sub(r"\s+", "-", kept.strip())


def headings(text):
    """The headings in order, with anchors that are unique within the document."""
    seen = {}
    found = []
    for line in text.splitlines():
        match = HEADING.match(line)
        if match is None:
            continue
        title = plain(match[2])
        anchor = slug(match[2])
        count = seen.get(anchor, 0)
        seen[anchor] = count + 1
        if count:
            anchor = f"{anchor}-{count}"
        found.append(Heading(len(match[1]), title, anchor))
    return found


def table_of_contents(text, deepest=3):
    """The lines of a nested list; the document's title (a single first-level heading) is left out."""
    entries = [heading for heading in headings(text) if heading.level <= deepest]
    if sum(heading.level == 1 for heading in entries) == 1:
        entries = [heading for heading in entries if heading.level > 1]
    if not entries:
        return []
    top = min(heading.level for heading in entries)
    return [f"{'  ' * (h.level - top)}- [{h.title}](#{h.anchor})" for h in entries]


def insert(text, deepest=3):
    """The document with the table between its markers renewed; unchanged without markers."""
    before, start, rest = text.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        return text
    table = "\n".join(table_of_contents(after, deepest))
    return f"{before}{START}\n{table}\n{END}{after}"

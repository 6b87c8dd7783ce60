"""Tables of contents for Markdown: headings, the anchors they get, a nested list of links."""

import re
from dataclasses import dataclass

HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$")
FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True)
class Heading:
    level: int
    title: str
    anchor: str


class Slugger:
    """Turns titles into anchors that are unique within a document."""

    def __init__(self):
        self._seen = {}

    def slug(self, title):
        """The anchor of a title; a number is appended if another heading has it already."""
        base = re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
        if base not in self._seen:
            self._seen[base] = 0
            return base
        slug = base
        while slug in self._seen:
            self._seen[base] += 1
            slug = f"{base}-{self._seen[base]}"
        return slug


def plain(text):
    """A title without emphasis, code marks and link targets."""
    text = LINK.sub(r"\1", text)
    return re.sub(r"[*`]", "", text).strip()


def headings(markdown):
    """Yield the headings of a document, those in fenced code excepted."""
    slugger, fence = Slugger(), None
    for line in markdown.splitlines():
        mark = FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence):
                fence = None
            continue
        if mark:
            fence = mark[1]
            continue
        match = HEADING.match(line)
        if match:
            title = plain(match[2])
            yield Heading(len(match[1]), title, slugger.slug(title))


def contents(markdown, deepest=3):
    """The table of contents as a Markdown list.

    Indentation starts at the highest level that occurs. Headings below `deepest` are left out, but they still count
    when anchors are numbered.
    """
    shown = [heading for heading in headings(markdown) if heading.level <= deepest]
    if not shown:
        return ""
    top = min(heading.level for heading in shown)
    lines = (f"{'  ' * (h.level - top)}- [{h.title}](#{h.anchor})" for h in shown)
    return "\n".join(lines) + "\n"

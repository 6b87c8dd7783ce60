"""Links between the pages of a wiki: `[[Page]]`, `[[Page#section]]`, `[[Page|shown text]]`."""

import re
from dataclasses import dataclass

LINK = re.compile(r"\[\[([^\[\]|#]+)(?:#([^\[\]|]*))?(?:\|([^\[\]]*))?\]\]")


@dataclass(frozen=True)
class Link:
    """A link as it was written; section and text are None where there are none."""

    target: str
    section: str | None = None
    text: str | None = None

    @classmethod
    def of(cls, match):
        return cls(*match.groups())

    def __str__(self):
        section = "" if self.section is None else "#" + self.section
        text = "" if self.text is None else "|" + self.text
        return f"[[{self.target}{section}{text}]]"


def normal(title):
    """The form in which titles are stored: blanks for underscores, a capital at the start."""
    title = " ".join(title.replace("_", " ").split())
    return title[:1].upper() + title[1:]


def parse_links(text):
    return [Link.of(match) for match in LINK.finditer(text)]


def redirect(text, old, new):
    """The text with all links to the page `old` leading to `new`; what a reader sees stays."""

    def replaced(match):
        link = Link.of(match)
        if link.target != old:
            return str(link)
        return str(Link(new, link.section, link.target if link.text is None else link.text))

    return LINK.sub(replaced, text)

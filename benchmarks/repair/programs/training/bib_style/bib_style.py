"""Formats a bibliography and its citations in author-year style."""
from dataclasses import dataclass
from string import ascii_lowercase

ARTICLES = ("a ", "an ", "the ")


@dataclass(frozen=True)
class Entry:
    """Authors are written "Last, First Second"."""

    key: str
    authors: tuple
    year: int
    title: str
    source: str = ""
    pages: str = ""


def surname(author):
    return author.split(",")[0].strip()


def with_initials(author):
    """`Knuth, Donald Ervin` -> `Knuth, D. E.`"""
    last, _, first = author.partition(",")
    initials = " ".join(f"{name[0]}." for name in first.split())
    return f"{last.strip()}, {initials}" if initials else last.strip()


def cited_names(entry):
    """The names as in a citation: at most two, else the first `et al.`"""
    names = [surname(author) for author in entry.authors]
    if not names:
        return entry.title
    if len(names) > 2:
        return f"{names[0]} et al."
    return " & ".join(names)


def title_key(title):
    """Titles are sorted without case and without a leading article."""
    title = title.casefold()
    for article in ARTICLES:
        if title.startswith(article):
            return title[len(article):]
    return title


def sort_key(entry):
    names = [surname(author).casefold() for author in entry.authors]
    return names or [title_key(entry.title)], entry.year, title_key(entry.title)


def format_pages(pages):
    if not pages:
        return ""
    first, _, last = pages.replace(" ", "").partition("-")
    return f"pp. {first}-{last}" if last and last != first else f"p. {first}"


class Bibliography:
    def __init__(self, entries=()):
        self.entries = {}
        for entry in entries:
            self.add(entry)

    def add(self, entry):
        if entry.key in self.entries:
            raise ValueError(f"duplicate key {entry.key}")
        self.entries[entry.key] = entry

    def ordered(self):
        return sorted(self.entries.values(), key=sort_key)

    def _suffixes(self):
        """{key: letter}, for the entries that would be cited alike."""
        groups = {}
        for entry in self.entries.values():
            groups.setdefault((cited_names(entry), entry.year), []).append(entry.key)
        return {key: letter for keys in groups.values() if len(keys) > 1
                for key, letter in zip(keys, ascii_lowercase)}

    def cite(self, *keys):
        """`(Knuth, 1968; Liskov & Guttag, 1986a)`, in the order asked for."""
        suffixes = self._suffixes()
        parts = []
        for key in keys:
            entry = self.entries[key]
            parts.append(f"{cited_names(entry)}, {entry.year}{suffixes.get(key, '')}")
        return f"({'; '.join(parts)})"

    def format_entry(self, entry, suffix=""):
        year = f"({entry.year}{suffix})"
        if entry.authors:
            authors = ", ".join(with_initials(author) for author in entry.authors)
            parts = [f"{authors} {year}", entry.title]
        else:
            parts = [f"{entry.title} {year}"]
        tail = ", ".join(part for part in (entry.source, format_pages(entry.pages)) if part)
        if tail:
            parts.append(tail)
        return ". ".join(parts) + "."

    def render(self):
        suffixes = self._suffixes()
        return [self.format_entry(entry, suffixes.get(entry.key, "")) for entry in self.ordered()]

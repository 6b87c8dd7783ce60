"""Builds the index of a book: on which pages the terms of a glossary occur."""
import re
from itertools import groupby

WORD = re.compile(r"[\w'-]+")


def words(text):
    """The text's words, without case."""
    return [w.strip("'-").lower() for w in WORD.findall(text)]


def singular(word):
    """A simple guess, enough to find plurals."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        return word[:-1]
    return word


def stems(text):
    return [singular(w) for w in words(text)]


def contains(page, phrase):
    """Whether a list of words occurs in a longer one in one piece."""
    size = len(phrase)
    return any(page[i:i + size] == phrase for i in range(len(page) - size + 1))


def page_ranges(pages):
    """[1, 2, 3, 7] -> '1-3, 7'"""
    runs = []
    for page in sorted(set(pages)):
        if runs and page == runs[-1][1] + 1:
            runs[-1][1] = page
        else:
            runs.append([page, page])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


class Glossary:
    def __init__(self):
        self._meanings = {}
        self._synonyms = {}
        self._see = {}

    def define(self, term, meaning="", synonyms=()):
        if not words(term):
            raise ValueError("empty term")
        self._meanings[term] = meaning
        self._synonyms[term] = list(synonyms)

    def see(self, term, target):
        """A term that only refers to another one."""
        if target not in self._meanings:
            raise KeyError(target)
        self._see[term] = target

    @property
    def terms(self):
        return sorted(self._meanings, key=str.lower)

    def occurrences(self, texts, first_page=1):
        """{term: pages} for the texts of consecutive pages."""
        pages = ((number, stems(text)) for number, text in enumerate(texts, first_page))
        found = {}
        for term in self.terms:
            phrases = [stems(t) for t in (term, *self._synonyms[term])]
            found[term] = [
                number for number, page in pages
                if any(contains(page, phrase) for phrase in phrases)
            ]
        return found

    def unused(self, texts):
        """Terms that don't occur at all."""
        return [term for term, pages in self.occurrences(texts).items() if not pages]

    def entries(self, texts, first_page=1):
        """The lines of the index, sorted without case."""
        lines = {
            term: f"{term}, {page_ranges(pages)}"
            for term, pages in self.occurrences(texts, first_page).items() if pages
        }
        lines.update(
            (term, f"{term}, see {target}")
            for term, target in self._see.items() if target in lines
        )
        return [lines[term] for term in sorted(lines, key=str.lower)]

    def render(self, texts, first_page=1):
        """The index with a heading for each first letter."""
        out = []
        for letter, group in groupby(self.entries(texts, first_page), key=heading):
            out.append(f"[{letter}]")
            out.extend(f"  {line}" for line in group)
        return "\n".join(out)


def heading(line):
    return line[0].upper() if line[0].isalpha() else "#"

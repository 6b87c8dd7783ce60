"""What the documentation of a routine says, in words for a plan: its answer, its errors, examples, parameters."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator

_MARKUP = re.compile(r":\w+:`~?\.?([^`<>]+?)(?:\s*<[^`>]*>)?`|``([^`]+)``")
"""Roles and literals of reStructuredText."""
_SENTENCE_END = r"(?<=[.!?])\s+|\n\s*\n"


def promise(doc: str) -> str:
    """What the documentation says about the result: its Returns part, else its first sentence."""
    said = re.search(
        r"(?im)^\s*(?::returns?:|returns?:?)[ \t]*\n?(?:-+\n)?\s*(\S[^\n]*(?:\n[ \t]*(?![A-Za-z]+:\s*$)[^\s:].*)*)", doc
    )
    return _plain(_first_sentence(said[1] if said else doc.strip()))


def _first_sentence(text: str) -> str:
    return re.split(_SENTENCE_END, text, maxsplit=1)[0] if text else ""


def _plain(text: str) -> str:
    """A text of documentation on one line, without the markup of references."""
    return " ".join(_MARKUP.sub(lambda found: f"`{found[1] or found[2]}`", text).split())


def sentence_on(name: str, doc: str) -> str:
    """What a documentation says of a parameter: its entry in a list of them, else the first sentence that names it."""
    listed = re.search(
        rf"(?m)^\s*(?::param[^:\n]*\b{name}:|{name}(?:\s*\([^)\n]*\))?:)[ \t]*(\S.*(?:\n[ \t]+[^\s:].*)*)", doc
    )
    if listed:
        return _plain(_first_sentence(listed[1]))
    spelt = re.compile(rf"`{name}`")
    return next((_plain(one) for one in re.split(_SENTENCE_END, doc) if spelt.search(one)), "")


def documented_examples(doc: str) -> list[tuple[str, str]]:
    """The `>>>` examples of a docstring, each with what it gives; those of one line."""
    try:
        examples = doctest.DocTestParser().get_examples(doc)
    except ValueError:
        return []
    shown = [(example.source.strip(), example.want.strip()) for example in examples]
    return [(source, want) for source, want in shown if want and "\n" not in want + source]


def documented_raises(doc: str) -> Iterator[tuple[str, str]]:
    """Errors that a docstring names, with why: `:raises X:`, a Raises section, or a sentence `Raises X where ...`."""
    yield from ((kind, why.strip()) for kind, why in re.findall(r":raises?\s+([A-Z]\w+):\s*([^\n]*)", doc))
    section = re.search(r"Raises:?\n(?:-+\n)?((?:[ \t]+\S.*\n?|\n)+)", doc + "\n")
    for kind, why in re.findall(r"^\s*([A-Z]\w+):?\s*([^\n]*)", section[1] if section else "", re.M):
        yield kind, why.strip(": ")
    for kind, why in re.findall(r"Raises ([A-Z]\w*(?:Error|Exception|Interrupt|Exit))\b([^.\n]*)", doc):
        yield kind, why.strip()

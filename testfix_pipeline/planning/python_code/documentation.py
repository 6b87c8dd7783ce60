"""Extracts what a docstring says about a routine's result, errors, examples and parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from testfix_pipeline.core.cycle_rules.expected_results import doctest_examples

_MARKUP = re.compile(r":\w+:`~?\.?([^`<>]+?)(?:\s*<[^`>]*>)?`|``([^`]+)``")
"""Roles and literals of reStructuredText."""
_SENTENCE_END = r"(?<=[.!?])\s+|\n\s*\n"


def documented_result(doc: str) -> str:
    """What the documentation says about the result: its Returns section, else its first sentence."""
    said = re.search(
        r"(?im)^\s*(?::returns?:|returns?:?)[ \t]*\n?(?:-+\n)?\s*(\S[^\n]*(?:\n[ \t]*(?![A-Za-z]+:\s*$)[^\s:].*)*)", doc
    )
    return _without_markup(_first_sentence(said[1] if said else doc.strip()))


def _first_sentence(text: str) -> str:
    return re.split(_SENTENCE_END, text, maxsplit=1)[0] if text else ""


def _without_markup(text: str) -> str:
    """A text of documentation on one line, without the markup of references."""
    return " ".join(_MARKUP.sub(lambda found: f"`{found[1] or found[2]}`", text).split())


def parameter_sentence(name: str, doc: str) -> str:
    """What the documentation says about a parameter: its entry in a list, else the first sentence that names it."""
    listed = re.search(
        rf"(?m)^\s*(?::param[^:\n]*\b{name}:|{name}(?:\s*\([^)\n]*\))?:)[ \t]*(\S.*(?:\n[ \t]+[^\s:].*)*)", doc
    )
    if listed:
        return _without_markup(_first_sentence(listed[1]))
    spelt = re.compile(rf"`{name}`")
    return next((_without_markup(one) for one in re.split(_SENTENCE_END, doc) if spelt.search(one)), "")


def documented_examples(doc: str) -> list[tuple[str, str]]:
    """The one-line `>>>` examples of a docstring, each with its result."""
    shown = [(example.source.strip(), example.want.strip()) for example in doctest_examples(doc)]
    return [(source, want) for source, want in shown if want and "\n" not in want + source]


def documented_raises(doc: str) -> Iterator[tuple[str, str]]:
    """Yield the errors that a docstring names, and why: `:raises X:`, a Raises section, or `Raises X where ...`."""
    yield from ((kind, why.strip()) for kind, why in re.findall(r":raises?\s+([A-Z]\w+):\s*([^\n]*)", doc))
    section = re.search(r"Raises:?\n(?:-+\n)?((?:[ \t]+\S.*\n?|\n)+)", doc + "\n")
    for kind, why in re.findall(r"^\s*([A-Z]\w+):?\s*([^\n]*)", section[1] if section else "", re.M):
        yield kind, why.strip(": ")
    for kind, why in re.findall(r"Raises ([A-Z]\w*(?:Error|Exception|Interrupt|Exit))\b([^.\n]*)", doc):
        yield kind, why.strip()

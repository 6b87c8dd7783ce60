"""Whether a report names the library and the symbol that changed.

Read from any record in the report that has the fields `library` and `symbol`, whatever holds it; else from a sentence
of the report's notes or next steps that names the library and its new version. Error messages of tests don't count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.updates.pairs import Pair

SENTENCES = ("notes", "next_steps")


@dataclass(frozen=True)
class Diagnosis:
    """Whether the right library is named, and with it the right symbol."""

    library: bool
    symbol: bool


def diagnosis(report: dict[str, Any], pair: Pair) -> Diagnosis:
    """What a report, as plain data, says of the pair's update. Symbols of other libraries don't count."""
    said = [symbol for library, symbol in records(report) if normal(library) == normal(pair.library)]
    noted = [text for text in sentences(report) if _names(text, pair.library) and pair.new in text]
    last = pair.symbol.rpartition(".")[2]
    wanted = [last, pair.parameter] if pair.parameter else [last]
    return Diagnosis(
        bool(said or noted),
        any(_names(text, word) for text in [*said, *noted] for word in wanted),
    )


def normal(library: str) -> str:
    """A distribution's name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", library).lower()


def _names(text: str, word: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def records(found: Any) -> Iterator[tuple[str, str]]:
    """(library, symbol) of every record in plain data that has both."""
    if isinstance(found, dict):
        if isinstance(found.get("library"), str) and isinstance(found.get("symbol"), str):
            yield found["library"], found["symbol"]
        found = list(found.values())
    if isinstance(found, list):
        for one in found:
            yield from records(one)


def sentences(found: Any) -> Iterator[str]:
    """The notes and next steps in a report, wherever they stand."""
    if isinstance(found, dict):
        for name, value in found.items():
            if name in SENTENCES and isinstance(value, list):
                yield from (text for text in value if isinstance(text, str))
            yield from sentences(value)
    elif isinstance(found, list):
        for one in found:
            yield from sentences(one)

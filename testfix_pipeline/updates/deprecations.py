"""What installed libraries say will break next: the deprecations that a project's own suite met."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

from testfix_pipeline.core.cycle_rules.broken_symbols import replacement_in
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.update_records import InstalledVersions, NamedObject, RaisedWarning
from testfix_pipeline.execution.pins import PYTHON


class Deprecation(Record):
    """An interface that a library gives up: with its installed version, where the project uses it, and how to go on.

    symbol: its dotted name, "" where the statement there does not show it. places: `file:line` of the project, the
    first ones. proposes: what the text offers instead, "" where it offers nothing.
    """

    library: str
    version: str
    symbol: str
    category: str
    text: str
    places: list[str]
    proposes: str = ""

    def describe(self) -> str:
        """The library, its symbol, the places and the text, in one line."""
        name = "Python" if self.library == PYTHON else self.library
        what = f" {self.symbol}" if self.symbol else ""
        return f"{name} {self.version}{what} at {', '.join(self.places)}: {' '.join(self.text.split())}"


MOST_PLACES = 5
_SOON = ("DeprecationWarning", "FutureWarning")


def deprecations(raised: Iterable[RaisedWarning], installed: InstalledVersions) -> list[Deprecation]:
    """What the warnings say of installed libraries and of Python, those first that break sooner.

    Warnings of the project's own code, and those of which no library is known, are left out.
    """
    found: dict[tuple[str, str, str], Deprecation] = {}
    for one in raised:
        library, symbol = _subject(one, installed)
        if not library:
            continue
        place = f"{one.file}:{one.line}"
        known = found.get((library, symbol, one.text))
        if known is None:
            version = installed.python if library == PYTHON else installed.distributions.get(library, "")
            found[library, symbol, one.text] = Deprecation(
                library=library, version=version, symbol=symbol, category=one.category, text=one.text, places=[place],
                proposes=replacement_in(one.text),
            )  # fmt: skip
        elif place not in known.places and len(known.places) < MOST_PLACES:
            known.places.append(place)
    return sorted(found.values(), key=lambda one: (one.category not in _SOON, one.library, one.symbol, one.text))


def _subject(one: RaisedWarning, installed: InstalledVersions) -> tuple[str, str]:
    """The library that a warning is about and its symbol: what the statement names of the module that it called."""
    top = one.module.partition(".")[0]
    candidates = [entry for entry in one.named if not top or entry.module.partition(".")[0] == top]
    spoken = [(place, entry) for entry in candidates if (place := _place(entry, one.text)) is not None]
    entry = min(spoken, key=lambda pair: pair[0])[1] if spoken else None
    if entry is None and candidates:
        entry = candidates[0] if top or len(candidates) == 1 else None
    top = top or (entry.module.partition(".")[0] if entry else "")
    named = installed.modules.get(top)
    library = named if named is not None else PYTHON if top in sys.stdlib_module_names else ""
    return library, _symbol(entry) if entry else ""


def _symbol(entry: NamedObject) -> str:
    """The dotted name of an object; of one that a function made, as the project writes it."""
    name = entry.written.rpartition(".")[2] if "<locals>" in entry.name else entry.name
    return ".".join(filter(None, (entry.module, name)))


def _place(entry: NamedObject, text: str) -> int | None:
    """Where a text speaks of an object first, as a word; the new name comes behind the old one. None if it does not."""
    last = (entry.name or entry.module).rpartition(".")[2]
    found = re.search(rf"\b{re.escape(last)}\b", text) if last else None
    return found.start() if found is not None else None

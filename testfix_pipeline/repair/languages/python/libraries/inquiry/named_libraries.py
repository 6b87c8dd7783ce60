"""Names the library that a fix is about, and the error that it is for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LostName, UnfitCall

QUOTED = 200
"""How many characters of an error a note quotes."""


def update_of(library: str, version: str, symbol: str, evidence: str) -> Update:
    """What a fix says of the library that it is about."""
    return Update(library=library, version=version, symbol=symbol, evidence=evidence)


def quoted(failure: Failure) -> str:
    """What the note of a fix quotes of an error, in one line."""
    return " ".join(failure.error.split())[:QUOTED]


def fix_of_error(
    failure: Failure, texts: Mapping[str, str], kind: str, change: str, likelihood: float, symbol: str, older: str = ""
) -> LibraryFix:
    """The fix that an error asks for. change: what its note says before it quotes the error."""
    about = (failure.update,) if failure.update is not None else ()
    return LibraryFix(texts, kind, f"{change}; the error says: {quoted(failure)}", likelihood, symbol, about, older)


def with_library(
    fix: LibraryFix, lost: Sequence[LostName], calls: Sequence[UnfitCall], failures: Sequence[Failure]
) -> LibraryFix:
    """The fix with the update that it answers: of a lost name or an unfit call of its symbol, else of a failure, first
    one about it."""
    if fix.updates:
        return fix
    name = fix.symbol.rpartition(".")[2]
    known = [
        *(update_of(one.library, one.version, fix.symbol, fix.note) for one in lost if one.place.full == fix.symbol),
        *(update_of(one.library, one.version, one.name, fix.note) for one in calls if _names(one, name, failures)),
    ]
    said = [one.update for one in failures if one.update is not None]
    said.sort(key=lambda one: name not in one.symbol)
    return replace(fix, updates=tuple([*known, *said][:1]))


def _names(call: UnfitCall, name: str, failures: Sequence[Failure]) -> bool:
    """Whether a call is of the name that a fix is about; of one about an error alone, whether the error names it."""
    called = call.name.rpartition(".")[2]
    return called == name or (not name and any(one.error.startswith(f"{called}() ") for one in failures))

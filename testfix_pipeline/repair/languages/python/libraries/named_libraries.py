"""Names the library that a fix is about where the source of the fix, such as a codemod, does not say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.answer import LostName
from testfix_pipeline.repair.languages.python.libraries.recorded_fixes import update_of


def with_library(fix: LibraryFix, lost: Sequence[LostName], failures: Sequence[Failure]) -> LibraryFix:
    """The fix with the update that it answers: of a lost name of its symbol, else of a failure, first one about it."""
    if fix.updates:
        return fix
    known = [update_of(one.library, one.version, fix.symbol, fix.note) for one in lost if one.place.full == fix.symbol]
    said = [one.update for one in failures if one.update is not None]
    said.sort(key=lambda one: fix.symbol.rpartition(".")[2] not in one.symbol)
    return replace(fix, updates=tuple([*known, *said][:1]))

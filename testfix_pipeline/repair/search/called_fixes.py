"""Fixes of one step that different failures call for: each of them may be tried beside the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.fix_rivals import is_clear, rivals_of
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.model.edit import Overlap
from testfix_pipeline.repair.model.merged_changes import merged
from testfix_pipeline.repair.search.dead_ends import changes_frame, is_lost_name, is_part, names_error
from testfix_pipeline.repair.search.library_patches import SURE_STEPS

TextsBefore = Callable[[LibraryFix], Mapping[str, str]]
"""Gives the texts that a fix changes."""


@dataclass(frozen=True)
class CalledFix:
    """A fix, the failures that call for it and for none of those beside it, and the other fixes for the same name."""

    fix: LibraryFix
    failures: list[Failure]
    rivals: Sequence[LibraryFix]

    @property
    def is_clear(self) -> bool:
        """Whether it is much likelier than the others."""
        return is_clear(self.fix, self.rivals)

    @property
    def replaces_lost_name(self) -> bool:
        """Whether a failure says that what the fix is about is not there."""
        return any(is_lost_name(one) and names_error(self.fix, one) for one in self.failures)


def called_fixes(failures: Sequence[Failure], fixes: Sequence[LibraryFix], before: TextsBefore) -> list[CalledFix]:
    """The first fix of each name, if it is clear or sure and a failure of its own calls for it: clear ones first, of
    these the likeliest.

    A failure calls for a fix if its text names that, or if it passed through a line that the fix changes.
    """
    first: list[LibraryFix] = []
    for fix in fixes:
        first += [] if rivals_of(fix, first) else [fix]
    called = [CalledFix(fix, [], rivals_beside(fix, fixes, before)) for fix in first]
    called = [one for one in called if one.is_clear or one.fix.likelihood >= SURE_STEPS]
    for failure in failures:
        calling = [one for one in called if _calls_for(failure, one.fix, before(one.fix))]
        if len(calling) == 1:
            calling[0].failures.append(failure)
    return sorted((one for one in called if one.failures), key=lambda one: (not one.is_clear, -one.fix.likelihood))


def _calls_for(failure: Failure, fix: LibraryFix, before: Mapping[str, str]) -> bool:
    return names_error(fix, failure) or changes_frame(fix, failure, before)


def rivals_beside(fix: LibraryFix, fixes: Sequence[LibraryFix], before: TextsBefore) -> list[LibraryFix]:
    """The other fixes for the same name, but for those that make a part of its changes."""
    rest = rivals_of(fix, [one for one in fixes if one is not fix])
    return [one for one in rest if not is_part(one, fix, before(one))]


def one_after_another(fixes: Sequence[LibraryFix], before: TextsBefore) -> list[LibraryFix]:
    """The fixes, each with the changes of those in front of it in its texts. Raises Overlap where two change the same
    text, or one all that another one does."""
    originals = {file: text for fix in fixes for file, text in before(fix).items()}
    now, found = dict(originals), []
    for fix in fixes:
        texts = {file: merged(originals[file], now[file], text) for file, text in fix.texts.items()}
        if texts.items() <= now.items():
            raise Overlap
        now.update(texts)
        found.append(replace(fix, texts=texts))
    return found


def on_other_texts(fixes: Sequence[LibraryFix], before: Mapping[str, str], now: Mapping[str, str]) -> list[LibraryFix]:
    """Fixes that were made one after the other of the texts `before`, as fixes of the texts `now`. Raises Overlap."""
    were, are, found = dict(before), dict(now), []
    for fix in fixes:
        texts = {file: merged(were[file], are[file], text) for file, text in fix.texts.items()}
        were.update(fix.texts)
        are.update(texts)
        found.append(replace(fix, texts=texts))
    return found

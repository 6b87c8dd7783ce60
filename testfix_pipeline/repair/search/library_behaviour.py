"""Weighs patches by calls recorded under old releases: a patch that only silences a failure is a lead."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from testfix_pipeline.core.cycle_rules.confidence import READ_BELOW, is_doubtful
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.model.ids import JOINT
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.library_outcome import LibraryRepair

MOST_CHECKED = 4
ENOUGH_CALLS = 3
"""The number of equal calls from which on a patch gets a higher confidence."""
_REMAINING_DOUBT = 0.5
"""The share of the doubt in a patch that remains after agreement: a judgement, until more pairs measure it."""
DROPPED = "Unproved: it no longer calls {}, which the program calls under the old release."
AGREE = "{} recorded calls give what they gave under the old release"

UNLOOKED = 0.5
"""What is left of the confidence where libraries are newer than the project names and no old release was looked at: of
the patches of the search that landed then, 2 of 4 were right (`python -m benchmarks.updates --half unseen
--without-old`); (2 + 1) / (4 + 2)."""
NOT_LOOKED_AT = "A library is newer than the project names, and its old release could not be looked at."
UNPROVED = "A library's update causes the failure, and no old release shows that the patch keeps the behaviour."


def weigh_patches(
    library: LibraryRepair, patches: Sequence[RankedPatch], failures: Sequence[Failure] = (), after_update: bool = False
) -> list[RankedPatch]:
    """The patches, the best first: the first few complete ones are compared with the recorded calls, if there are any.

    failures: of the targets. after_update: whether a landed fix for a library made them fail so. If an update certainly
    causes one and nothing was recorded, a patch that does more than react to a library's change is a lead: passing
    tests are weak evidence then.
    """
    found, checks_left = [], MOST_CHECKED if library.behaviour is not None else len(patches)
    is_update = after_update or any(one.update is not None and one.update.certain for one in failures)
    highest = 1.0
    for one in patches:
        is_to_check = one.complete and not one.against and (_is_answer(one) or not _is_lead(one))
        if is_to_check and checks_left:
            checks_left -= 1
            one = _check_patch(library, one, is_update)
            highest = one.confidence if highest == 1.0 else max(highest, one.confidence)
        elif is_to_check:  # as sure as the best of those that were compared, at most
            one = replace(one, confidence=min(one.confidence, highest))
        found.append(one)
    return found if found == list(patches) else sorted(found, key=lambda one: (not one.complete, -one.confidence))


def _is_answer(patch: RankedPatch) -> bool:
    """Whether all steps of a patch answer a change of a library."""
    return all(part.startswith("library.") for part in patch.kind.split(JOINT))


def _is_lead(patch: RankedPatch) -> bool:
    return is_doubtful(patch.confidence)


def _check_patch(library: LibraryRepair, patch: RankedPatch, is_update: bool) -> RankedPatch:
    check = library.behaviour(patch.files) if library.behaviour is not None else None
    parts = [part.startswith("library.") for part in patch.kind.split(JOINT)]
    is_mixed = any(parts) and not all(parts)
    is_unproved = is_mixed or (is_update and not any(parts))
    if check is None and not is_unproved:
        return patch if any(parts) else _if_not_looked_at(patch, library.unlooked)
    if check is None or (is_unproved and not check.differences and check.compared < ENOUGH_CALLS):
        return patch.as_lead((UNPROVED,))
    if check.differences:
        return patch.as_lead(check.differences)
    doubts: tuple[str, ...] = (DROPPED.format(", ".join(check.dropped)),) if check.dropped and not all(parts) else ()
    if check.rare and not (all(parts) and patch.confidence >= READ_BELOW):
        doubts += check.rare
    if doubts:
        return patch.as_lead(doubts)
    if check.rare:
        return replace(patch, description=f"{patch.description}; {check.rare[0]}")
    if _is_lead(patch) or check.compared < ENOUGH_CALLS:
        return patch
    confidence = round(1 - _REMAINING_DOUBT * (1 - patch.confidence), 3)
    return replace(patch, confidence=confidence, description=f"{patch.description}; {AGREE.format(check.compared)}")


def _if_not_looked_at(patch: RankedPatch, modules: Collection[str]) -> RankedPatch:
    """A patch of the search of code that uses a library that was not looked at; an undo has the history for it.

    A file that doesn't import the library hardly makes up for its update: most projects name an older pytest.
    """
    named = "|".join(map(re.escape, sorted(modules)))
    imports = re.compile(rf"^[ \t]*(?:from|import)\b.*\b(?:{named})\b", re.M)
    if not modules or patch.kind.startswith("history") or not any(map(imports.search, patch.files.values())):
        return patch
    return replace(patch, confidence=round(UNLOOKED * patch.confidence, 3), against=(*patch.against, NOT_LOOKED_AT))

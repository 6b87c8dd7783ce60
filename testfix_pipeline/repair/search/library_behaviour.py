"""Weighs patches by the calls that were recorded under old releases: one that only silences a failure is a lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful, silenced
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.model.ids import JOINT
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.library_repair import LibraryRepair

MOST_CHECKED = 4
ENOUGH = 3
"""With so many calls compared, none of which differs, a patch is surer."""
_LEFT = 0.5
"""What agreement leaves of the doubt in a patch: judgement, until more pairs measure it."""
AGREE = "{} recorded calls give what they gave under the old release"


UNPROVED = "A library's update causes the failure, and no old release that the tests pass with could be looked at."


def weighed(
    library: LibraryRepair, patches: Sequence[RankedPatch], failures: Sequence[Failure] = ()
) -> list[RankedPatch]:
    """The patches, the best first: of complete ones the first few are compared with what was recorded, if anything.

    failures: of the targets. Where an update surely causes one and nothing was recorded, a patch that answers no change
    of a library is a lead: that tests pass says little then.
    """
    found, left = [], MOST_CHECKED
    is_update = any(one.update is not None and one.update.certain for one in failures)
    for one in patches:
        wanted = one.complete and not one.against and not is_doubtful(one.confidence) and left > 0
        left -= wanted
        found.append(_checked(library, one, is_update) if wanted else one)
    return sorted(found, key=lambda one: (not one.complete, -one.confidence))


def _checked(library: LibraryRepair, patch: RankedPatch, is_update: bool) -> RankedPatch:
    check = library.behaviour(patch.files) if library.behaviour is not None else None
    if check is None:
        answers = any(part.startswith("library.") for part in patch.kind.split(JOINT))
        unproved = is_update and not answers
        return replace(patch, confidence=silenced(patch.confidence), against=(UNPROVED,)) if unproved else patch
    if check.differences:
        return replace(patch, confidence=silenced(patch.confidence), against=check.differences)
    if check.compared < ENOUGH:
        return patch
    confidence = round(1 - _LEFT * (1 - patch.confidence), 3)
    return replace(patch, confidence=confidence, description=f"{patch.description}; {AGREE.format(check.compared)}")

"""The findings of one search: plausible and partial patches, refuted ones, and the number of tried candidates."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.history.regression import Regression
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.verdict import PlausiblePatch
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.validation.confirmer import Confirmation


@dataclass
class Findings:
    """The state of one search; the search guards it with its lock.

    found: complete or partial patches with which the whole suite passes; doubtful: those that are refused nevertheless;
    moved: candidates under which a failing test fails differently or a passing one breaks. continued: complete patches
    that continue a partial one. refuted: fingerprints of patches that failed in a clean process. kinds: the number of
    tried candidates of each kind. features: of patches, a cache (`Evidence.known`). wanted: the tests that a patch has
    to fix to be complete, if not all that the search knows.
    """

    found: list[PlausiblePatch] = field(default_factory=list)
    doubtful: list[PlausiblePatch] = field(default_factory=list)
    moved: list[Candidate] = field(default_factory=list)
    continued: list[RankedPatch] = field(default_factory=list)
    refuted: set[str] = field(default_factory=set)
    tried: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    first_seconds: float | None = None
    notes: list[str] = field(default_factory=list)
    features: dict[tuple[str, str], dict[str, float]] = field(default_factory=dict)
    regression: Regression | None = None
    wanted: frozenset[TestId] = frozenset()

    @property
    def complete(self) -> list[PlausiblePatch]:
        """The patches that fix all wanted tests."""
        return [one for one in self.found if self.is_complete(one)]

    def is_complete(self, one: PlausiblePatch) -> bool:
        """Whether a patch fixes all wanted tests."""
        return one.verdict.finding == "plausible" or (bool(self.wanted) and self.wanted <= one.verdict.fixes)

    @property
    def has_complete(self) -> bool:
        """Whether any patch fixes all wanted tests."""
        return bool(self.continued or self.complete)

    @property
    def has_partial(self) -> bool:
        """Whether a patch fixes a part of the failing tests and breaks nothing."""
        return len(self.found) > len(self.complete)

    def with_fingerprint(self, fingerprint: str) -> PlausiblePatch | None:
        """The patch with this fingerprint; None if there is none (any more)."""
        return next((one for one in self.found if one.candidate.fingerprint == fingerprint), None)

    def count(self, *kinds: str) -> None:
        """Counts candidates that are tried."""
        self.tried += len(kinds)
        self.kinds.update(kinds)

    def confirm(self, one: PlausiblePatch, confirmation: Confirmation) -> bool:
        """Records the confirmation of a patch in a clean process; returns whether the patch remains."""
        fingerprint = one.candidate.fingerprint
        if confirmation.answer != "no":
            known = {"confirmed": confirmation.answer == "yes", "clean_run": confirmation.run}
            self.found = [
                replace(other, **known) if other.candidate.fingerprint == fingerprint else other  # type: ignore[arg-type]
                for other in self.found
            ]
            self.notes += [f"A patch is not confirmed: {confirmation.why}."] if confirmation.why else []
            return True
        self.found = [other for other in self.found if other.candidate.fingerprint != fingerprint]
        self.refuted.add(fingerprint)
        where = f"{one.candidate.edits[0].file}:{one.candidate.edits[0].line}"
        self.notes.append(
            f"A patch at {where} held in a process of many tries but not in a clean one: {confirmation.why}."
        )
        if not self.has_complete:
            self.first_seconds = None
        return False

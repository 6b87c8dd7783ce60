"""What one search has found: plausible and partial patches, what was refuted, and how much was tried."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from testfix_pipeline.repair.history.regression import Regression
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.verdict import Found
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.validation.confirmer import Confirmation


@dataclass
class Findings:
    """The state of one search; the search guards it with its lock.

    found: patches that the whole suite agrees to, complete or partial; doubtful: those that are no repairs all the
    same; moved: candidates under which a failing test fails otherwise or a passing one breaks. continued: complete
    patches that go on from a partial one. refuted: fingerprints of patches that failed in a clean process.
    kinds: how many candidates of each kind were tried. features: of patches, computed once (`Evidence.known`).
    """

    found: list[Found] = field(default_factory=list)
    doubtful: list[Found] = field(default_factory=list)
    moved: list[Candidate] = field(default_factory=list)
    continued: list[RankedPatch] = field(default_factory=list)
    refuted: set[str] = field(default_factory=set)
    tried: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    first_seconds: float | None = None
    notes: list[str] = field(default_factory=list)
    features: dict[tuple[str, str], dict[str, float]] = field(default_factory=dict)
    regression: Regression | None = None

    @property
    def complete(self) -> list[Found]:
        """The patches that pass all tests."""
        return [one for one in self.found if one.verdict.finding == "plausible"]

    @property
    def has_complete(self) -> bool:
        """Whether any patch passes all tests."""
        return bool(self.continued or self.complete)

    @property
    def has_partial(self) -> bool:
        """Whether a patch fixes a part of the failing tests and breaks nothing."""
        return len(self.found) > len(self.complete)

    def with_fingerprint(self, fingerprint: str) -> Found | None:
        """The patch with this fingerprint, None where there is none (any more)."""
        return next((one for one in self.found if one.candidate.fingerprint == fingerprint), None)

    def count(self, *kinds: str) -> None:
        """Count candidates that are tried."""
        self.tried += len(kinds)
        self.kinds.update(kinds)

    def confirm(self, one: Found, said: Confirmation) -> bool:
        """Take in what a clean process said of a patch; whether the patch may stay."""
        mark = one.candidate.fingerprint
        if said.answer != "no":
            known = {"confirmed": said.answer == "yes", "clean_run": said.run}
            self.found = [
                replace(other, **known) if other.candidate.fingerprint == mark else other  # type: ignore[arg-type]
                for other in self.found
            ]
            self.notes += [f"A patch is not confirmed: {said.why}."] if said.why else []
            return True
        self.found = [other for other in self.found if other.candidate.fingerprint != mark]
        self.refuted.add(mark)
        where = f"{one.candidate.edits[0].file}:{one.candidate.edits[0].line}"
        self.notes.append(f"A patch at {where} held in a process of many tries but not in a clean one: {said.why}.")
        if not self.has_complete:
            self.first_seconds = None
        return False

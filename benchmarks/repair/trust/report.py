"""What the fitted trust is worth beside the model that was shipped when the rows were collected, and without parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.repair.training.fit import Array
from benchmarks.repair.trust.fit import Setting, confidences, cross_validated, firsts, likelihoods
from benchmarks.repair.trust.rows import Search
from testfix_pipeline.repair.evidence import FEATURES

BINS = 10
HEAD = f"{'log-lik':>8} {'first':>9} {'wrong':>6} {'said':>6} {'log-lik':>8} {'ECE':>6} {'Brier':>6}"


@dataclass(frozen=True)
class Choices:
    """The first choice of each search: its confidence, whether it is right, and whether any patch is."""

    said: Array
    right: Array
    any_right: Array

    def part(self, wanted: Array) -> Choices:
        return Choices(self.said[wanted], self.right[wanted], self.any_right[wanted])

    def __str__(self) -> str:
        wrong, brier = int((~self.right).sum()), float(((self.said - self.right) ** 2).mean())
        log = np.log(np.clip(np.where(self.right, self.said, 1 - self.said), 1e-6, 1)).mean()
        hits = f"{int(self.right.sum())}/{int(self.any_right.sum())}"
        return f"{hits:>9} {wrong:6} {self.said.mean():6.2f} {log:8.3f} {calibration_error(self):6.3f} {brier:6.3f}"


def calibration_error(one: Choices) -> float:
    """The expected calibration error: of bins of as many choices each, how far what is said is from what is right."""
    bins = np.array_split(np.argsort(one.said, kind="stable"), min(BINS, len(one.said)))
    return float(sum(len(b) * abs(one.said[b].mean() - one.right[b].mean()) for b in bins) / len(one.said))


def choices(searches: Sequence[Search], found: Sequence[Array]) -> Choices:
    """The first choices by these utilities, with confidences calibrated by other programs."""
    said, right = firsts(searches, found)
    return Choices(confidences(searches, said, right), right, _any_right(searches))


def before(searches: Sequence[Search]) -> Choices:
    """Those of the model that was shipped when the rows were collected."""
    said, right = np.array([one.before[0] for one in searches]), np.array([one.right[0] for one in searches])
    return Choices(said, right, _any_right(searches))


def _any_right(searches: Sequence[Search]) -> Array:
    return np.array([one.right.any() for one in searches])


def report(searches: Sequence[Search], setting: Setting) -> str:
    """A line for the shipped model, the new one, and the new one without each feature; then by origin."""
    lines = [
        f"{len(searches)} searches that found a patch, cross-validated by program. log-lik: of what is right in each;",
        "first: right first choices, of those possible; wrong: other ones; said: their mean confidence; then its",
        "log-likelihood, expected calibration error and Brier score.",
        f"{'':30} {HEAD}",
        f"{'before':30} {'':8} {before(searches)}",
    ]
    names = {"after": FEATURES, **{f"... without {one}": tuple({*FEATURES} - {one}) for one in FEATURES}}
    for what, used in names.items():
        kept = tuple(name for name in FEATURES if name in used)
        found = cross_validated(searches, replace(setting, names=kept))
        lines.append(f"{what:30} {likelihoods(searches, found).mean():8.3f} {choices(searches, found)}")
    return "\n".join([*lines, *_by_origin(searches, cross_validated(searches, setting))])


def _by_origin(searches: Sequence[Search], found: Sequence[Array]) -> list[str]:
    lines = []
    origins, likely = np.array([one.origin for one in searches]), likelihoods(searches, found)
    then, now = before(searches), choices(searches, found)
    for origin in np.unique(origins):
        own = origins == origin
        lines.append(f"{f'{origin}: before':30} {'':8} {then.part(own)}")
        lines.append(f"{f'{origin}: after':30} {likely[own].mean():8.3f} {now.part(own)}")
    return lines

"""How likely a proposed edit is the right one at a wrong place: what the search orders edits by.

A logistic regression over the family's own estimate (`Edit.prior`), the kind of the edit and how natural the code is
that it leads to, learned on places where the right edit was known (`learned/weights.json`, see
`benchmarks.repair.train`). Its output is mapped, in order, onto the range that the families' own estimates have, so
that edits are weighed anew against each other, but not against how suspicious a place is.
"""

from __future__ import annotations

import bisect
import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits.edit import Edit, Overlap
from testfix_pipeline.repair.evidence import BITS
from testfix_pipeline.repair.experience import Experience
from testfix_pipeline.repair.naturalness import Naturalness, Surprise
from testfix_pipeline.repair.source import SourceFile
from testfix_pipeline.repair.trust import weights


@dataclass(frozen=True)
class Learned:
    """The model.

    kinds: those that were right in training often enough to be judged; all others keep their families' estimates.
    levels: (the model's output, the estimate that it stands for), rising. bounds: by family, the highest estimate.
    shares: what part of the right edits is of each kind. of_family: the kinds that each family was seen to propose.
    Kinds and families are named by their ids.
    """

    intercept: float
    features: Mapping[str, float]
    kinds: Mapping[str, float]
    levels: Sequence[tuple[float, float]]
    bounds: Mapping[str, float] = field(default_factory=dict)
    shares: Mapping[str, float] = field(default_factory=dict)
    of_family: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def score(self, kind: str, features: Mapping[str, float]) -> float:
        of_features = sum(self.features.get(name, 0.0) * value for name, value in features.items())
        return self.intercept + self.kinds.get(kind, 0.0) + of_features

    def weight(self, kind: str, prior: float, features: Mapping[str, float], experience: Experience) -> float:
        """What an edit's prior is worth. Experience shifts the log odds."""
        gain = experience.gain(kind, self.shares.get(kind, 0.0))
        if kind in self.kinds:
            return self.estimate(self.score(kind, features) + gain)
        return shifted(prior, gain)

    def estimate(self, score: float) -> float:
        """The level of a score, in a straight line between the levels known."""
        at = bisect.bisect_left(self.levels, score, key=lambda level: level[0])
        if at in (0, len(self.levels)):
            return self.levels[max(0, at - 1)][1]
        (left, low), (right, high) = self.levels[at - 1 : at + 1]
        return low + (high - low) * (score - left) / max(right - left, 1e-9)


def shifted(share: float, gain: float) -> float:
    """A probability whose log odds gain."""
    odds = math.exp(gain) * share / max(1e-9, 1 - share)
    return odds / (1 + odds)


def features(prior: float, surprise: Surprise) -> dict[str, float]:
    """What the model is asked with."""
    return {
        "prior": math.log(max(prior, 1e-3)),
        "bits more": max(-5.0, min(5.0, surprise.delta / BITS)),
        "bits a token": min(2.0, surprise.per_token / BITS),
        "tokens in": math.log1p(surprise.added),
        "tokens out": math.log1p(surprise.removed),
    }


LITTLE_TEXT, MUCH_TEXT = 2_000, 20_000
"""Tokens of a project: below the first its text hardly says what is natural in it, from the second on it does."""
LEAST_TRUST = 0.4
"""Tried on thirty small programs: 0, 0.4 and 1; the right edit's mean log rank was lowest with this."""


def trust_in_text(tokens: int) -> float:
    """How far the learned weight of an edit counts (0..1) against the estimate of its family."""
    share = math.log(max(1, tokens) / LITTLE_TEXT) / math.log(MUCH_TEXT / LITTLE_TEXT)
    return LEAST_TRUST + (1 - LEAST_TRUST) * min(1.0, max(0.0, share))


class EditOrder:
    """Weighs the edits of one search.

    experience: what landed in the project before. share: how far the learned weights count (0..1) against the
    families' own; without, as far as the project's text is worth (see `trust_in_text`).
    """

    def __init__(
        self,
        natural: Naturalness,
        learned: Learned | None = None,
        experience: Experience | None = None,
        share: float | None = None,
    ) -> None:
        self.natural = natural
        self.learned = learned or shipped()
        self.experience = experience or Experience()
        self._share = trust_in_text(natural.size) if share is None else share
        self._bounds: dict[tuple[str, float], float] = {}

    def bound(self, family: str, own: float) -> float:
        """The highest weight a family's edits get; its own word where none of its kinds is judged by the model."""
        if (family, own) not in self._bounds:
            self._bounds[family, own] = self._bound(family, own)
        return self._bounds[family, own]

    def _bound(self, family: str, own: float) -> float:
        usual = max(own, self.learned.bounds.get(family, own))
        gain = max(
            (self.experience.gain(kind, self.learned.shares.get(kind, 0.0)) for kind in self._met(family)), default=0
        )
        return shifted(usual, gain) if gain > 0 else usual

    def _met(self, family: str) -> Iterator[str]:
        """The kinds that landed before and that a family may propose: its own, and those of no known family."""
        known = {kind for kinds in self.learned.of_family.values() for kind in kinds}
        own = self.learned.of_family.get(family, ())
        return (kind for kind in self.experience.landed if kind in own or kind not in known)

    def weight(self, source: SourceFile, edit: Edit, family: str) -> float:
        """How likely the edit is the right one at its place, on the scale of the families' own estimates."""
        gain = self.experience.gain(edit.kind, self.learned.shares.get(edit.kind, 0.0))
        own = shifted(edit.prior, gain) if gain else edit.prior
        if edit.kind not in self.learned.kinds:
            return own
        try:
            surprise = self.natural.surprise(Candidate.single(source, edit, edit.prior, family))
        except Overlap:
            return own
        learned = self.learned.weight(edit.kind, edit.prior, features(edit.prior, surprise), self.experience)
        return float(own ** (1 - self._share) * learned**self._share)


@functools.cache
def shipped() -> Learned:
    return Learned(**weights()["order"])  # type: ignore[arg-type]

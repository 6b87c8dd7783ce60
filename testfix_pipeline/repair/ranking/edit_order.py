"""The likelihood that a proposed edit is the right one at its place: the order of edits in the search.

A conditional logit over the features of the edit (`edit_features.py`), fitted by `make train` to fixes whose right edit
is known (`learned/order.json`; a language may have a file of its own). The weights of category levels add up, from the
effect on the tokens down to the producer, so a kind that was never seen has the weight of its group, more or less of it
by the prior that its producer gives.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

from testfix_pipeline.repair.language.language import EditSite, Language
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.ranking.edit_features import (
    KNOWN_LEVELS,
    LEVELS,
    NUMBERS,
    Features,
    features_of,
    known_categories,
)
from testfix_pipeline.repair.ranking.experience import Experience
from testfix_pipeline.repair.ranking.logistic import logistic
from testfix_pipeline.repair.ranking.naturalness import Naturalness

_USUAL_PRIOR, _LEAST_PRIOR = 0.5, 1e-3
ORDER = Path(__file__).with_name("learned") / "order.json"


@dataclass(frozen=True, eq=False)
class OrderModel:
    """The fitted weights.

    numbers: by feature. levels: by level of categories and by category. intercept, slope: the linear map from a score
    to log odds. sharpness: the exponent of a probability that is weighed against the score of a place; unit: the
    probability of half the highest weight. bounds: the highest score of each producer without a pull; highest: that of
    an unknown producer. shares: the share of each kind among the right edits. kinds: the kinds that each producer
    proposed in training. rests: by kind the highest of what the features add to a score beside the levels that are
    known of a kind (`KNOWN_LEVELS`), without a pull.
    """

    numbers: Mapping[str, float]
    levels: Mapping[str, Mapping[str, float]]
    intercept: float = 0.0
    slope: float = 1.0
    sharpness: float = 1.0
    unit: float = 0.5
    highest: float = 0.0
    bounds: Mapping[str, float] = field(default_factory=dict)
    shares: Mapping[str, float] = field(default_factory=dict)
    kinds: Mapping[str, Sequence[str]] = field(default_factory=dict)
    rests: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path = ORDER) -> OrderModel:
        """Loads the shipped model."""
        known = json.loads(path.read_text())
        return cls(**{one.name: known[one.name] for one in fields(cls)})

    @functools.cached_property
    def known_kinds(self) -> frozenset[str]:
        """The kinds of edits that were seen in training."""
        return frozenset(kind for kinds in self.kinds.values() for kind in kinds)

    @functools.cached_property
    def _levels(self) -> tuple[Mapping[str, float], ...]:
        return tuple(self.levels.get(level, {}) for level in LEVELS)

    @functools.cached_property
    def _numbers(self) -> tuple[float, ...]:
        return tuple(self.numbers.get(name, 0.0) for name in NUMBERS)

    def score(self, features: Features) -> float:
        """The utility of an edit: the difference of two utilities says which edit is likelier."""
        number_score = sum(weight * value for weight, value in zip(self._numbers, features.numbers, strict=True))
        pairs = zip(self._levels, features.categories, strict=True)
        return number_score + sum(weights.get(category, 0.0) for weights, category in pairs)

    def highest_of_kind(self, categories: Sequence[str]) -> float:
        """The highest score of a kind of edit with these categories (`known_categories`), without a pull."""
        kind, *_ = categories
        known = zip(KNOWN_LEVELS, categories, strict=True)
        return self.rests[kind] + sum(self.levels.get(level, {}).get(category, 0.0) for level, category in known)

    def weight(self, score: float, gain: float = 0.0) -> float:
        """The weight of an edit (0..1) against the score of its place. gain: added to the log odds."""
        odds = self.intercept + self.slope * score + gain
        return logistic(self.sharpness * math.log(logistic(odds) / self.unit))


class EditOrder:
    """Weighs the edits of one search. model: for all languages, instead of their own; experience: the edits that landed
    in the project before."""

    def __init__(
        self, natural: Naturalness, model: OrderModel | None = None, experience: Experience | None = None
    ) -> None:
        self.natural = natural
        self.experience = experience or Experience()
        self._model = model
        self._gains: dict[tuple[OrderModel, str], float] = {}

    def model_of(self, language: Language) -> OrderModel | None:
        """The weights of a language's edits; None if there are none, so that the edits' priors are used."""
        if language.edit_order is not None:
            return self._model or shipped_order_model(language.edit_order)
        return (self._model or shipped_order_model()) if language.is_learned else None

    def bound(self, model: OrderModel, producer: str, pull: float = 0.0) -> float:
        """The highest weight of a producer's edits at a place where their pull is at most this."""
        if (model, producer) not in self._gains:
            own_kinds = model.kinds.get(producer, ())
            landed_kinds = (k for k in self.experience.landed if k in own_kinds or k not in model.known_kinds)
            self._gains[model, producer] = max([0.0, *(self._gain(model, kind) for kind in landed_kinds)])
        highest = model.bounds.get(producer, model.highest)
        lift = max(0.0, model.numbers.get("pull", 0.0)) * pull
        return model.weight(highest + lift, self._gains[model, producer])

    def bound_of_kind(self, model: OrderModel, target: EditSite, producer: str, edits: Sequence[Edit]) -> float:
        """The highest weight of a producer's edits of one kind at a statement."""
        kind, pull = edits[0].kind, max(edit.pull for edit in edits)
        bound = self.bound(model, producer, pull)
        if kind not in model.rests:
            return bound
        lift = max(0.0, model.numbers.get("pull", 0.0)) * pull
        score = model.highest_of_kind(known_categories(target, producer, kind)) + lift
        return min(bound, model.weight(score, self._gain(model, kind)))

    def _gain(self, model: OrderModel, kind: str) -> float:
        return self.experience.gain(kind, model.shares.get(kind, 0.0))

    def weight(self, model: OrderModel, target: EditSite, producer: str, edit: Edit, rank: int, siblings: int) -> float:
        """The weight of an edit for a statement (0..1), at most its producer's bound. rank, siblings: see
        `features_of`."""
        found = features_of(self.natural, target, producer, edit, rank, siblings)
        score = model.score(found)
        if edit.kind not in model.known_kinds:
            score += math.log(max(edit.prior, _LEAST_PRIOR) / _USUAL_PRIOR)
        weight = model.weight(score, self._gain(model, edit.kind))
        return min(self.bound(model, producer, edit.pull), weight)


@functools.cache
def shipped_order_model(path: Path = ORDER) -> OrderModel:
    """A shipped model, cached."""
    return OrderModel.load(path)

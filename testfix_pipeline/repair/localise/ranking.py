"""Ranks statements by the symptoms: a linear score over features with learned weights (see `weights`)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from testfix_pipeline.repair.language.language import PlaceFeatures
from testfix_pipeline.repair.language.registry import languages
from testfix_pipeline.repair.localise.churn import ChurnFeatures
from testfix_pipeline.repair.localise.coverage_features import CoverageFeatures
from testfix_pipeline.repair.localise.ranked_statements import Key, derived_places, executed_places
from testfix_pipeline.repair.localise.trace_features import FrameFeatures, ProfileFeatures
from testfix_pipeline.repair.localise.uncovered_tests import with_quoted_frames
from testfix_pipeline.repair.localise.weights import WEIGHTS
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import FaultLocation, SuspiciousStatement, Symptoms

Features = Mapping[str, float]

EVENNESS = 0.6
"""The exponent on a place's chance that makes its score: below 1, likely kinds of edit are tried at more places before
unlikely ones at the first. Candidates until the right one hardly differ from 0.5 to 1 (small samples of mutations)."""

HEADER_SHARE = 0.6
"""What a function's header gets at least of the score of the statement that led to it. Few mutations change headers,
so what was learned from them makes too little of wrong defaults and forgotten parameters."""

CALLED_WRONGLY_SHARE = 0.5
"""What the header of a function whose arguments did not fit gets at least, of the score of the most suspicious."""

OWN_FEATURES = (
    "message words",
    "difference",
    "like a quoted text",
    "size",
    "changed lately",
    "called wrongly",
    "quoted",
)
"""Features of a derived place that are its own; the others are those of the place that led to it."""


class FeatureExtractor:
    """Computes the features of every place that is ranked."""

    def __init__(self, sources: Sources, symptoms: Symptoms) -> None:
        self.sources = sources
        self.symptoms = symptoms
        self.reached = {key: hops for one in languages() for key, hops in one.reached(sources, symptoms).items()}
        self.places = executed_places(sources, symptoms, self.reached)
        self._churn = ChurnFeatures(symptoms.older)
        self.coverage = CoverageFeatures(symptoms, {place.source for place in self.places.values()})
        self._groups: Sequence[PlaceFeatures] = (
            self.coverage,
            FrameFeatures(symptoms.failures),
            ProfileFeatures(symptoms, sources.root),
        )
        self._syntax = {one.name: one.place_features(symptoms, sources.root) for one in languages()}

    def of(self, place: SuspiciousStatement) -> dict[str, float]:
        """The features of a statement that are not 0."""
        syntax = self._syntax[place.source.language.name]
        groups = (*self._groups, *syntax, self._churn) if place.via is None else (*syntax, self._churn)
        found = {name: value for name, value in chain(*(group.of(place) for group in groups)) if value}
        hops = self.reached.get((place.source.path, place.function)) if place.via is None else None
        return found if hops is None else {**found, "reached by names": 1 / (1 + hops)}

    def all(self, weights: Mapping[str, float]) -> list[tuple[SuspiciousStatement, Features]]:
        """The executed places and those derived from them, with their features; `weights` select the reader of a
        derived place."""
        known = {key: self.of(place) for key, place in self.places.items()}
        scores = {key: weighted_sum(features, weights) for key, features in known.items()}
        found: list[tuple[SuspiciousStatement, Features]] = [(place, known[key]) for key, place in self.places.items()]
        for place, relation in derived_places(self.sources, self.places, lambda one: scores[one.key]):
            assert place.via is not None
            own = {name: value for name, value in self.of(place).items() if name in OWN_FEATURES}
            via_features = {name: value for name, value in known[place.via.key].items() if name not in OWN_FEATURES}
            found.append((place, {**via_features, **own, relation: 1.0}))
        return found


def weighted_sum(features: Features, weights: Mapping[str, float]) -> float:
    """The weighted sum of the features."""
    return sum(value * weights.get(name, 0.0) for name, value in features.items())


def localise(sources: Sources, symptoms: Symptoms, weights: Mapping[str, float] = WEIGHTS) -> list[FaultLocation]:
    """Suspicious locations, most suspicious first; deterministic."""
    failures = [with_quoted_frames(failure, sources.root) for failure in symptoms.failures]
    symptoms = replace(symptoms, failures=failures)
    best: dict[Key, tuple[float, SuspiciousStatement]] = {}
    called_wrongly: set[Key] = set()
    for place, features in FeatureExtractor(sources, symptoms).all(weights):
        score = weighted_sum(features, weights)
        if features.get("called wrongly"):
            called_wrongly.add(place.key)
        if place.key not in best or score > best[place.key][0]:
            best[place.key] = (score, place)
    top = max((score for score, _ in best.values()), default=0.0)
    found = []
    for score, place in best.values():
        if place.via is not None and place.is_header:
            score = max(score, best[place.via.key][0] + math.log(HEADER_SHARE) / EVENNESS)
        if place.key in called_wrongly:
            score = max(score, top + math.log(CALLED_WRONGLY_SHARE) / EVENNESS)
        suspiciousness = math.exp(EVENNESS * (score - top))
        found.append(FaultLocation(place.source.path, place.stmt.lineno, suspiciousness, place.name, place.reason))
    return sorted(found, key=lambda one: (-one.score, one.file, one.line))

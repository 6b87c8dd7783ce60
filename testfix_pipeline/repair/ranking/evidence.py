"""Features of the confidence model: the evidence on a plausible patch, as numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from testfix_pipeline.repair.language.registry import by_language, language_of_source
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_cache import cached_per_search
from testfix_pipeline.repair.model.symptoms import FaultLocation
from testfix_pipeline.repair.model.unified_diff import DiffSize, diff_of, size_of
from testfix_pipeline.repair.model.verdict import PlausiblePatch
from testfix_pipeline.repair.ranking.naturalness import Naturalness
from testfix_pipeline.repair.ranking.overfitting import signs

BITS = 10.0
"""The unit of surprise in bits, so that all features have a similar magnitude."""
MOST_SIGNS = 30
"""The number of punctuation characters above which more do not count: the weight is linear and was learned from small
patches."""
FIXED_TEXT_KINDS = ("history", "patch", "mutable.default", "leap-years")
"""Prefixes of ids of edits whose text the search did not choose, but git, a person or a fixed rule: their length is no
evidence."""
COPYING_KINDS = ("option-taken", "converted-as-elsewhere", "alternative-added")
"""Ids of edits that copy the form of another place: that they differ from third places is no evidence against them."""
USUAL_SIZE, USUAL_TOKENS = DiffSize(words=1, signs=2, lines=1), 3
"""The size of most right patches; the features of an edit of this size are 0."""


@dataclass(frozen=True)
class Behaviour:
    """The behaviour of a patch on inputs beyond the tests' verdict; `known` is False if none could be tried.

    changed: the share of the passing tests' calls on which the patch differs from the original code; changed_near: the
    same for generated calls. agreeing: the share of the plausible patches that behave like it, where patches of one
    kind with the same behaviour count once. classes: the number of different behaviours; group: the number of its own
    one. crashing: the share of all calls that return in the original code and raise an unintended error under the patch
    (`Language.unintended_errors`); recovering: the reverse.
    """

    known: bool = False
    changed: float = 0.0
    changed_near: float = 0.0
    agreeing: float = 0.0
    classes: int = 1
    group: int = 0
    crashing: float = 0.0
    recovering: float = 0.0


@dataclass(frozen=True)
class Evidence:
    """The information of one search beyond the patches.

    known: a cache, by fingerprint and kind, of the features that depend on a candidate alone.
    """

    failure_evidence: FailureEvidence = field(default_factory=FailureEvidence)
    locations: Sequence[FaultLocation] = ()
    natural: Naturalness | None = None
    behaviour: Mapping[str, Behaviour] = field(default_factory=dict)
    known: dict[tuple[str, str], dict[str, float]] = field(default_factory=dict)

    @cached_property
    def suspicion(self) -> tuple[dict[tuple[str, int], int], dict[tuple[str, int], float]]:
        """(rank, score) of suspicious places."""
        places = [(one.file, one.line) for one in self.locations]
        scores = (one.score for one in self.locations)
        return {place: rank for rank, place in enumerate(places)}, dict(zip(places, scores, strict=True))


LEAST_LIKELY = 1e-4
"""The lower limit of scores: lower ones only say that the edit was tried last."""


def features(one: PlausiblePatch, found: Sequence[PlausiblePatch], evidence: Evidence) -> dict[str, float]:
    """The features of one of several plausible patches by name; names and meanings are those of the weights file."""
    candidate = one.candidate
    key = candidate.fingerprint, candidate.kind
    if key not in evidence.known:
        evidence.known[key] = {
            **_change_features(_without_repeats(candidate), evidence),
            "repeated": math.log1p(sum(edit.repeats for edit in candidate.edits)),
            **_sign_features(candidate, evidence.failure_evidence),
        }
    return {
        **evidence.known[key],
        **_place_features(_without_repeats(candidate), found, evidence),
        **behaviour_features(evidence.behaviour.get(candidate.fingerprint) or _mean_behaviour(evidence.behaviour)),
        "fixes": math.log1p(len(one.verdict.fixes)),
        "rivals": math.log1p(len(_fixing_as_much(one, found)) - 1),
    }


def _fixing_as_much(one: PlausiblePatch, found: Sequence[PlausiblePatch]) -> set[str]:
    """The fingerprints of the patches that fix what this one does; patches that fix less do not rival it."""
    return {other.candidate.fingerprint for other in found if one.verdict.fixes <= other.verdict.fixes}


def _change_features(candidate: Candidate, evidence: Evidence) -> dict[str, float]:
    spans = [span for edit in candidate.edits for span in edit.spans]
    prior = math.prod(edit.prior for edit in candidate.edits)
    found = {
        "prior": math.log(max(prior, 1e-3)),
        "prior of its producer": _distance_from_bound(candidate),
        "likelihood": math.log(max(candidate.score, LEAST_LIKELY)),
        "more edits": float(len(candidate.edits) - 1),
        "insertion": float(all(start == end for start, end, _ in spans)),
        **size_features(candidate.kind, diff_of(candidate)),
        "more alike": _similarity(candidate),
    }
    if evidence.natural is not None:
        surprise = evidence.natural.surprise(candidate)
        found["bits more"] = max(-5.0, min(5.0, surprise.delta / BITS))
        found["bits a token"] = min(2.0, surprise.per_token / BITS)
        found["tokens in"] = math.log1p(USUAL_TOKENS if candidate.kind.startswith(FIXED_TEXT_KINDS) else surprise.added)
        found["tokens out"] = math.log1p(surprise.removed)
    return found


def _without_repeats(candidate: Candidate) -> Candidate:
    """A patch with each edit at its first place alone: at the others it says nothing new."""
    if not any(edit.repeats for edit in candidate.edits):
        return candidate
    parts = (
        Part(part.source, tuple(replace(edit, more=()) if edit.repeats else edit for edit in part.edits))
        for part in candidate.parts
    )
    return replace(candidate, parts=tuple(parts))


def size_features(kind: str, diff: str) -> dict[str, float]:
    """The size of a patch relative to the usual one; each value is 0 for a patch of usual size."""
    size = USUAL_SIZE if kind.startswith(FIXED_TEXT_KINDS) else size_of(diff)
    return {
        "words in": math.log((1 + size.words) / (1 + USUAL_SIZE.words)),
        "signs in": float(min(MOST_SIGNS, size.signs) - USUAL_SIZE.signs),
        "lines in": math.log((1 + size.lines) / (1 + USUAL_SIZE.lines)),
    }


def _similarity(candidate: Candidate) -> float:
    """The feature of added equal parts; at least 0 for edits that copy another place."""
    found = _signed_log(sum(language.more_alike(part) for language, part in by_language(candidate)))
    return max(0.0, found) if candidate.kind in COPYING_KINDS else found


def _signed_log(number: int) -> float:
    """log(1 + n), negative for negative n."""
    return math.copysign(math.log1p(abs(number)), number)


def _distance_from_bound(candidate: Candidate) -> float:
    """The log of an edit's prior relative to its producer's bound; 0 for edits without a producer."""
    bound = language_of_source(candidate.parts[0].source).bounds.get(candidate.producer)
    return max(-3.0, math.log(max(candidate.edits[0].prior, 1e-3) / bound)) if bound else 0.0


def _sign_features(candidate: Candidate, failure_evidence: FailureEvidence) -> dict[str, float]:
    found = signs(candidate, failure_evidence)
    return {
        "deletion": float(found.is_deletion),
        "unused names": math.log1p(found.newly_unused),
        "names taken up": math.log1p(found.newly_used),
        "literals of tests": math.log1p(found.literals),
        "constants asked for": math.log1p(found.constant_conditions),
        "mutating": math.log1p(found.new_side_effects),
        "singled out": math.log1p(found.new_test_literal_comparisons),
    }


def _place_features(candidate: Candidate, found: Sequence[PlausiblePatch], evidence: Evidence) -> dict[str, float]:
    """Features of the suspiciousness of the place, and of the plausible patches at the same place."""
    places, (ranks, score) = edited_places(candidate), evidence.suspicion
    same = sum(bool(places & edited_places(other.candidate)) for other in found)
    return {
        "place": math.log(max(0.01, min((score.get(place, 0.05) for place in places), default=0.05))),
        "place rank": math.log1p(max((ranks.get(place, len(ranks)) for place in places), default=0)),
        "at this place": same / max(1, len(found)),
    }


@cached_per_search(4096)
def edited_places(candidate: Candidate) -> set[tuple[str, int]]:
    """(file, first line) of the edited statements."""
    found = set()
    for part in candidate.parts:
        for edit in part.edits:
            stmt = part.source.statements.get(edit.line)
            found.add((edit.file, stmt.lineno if stmt is not None else edit.line))
    return found


def _mean_behaviour(seen: Mapping[str, Behaviour]) -> Behaviour:
    """The behaviour assumed for a patch that could not be tried although others could: their mean, and no agreement.

    Without it the patch would rank differently only because it was not tried.
    """
    if not seen:
        return Behaviour()
    known, number = list(seen.values()), len(seen)
    return Behaviour(
        known=True,
        changed=sum(one.changed for one in known) / number,
        changed_near=sum(one.changed_near for one in known) / number,
        crashing=sum(one.crashing for one in known) / number,
        recovering=sum(one.recovering for one in known) / number,
        agreeing=1 / number,
        classes=known[0].classes,
    )


def behaviour_features(behaviour: Behaviour) -> dict[str, float]:
    """The features of a patch's behaviour; none if it is not known."""
    if not behaviour.known:
        return {}
    return {
        "observed": 1.0,
        "changed elsewhere": behaviour.changed,
        "changed nearby": behaviour.changed_near,
        "crashing": behaviour.crashing,
        "recovering": behaviour.recovering,
        "behaving alike": behaviour.agreeing,
        "behaviours": math.log(behaviour.classes),
    }

"""Orders plausible patches against overfitting and computes the confidence of each."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, field, replace

from testfix_pipeline.core.cycle_rules.confidence import confidence_if_silenced
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.registry import language_of_source
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.unified_diff import diff_of
from testfix_pipeline.repair.model.verdict import PlausiblePatch
from testfix_pipeline.repair.ranking.confidence_model import ConfidenceModel, shipped_confidence_model
from testfix_pipeline.repair.ranking.evidence import Evidence, edited_places, features
from testfix_pipeline.repair.ranking.overfitting import caution, refusal, signs

# The factor of the confidence of a patch that fixes only some of the target tests.
PARTIAL = 0.5
# Log odds by which a prior of 1 is better than one of 0, and the prior that adds nothing.
PRIOR_ODDS, MEAN_PRIOR = 3.0, 0.6


@dataclass(frozen=True)
class RankedPatch:
    """One validated patch.

    kind: the ids of its edits, joined; `description` says the same for people. files: new text by path (relative to the
    project's root); contents: the same as bytes in each file's own encoding. location: "file:function:lines". fixes,
    breaks: test ids. complete: fixes all target tests. confidence: 0..1, the share of such patches that are right, as
    far as the weights are calibrated (`confidence_model.py`). doubt: the reason why it is refused, "" if it is
    accepted. features: the features that the confidence was computed from, by name. group: patches with the same number
    behaved equally on all inputs that were tried; None if none could be tried. confirmed: the whole suite passed on the
    edited files in a clean process; a patch that failed there is not among the results. against: objections found after
    the search, as sentences. clean_run: that run of the suite, if it is known.
    """

    files: dict[str, str]
    contents: dict[str, bytes]
    diff: str
    kind: str
    description: str
    location: str
    fixes: frozenset[TestId]
    breaks: frozenset[TestId]
    complete: bool
    confidence: float
    fingerprint: str
    doubt: str = ""
    features: dict[str, float] = field(default_factory=dict)
    group: int | None = None
    confirmed: bool = False
    against: tuple[str, ...] = ()
    clean_run: SuiteRun | None = field(default=None, compare=False, repr=False)

    def as_lead(self, against: Sequence[str]) -> RankedPatch:
        """The patch, held back for these reasons."""
        return replace(self, confidence=confidence_if_silenced(self.confidence), against=tuple(against))


LESS_LIKELY = "A likelier patch is a lead, as an update may be behind the failure."


@dataclass(frozen=True)
class _Weighed:
    """score: the log odds that patches are ordered by; sure: those that the confidence is read off; against: why it is
    a lead at most, "" if nothing says so; is_last: whether that puts it behind all others, which are likelier then."""

    one: PlausiblePatch
    score: float
    sure: float
    features: dict[str, float]
    against: str = ""
    is_last: bool = False

    def known(self) -> tuple[bool, bool, bool, int]:
        """What is certain: how much the patch fixes, whether it may land, and whether the whole suite says so."""
        verdict = self.one.verdict
        return verdict.finding != "plausible", self.is_last, not verdict.whole_suite, -len(verdict.fixes)

    def key(self) -> tuple[bool, bool, bool, int, float, float, float, str]:
        """The sort key: where the model sees no difference, the order of the search decides."""
        candidate = self.one.candidate
        return *self.known(), -self.score, -self.sure, -candidate.score, candidate.fingerprint


def rank_patches(
    found: Sequence[PlausiblePatch], evidence: Evidence, limit: int = 20, model: ConfidenceModel | None = None
) -> list[RankedPatch]:
    """The patches in order: complete before partial, then by learned log odds; deterministic. Each text occurs once,
    without patches of which a part fixes as much. None has more confidence than one before it that fixes as much."""
    model = model or shipped_confidence_model()
    return [_patch(one, model, evidence) for one in _capped(_weighed(found, evidence, model)[:limit])]


def _capped(ranked: Sequence[_Weighed]) -> list[_Weighed]:
    """Patches with the log odds of one before them that fixes as much where they have more; behind a lead, leads."""
    found = []
    for _, alike in itertools.groupby(ranked, _Weighed.known):
        patches = list(alike)
        least = itertools.accumulate((one.sure for one in patches), min)
        is_behind = itertools.accumulate((one.against != "" for one in patches), initial=False, func=operator.or_)
        for one, sure, behind in zip(patches, least, is_behind, strict=False):
            found.append(replace(one, sure=sure, against=one.against or (LESS_LIKELY if behind else "")))
    return found


def whole_confidence(partial: RankedPatch) -> float:
    """The confidence that a partial patch would have if it fixed all target tests."""
    return partial.confidence / PARTIAL


def order_patches(found: Sequence[PlausiblePatch], evidence: Evidence) -> list[PlausiblePatch]:
    """The patches in the order of `rank_patches`."""
    return [weighed.one for weighed in _weighed(found, evidence, shipped_confidence_model())]


def _weighed(found: Sequence[PlausiblePatch], evidence: Evidence, model: ConfidenceModel) -> list[_Weighed]:
    """What a language adds says how sure a patch is, not which one comes first: it is learned from patches one by one,
    so it says most of how hard a task is."""
    unique = list({one.candidate.fingerprint: one for one in reversed(found)}.values())
    weighed = []
    for one in _minimal(unique):
        known = features(one, unique, evidence)
        score = model.score(one.candidate.kind, known) + _prior_odds(one.candidate)
        added = _added(one.candidate, model)
        sure = score + (added.score(one.candidate.kind, known) if added is not None else 0.0)
        against = _caution(one, evidence)
        is_last = against != "" and evidence.failure_evidence.follows_update
        weighed.append(_Weighed(one, score, sure, known, against, is_last))
    ranked = sorted(weighed, key=_Weighed.key)
    return _shortest_first(_earliest_first(ranked), evidence)


def _earliest_first(ranked: Sequence[_Weighed]) -> list[_Weighed]:
    """The patches with the earliest of those that insert the same question into one function in the place of the best
    of these: 28 of 38 guards that people added (`benchmarks.repair.fixes`) begin a block, or follow what they read."""
    alike: dict[Hashable, list[int]] = {}
    for number, weighed in enumerate(ranked):
        if (question := _inserted_question(weighed.one.candidate)) is not None:
            alike.setdefault((question, weighed.known()), []).append(number)
    found = list(ranked)
    for best, *others in alike.values():
        _exchange(found, best, min((best, *others), key=lambda number: ranked[number].one.candidate.edits[0].start))
    return found


def _inserted_question(candidate: Candidate) -> tuple[str, str, str] | None:
    """File, function and condition where a patch does nothing but insert a statement that begins with a condition."""
    (part, *more), edit = candidate.parts, candidate.edits[0]
    if more or len(candidate.edits) > 1 or edit.start != edit.end or edit.more:
        return None
    question, stmt = edit.replacement.strip().partition("\n")[0], part.source.statements.get(edit.line)
    if stmt is None or not question.startswith("if "):
        return None
    function = part.source.function_of(stmt)
    return edit.file, function.qualname if function is not None else "", question


def _exchange(found: list[_Weighed], best: int, other: int) -> None:
    """Has two patches change places; how sure each place is remains."""
    if best != other:
        first, second = found[best], found[other]
        found[best], found[other] = replace(second, sure=first.sure), replace(first, sure=second.sure)


def _shortest_first(ranked: Sequence[_Weighed], evidence: Evidence) -> list[_Weighed]:
    """The patches with the shortest of those that change the same statements and behave alike in the place of the best
    of these, if the best one has all its code or is less likely in the search: what it has more decides nothing."""
    alike: dict[Hashable, list[int]] = {}
    for number, weighed in enumerate(ranked):
        candidate = weighed.one.candidate
        if (seen := evidence.behaviour.get(candidate.fingerprint)) is not None:
            key = seen.group, frozenset(edited_places(candidate)), weighed.known()
            alike.setdefault(key, []).append(number)
    found = list(ranked)
    for best, *others in alike.values():
        shortest = min((best, *others), key=lambda number: _length_for(ranked[number], ranked[best]))
        _exchange(found, best, shortest)
    return found


def _length_for(one: _Weighed, best: _Weighed) -> float:
    """The number of tokens of the files with a patch; infinite if it can't take the place of the best one."""
    tokens, others = _tokens(one.one.candidate), iter(_tokens(best.one.candidate))
    is_likely = one.one.candidate.score >= best.one.candidate.score
    return len(tokens) if is_likely or all(token in others for token in tokens) else math.inf


def _tokens(candidate: Candidate) -> list[str]:
    """The tokens of the edited files."""
    return [word for part in candidate.parts for word in language_of_source(part.source).lex(part.text).words]


def _prior_odds(candidate: Candidate) -> float:
    """The log odds that the priors of edits add in a language that the order of edits was not learned from."""
    unlearned = [edit for part in candidate.parts if not part.source.language.is_learned for edit in part.edits]
    return sum(odds_of_prior(edit.prior) for edit in unlearned)


def odds_of_prior(prior: float) -> float:
    """The log odds that the prior of one edit adds."""
    return PRIOR_ODDS * (prior - MEAN_PRIOR)


def _added(candidate: Candidate, model: ConfidenceModel) -> ConfidenceModel | None:
    """What is added to the score of a patch in this language; None if nothing was learned from patches in it."""
    names = {language_of_source(part.source).name for part in candidate.parts}
    return model.languages.get(names.pop()) if len(names) == 1 else None


def _minimal(found: Sequence[PlausiblePatch]) -> list[PlausiblePatch]:
    """The patches of which no proper part fixes as much: no test needs what else such a patch does.

    A patch that makes one edit at all places of the same code remains: it says one thing.
    """
    spans = [
        {(part.source.path, *span) for part in one.candidate.parts for edit in part.edits for span in edit.spans}
        for one in found
    ]
    return [
        one
        for one, own in zip(found, spans, strict=True)
        if not any(
            not _is_repeated(one)
            and part < own
            and other.verdict.finding == "plausible"
            and one.verdict.fixes <= other.verdict.fixes
            for other, part in zip(found, spans, strict=True)
        )
    ]


def _is_repeated(one: PlausiblePatch) -> bool:
    return any(edit.repeats for edit in one.candidate.edits)


def doubt(one: PlausiblePatch, evidence: Evidence) -> str:
    """The reason to refuse a patch that passes the tests; "" if there is none."""
    return refusal(one.candidate, signs(one.candidate, evidence.failure_evidence))


def _caution(one: PlausiblePatch, evidence: Evidence) -> str:
    """The reason why a patch is a lead at most; "" where no update may be behind the failure."""
    failures = evidence.failure_evidence
    is_update = failures.follows_update or bool(failures.newer_modules)
    return caution(signs(one.candidate, failures)) if is_update else ""


def _confidence(weighed: _Weighed, model: ConfidenceModel) -> float:
    found = (_added(weighed.one.candidate, model) or model).confidence(weighed.sure)
    return confidence_if_silenced(found) if weighed.against else found


def _patch(weighed: _Weighed, model: ConfidenceModel, evidence: Evidence) -> RankedPatch:
    one = weighed.one
    seen = evidence.behaviour.get(one.candidate.fingerprint)
    candidate, complete = one.candidate, one.verdict.finding == "plausible"
    return RankedPatch(
        files=dict(candidate.texts),
        contents=candidate.contents,
        diff=diff_of(candidate),
        kind=candidate.kind,
        description=candidate.description,
        location=", ".join(location(part.source, part.lines) for part in candidate.parts),
        fixes=one.verdict.fixes,
        breaks=one.verdict.breaks,
        complete=complete,
        confidence=round(_confidence(weighed, model) * (1.0 if complete else PARTIAL), 3),
        fingerprint=candidate.fingerprint,
        doubt=doubt(one, evidence),
        features={name: round(value, 4) for name, value in weighed.features.items()},
        group=seen.group if seen else None,
        confirmed=one.confirmed,
        against=(weighed.against,) if weighed.against else (),
        clean_run=one.clean_run,
    )


def location(source: SourceText, lines: Collection[int]) -> str:
    """The position of lines as `file:function:first-last`."""
    first, last = min(lines), max(lines)
    stmt = source.statements.get(first)
    function = source.function_of(stmt) if stmt is not None else None
    return f"{source.path}:{function.qualname if function else '<module>'}:{first}-{last}"

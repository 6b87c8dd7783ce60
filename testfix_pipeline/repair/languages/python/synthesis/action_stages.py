"""Stages of an action: tried as if its condition were known, then written under every condition that fits.

Staged repair, after SPR's staged conditions: an action is tried on the failing tests alone. Only if it fixes one,
conditions are built for it from the observations at the place in failing and passing tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.repair.languages.python.analysis.dataflow import WORD
from testfix_pipeline.repair.languages.python.edits import dataflow_bonus as pull
from testfix_pipeline.repair.languages.python.ingredients.condition_values import unread_field_expressions
from testfix_pipeline.repair.languages.python.synthesis.actions import Action, actions
from testfix_pipeline.repair.languages.python.synthesis.conditions import ConditionGroup, condition_groups
from testfix_pipeline.repair.languages.python.synthesis.expected_exceptions import ExpectedException
from testfix_pipeline.repair.languages.python.synthesis.observation import Observation
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.ranking.unused_definitions import raised_prior, raised_score

PRODUCER = "synthesis"
SAMPLES = 2
# The prior of an action that fixed a test.
FIXING_PRIOR = 0.95
# The share of the prior that depends on the action's own prior: unusual values fix a single failing test by chance.
SHARE_OF_OWN_PRIOR = 0.65
# The share of the prior that depends on the share of the failing tests that the action fixes.
SHARE_OF_FIXED_TESTS = 0.6
UNREAD_FIELD = 0.7
"""The strength of a field that nothing reads as an unused definition."""


@dataclass(frozen=True)
class StagedTrial:
    """An action under one condition of a group (None: always), to be tried on the failing tests alone.

    promoted: the same action fixed a test at another place.
    """

    score: float
    place: ProbePoint
    action: Action
    group: ConditionGroup
    condition: str | None
    promoted: bool = False

    @property
    def mark(self) -> tuple[object, ...]:
        """A value that is equal for trials that do the same at other places of the function."""
        return self.place.target.source.path, self.place.target.function, self.action.note, self.condition

    def candidate(self) -> Candidate | None:
        """The action under its condition as a candidate; None if it cannot be written."""
        edit = self.action.write(self.condition)
        return Candidate.single(self.place.target.source, edit, self.score, PRODUCER) if edit else None


@dataclass(frozen=True)
class WrittenAction:
    """An action under a condition, to be validated. `mark`: as in StagedTrial.

    under_condition: False if the action has no condition that a passing test could refute.
    """

    score: float
    place: ProbePoint
    candidate: Candidate
    mark: tuple[object, ...]
    under_condition: bool = True


def trials(shown: Observation, exceptions: Sequence[ExpectedException]) -> Iterator[StagedTrial]:
    """Yields every action of a place under a few conditions of each group."""
    by_polarity: dict[str, list[ConditionGroup]] = {}
    for action in actions(shown, exceptions):
        if action.polarity not in by_polarity:
            by_polarity[action.polarity] = condition_groups(shown, action.polarity)
        for group in by_polarity[action.polarity]:
            for text, weight in _samples(group):
                score = score_of_code(shown.place, f"{action.note} {text}", action.prior * (0.4 + 0.6 * weight))
                yield StagedTrial(score, shown.place, action, group, text)


def score_of_code(place: ProbePoint, code: str, prior: float) -> float:
    """The score of code at a place; higher if the code uses an otherwise unused definition, as for other edits."""
    fields = [text.rpartition(".")[2] for text in unread_field_expressions(place.target)]
    strengths = {**dict.fromkeys(fields, UNREAD_FIELD), **pull.unused_definition_strengths(place.target)}
    strength = (
        max((strengths[word] for word in WORD.findall(code) if word in strengths), default=0.0) if strengths else 0.0
    )
    return raised_score(place.score, strength) * raised_prior(prior, strength)


def _samples(group: ConditionGroup) -> Iterator[tuple[str | None, float]]:
    """Yields (condition, weight) under which an action is tried for a group.

    None if the action is always taken; in addition the likeliest conditions that hold in no passing test, since a
    failing test may continue to a place where the action must not be taken.
    """
    if group.always:
        yield None, group.weight
    fitting = [choice for choice in group.choices if choice.text is not None and choice.consistent]
    for rank, choice in enumerate(fitting[:SAMPLES] or ([] if group.always else group.choices[:1])):
        yield choice.text, choice.weight * (1.0 if not group.always else 0.5) / (1 + 0.2 * rank)


def write_under_conditions(trial: StagedTrial, fixed: float) -> Iterator[WrittenAction]:
    """Yields the action and its rivals under every condition of its group. `fixed`: the share of failing tests that it
    fixed."""
    place = trial.place
    for rank, action in enumerate([trial.action, *trial.action.rivals]):
        for choice in trial.group.choices:
            weight = action.always if choice.text is None else choice.weight
            edit = action.write(choice.text) if weight else None
            if edit is not None:
                prior = (
                    FIXING_PRIOR
                    * (1 - SHARE_OF_FIXED_TESTS + SHARE_OF_FIXED_TESTS * fixed)
                    * (0.3 + 0.7 * weight)
                    * (1 - SHARE_OF_OWN_PRIOR + SHARE_OF_OWN_PRIOR * action.prior)
                    / (1 + 0.25 * rank)
                )
                edit = replace(edit, kind=action.kind, prior=prior)
                score = score_of_code(place, f"{action.note} {choice.text}", prior)
                candidate = Candidate.single(place.target.source, edit, score, PRODUCER)
                mark = replace(trial, action=action, condition=choice.text).mark
                yield WrittenAction(candidate.score, place, candidate, mark)

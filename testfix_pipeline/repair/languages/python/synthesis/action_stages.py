"""The stages of an action: tried as if its condition were known, then written under every condition that fits.

Staged repair, after SPR's staged conditions: an action is tried on the failing tests alone; only where it fixes one are
conditions made for it, from what was seen at the place in failing and passing tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.repair.languages.python.analysis.dataflow import WORD
from testfix_pipeline.repair.languages.python.analysis.unread_fields import unread_beside
from testfix_pipeline.repair.languages.python.edits import dataflow_bonus as pull
from testfix_pipeline.repair.languages.python.synthesis.actions import Action, actions
from testfix_pipeline.repair.languages.python.synthesis.conditions import ConditionGroup, groups
from testfix_pipeline.repair.languages.python.synthesis.expected_exceptions import ExpectedException
from testfix_pipeline.repair.languages.python.synthesis.observation import Observation
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.ranking.unused_definitions import raised_prior, raised_score

PRODUCER = "synthesis"
SAMPLES = 2
# What a fixed test makes of an action's prior.
FLIPPED = 0.95
# Factor of the prior of an action that is hardly ever right: odd values fix a single failing test by chance.
WILD = 0.65
# Factor of the prior of an action that fixes hardly any of the failing tests that were looked at.
PARTLY = 0.6
UNREAD_FIELD = 0.7
"""How strong an unused definition a field is that nothing reads."""


@dataclass(frozen=True)
class StagedTrial:
    """An action under one condition of a class (None: always), to be tried on the failing tests alone.

    promoted: the same fixed a test at another place.
    """

    score: float
    place: ProbePoint
    action: Action
    group: ConditionGroup
    condition: str | None
    promoted: bool = False

    @property
    def mark(self) -> tuple[object, ...]:
        """Equal for those that do the same at other places of the function."""
        return self.place.target.source.path, self.place.target.function, self.action.note, self.condition

    def candidate(self) -> Candidate | None:
        """The action under its condition as a candidate, None where it can't be written."""
        edit = self.action.write(self.condition)
        return Candidate.single(self.place.target.source, edit, self.score, PRODUCER) if edit else None


@dataclass(frozen=True)
class Written:
    """An action under a condition, for validation. `mark`: as in trials.

    under_condition: False for what has no condition that a passing test could refute.
    """

    score: float
    place: ProbePoint
    candidate: Candidate
    mark: tuple[object, ...]
    under_condition: bool = True


def trials(shown: Observation, exceptions: Sequence[ExpectedException]) -> Iterator[StagedTrial]:
    """Every action of a place under a few conditions of each class."""
    by_polarity: dict[str, list[ConditionGroup]] = {}
    for action in actions(shown, exceptions):
        if action.polarity not in by_polarity:
            by_polarity[action.polarity] = groups(shown, action.polarity)
        for group in by_polarity[action.polarity]:
            for text, weight in _samples(group):
                score = promise(shown.place, f"{action.note} {text}", action.prior * (0.4 + 0.6 * weight))
                yield StagedTrial(score, shown.place, action, group, text)


def promise(place: ProbePoint, code: str, prior: float) -> float:
    """The score of code at a place: higher where it uses an otherwise unused definition, as for other edits."""
    fields = [text.rpartition(".")[2] for text in unread_beside(place.target)]
    loose = {**dict.fromkeys(fields, UNREAD_FIELD), **pull.ends(place.target)}
    gained = max((loose[word] for word in WORD.findall(code) if word in loose), default=0.0) if loose else 0.0
    return raised_score(place.score, gained) * raised_prior(prior, gained)


def _samples(group: ConditionGroup) -> Iterator[tuple[str | None, float]]:
    """Under which conditions an action is tried for a class, with how promising that is.

    Without any where it is always taken; besides under the likeliest that no passing test sees hold, since the tests
    that fail may go on to where it must not be taken.
    """
    if group.always:
        yield None, group.weight
    fitting = [choice for choice in group.choices if choice.text is not None and choice.consistent]
    for rank, choice in enumerate(fitting[:SAMPLES] or ([] if group.always else group.choices[:1])):
        yield choice.text, choice.weight * (1.0 if not group.always else 0.5) / (1 + 0.2 * rank)


def written(trial: StagedTrial, fixed: float) -> Iterator[Written]:
    """The action, and those like it, under every condition of its class. `fixed`: the share of the failing tests."""
    place = trial.place
    for rank, action in enumerate([trial.action, *trial.action.rivals]):
        for choice in trial.group.choices:
            weight = action.always if choice.text is None else choice.weight
            edit = action.write(choice.text) if weight else None
            if edit is not None:
                prior = (
                    FLIPPED
                    * (1 - PARTLY + PARTLY * fixed)
                    * (0.3 + 0.7 * weight)
                    * (1 - WILD + WILD * action.prior)
                    / (1 + 0.25 * rank)
                )
                edit = replace(edit, kind=action.kind, prior=prior)
                score = promise(place, f"{action.note} {choice.text}", prior)
                candidate = Candidate.single(place.target.source, edit, score, PRODUCER)
                mark = replace(trial, action=action, condition=choice.text).mark
                yield Written(candidate.score, place, candidate, mark)

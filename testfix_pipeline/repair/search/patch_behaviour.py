"""The behaviour of plausible patches beyond the tests: groups of equal behaviour, and inputs that distinguish them.

The edited functions are called with the arguments of the tests' calls and with similar values, in the original code and
under every patch: differential testing, to distinguish plausible patches. A difference on calls of passing tests is a
change of correct behaviour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.registry import languages
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import TimeIsUp
from testfix_pipeline.repair.model.verdict import PlausiblePatch
from testfix_pipeline.repair.ranking.evidence import Behaviour
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.probes import watched_calls
from testfix_pipeline.repair.validation.validator import Validator
from testfix_pipeline.repair.validation.warm_server_client import Answer

# For running the calls, in addition to the tests that they are recorded from.
SECONDS = 1.5
INPUTS = 60
MOST_PATCHES = 12
MOST_SHOWN = 5
# The number of failing and of passing tests whose calls are recorded, and their seconds in all.
FAILING, PASSING, TEST_SECONDS = 3, 12, 0.8
UNUSABLE = frozenset({"forbidden"})
RAISED = ("raises", "throws")
"""How the outcome of a call that ends in an error begins."""


@dataclass(frozen=True)
class Difference:
    """An input that distinguishes patches: the call, its outcome in the original code, and under each patch.

    `under` is by fingerprint. `origin`: "failing" or "passing" if such a test makes this call, "made" if none does;
    "near failing" or "near passing" if it is such a test with other values (`varied_behaviour.py`).
    """

    call: str
    before: str
    under: Mapping[str, str]
    origin: str


@dataclass(frozen=True)
class ObservedBehaviour:
    """The observed behaviour, by fingerprint of the patches that could be tried."""

    behaviour: Mapping[str, Behaviour] = field(default_factory=dict)
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True)
class BehaviourRow:
    """One call with its outcome under every variant; `before` is that of the original code."""

    call: str
    origin: str
    before: str
    under: tuple[str, ...]


def observe_patches(
    found: Sequence[PlausiblePatch], validator: Validator, seconds: float = SECONDS
) -> ObservedBehaviour:
    """Observes the behaviour of the best complete patches; empty if none can be tried or the time is over."""
    candidates = complete_candidates(found, validator)
    if not candidates or validator.warm is None:
        return ObservedBehaviour()
    passing, failing = tests_to_watch(candidates, validator)
    try:
        response = watched_calls(validator, candidates, failing, passing, INPUTS, seconds)
    except (TimeIsUp, ServerLost):
        return ObservedBehaviour()
    rows = list(rows_of(response, len(candidates)))
    return grouped_behaviour([one.fingerprint for one in candidates], rows, [one.kind for one in candidates])


def complete_candidates(
    found: Sequence[PlausiblePatch], validator: Validator, most: int = MOST_PATCHES
) -> list[Candidate]:
    """The candidates of the first complete patches that the warm process can try, each once."""
    unique = {one.candidate.fingerprint: one.candidate for one in found if one.verdict.finding == "plausible"}
    return [one for one in unique.values() if validator.swappable(one)][:most]


def tests_to_watch(candidates: Sequence[Candidate], validator: Validator) -> tuple[list[TestId], list[TestId]]:
    """(passing tests that run the candidates' lines, failing tests): the quickest of each."""
    covering = [test for one in candidates for test in validator.covering(one)]
    return _quickest(covering, validator, PASSING), _quickest(validator.failing, validator, FAILING)


def _quickest(tests: Sequence[TestId], validator: Validator, most: int) -> list[TestId]:
    """The quickest of these tests, each once, within the limits of number and time."""
    chosen: list[TestId] = []
    spent = 0.0
    for test in sorted(dict.fromkeys(tests), key=validator.baseline.seconds):
        spent += validator.baseline.seconds(test)
        if len(chosen) < most and spent < TEST_SECONDS and test not in validator.baseline.hung:
            chosen.append(test)
    return chosen


def rows_of(answer: Answer, patches: int) -> Iterator[BehaviourRow]:
    """Yields the calls that ended under every variant and have the same outcome twice in the original code."""
    calls = {line[1]: (line[2], line[3]) for line in answer.calls if line[0] == "input"}
    outcomes: dict[int, dict[int, str]] = {}
    for line in answer.calls:
        if line[0] == "outcome":
            outcomes.setdefault(line[2], {})[line[1]] = line[3]
    for number, (call, origin) in calls.items():
        seen = outcomes.get(number, {})
        if len(seen) == patches + 2 and seen[0] == seen[1] and not UNUSABLE & set(seen.values()):
            yield BehaviourRow(call, origin, seen[0], tuple(seen[variant] for variant in range(2, patches + 2)))


def grouped_behaviour(
    fingerprints: Sequence[str], rows: Sequence[BehaviourRow], kinds: Sequence[str]
) -> ObservedBehaviour:
    """Groups the patches by their behaviour, and selects calls that distinguish the groups.

    kinds: of the patches. Patches of one kind with equal behaviour are the same idea and count once.
    """
    if not rows:
        return ObservedBehaviour()
    behaviours = [tuple(row.under[number] for row in rows) for number in range(len(fingerprints))]
    groups = list(dict.fromkeys(behaviours))
    counts = Counter(outcomes for outcomes, _ in set(zip(behaviours, kinds, strict=True)))
    elsewhere = [row for row in rows if row.origin == "passing"]
    behaviour = {
        fingerprint: Behaviour(
            known=True,
            changed=_changed(elsewhere, number),
            changed_near=_changed([row for row in rows if row.origin == "made"], number),
            crashing=_share(not _fails_unintended(row.before) and _fails_unintended(row.under[number]) for row in rows),
            recovering=_share(
                _fails_unintended(row.before) and not _fails_unintended(row.under[number]) for row in rows
            ),
            agreeing=counts[behaviours[number]] / counts.total(),
            classes=len(groups),
            group=groups.index(behaviours[number]),
        )
        for number, fingerprint in enumerate(fingerprints)
    }
    return ObservedBehaviour(behaviour, tuple(_distinguishing_calls(fingerprints, rows)))


def _changed(rows: Sequence[BehaviourRow], number: int) -> float:
    return _share(row.under[number] != row.before for row in rows)


def _share(found: Iterable[bool]) -> float:
    """The share of true values; 0 without values."""
    truths = list(found)
    return sum(truths) / max(1, len(truths))


def _fails_unintended(outcome: str) -> bool:
    verb, _, error = outcome.partition(" ")
    raised = error.partition(":")[0] if verb in RAISED else ""
    return any(raised in one.unintended_errors for one in languages()) or outcome.startswith("does not end")


def _distinguishing_calls(fingerprints: Sequence[str], rows: Sequence[BehaviourRow]) -> Iterator[Difference]:
    """Yields calls, simplest first, until one of them distinguishes every two patches that behave differently."""
    undistinguished = {(a, b) for a in range(len(fingerprints)) for b in range(a)}
    shown = 0
    for row in sorted(rows, key=lambda row: (len(row.call) + len(row.before), row.call)):
        distinguished = {(a, b) for a, b in undistinguished if row.under[a] != row.under[b]}
        if distinguished and shown < MOST_SHOWN:
            shown += 1
            undistinguished -= distinguished
            yield Difference(row.call, row.before, dict(zip(fingerprints, row.under, strict=True)), row.origin)

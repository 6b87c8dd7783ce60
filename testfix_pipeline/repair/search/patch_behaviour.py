"""How plausible patches behave where the tests say nothing: grouped, and distinguished by an input that can be shown.

The edited functions are called with what the tests call them with, and with other values near that, before and under
every patch: differential testing, to tell plausible patches apart. What differs on calls that passing tests make was
fine before and has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.registry import languages
from testfix_pipeline.repair.model.clock import TimeIsUp
from testfix_pipeline.repair.model.verdict import Found
from testfix_pipeline.repair.ranking.evidence import Behaviour
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.probes import watched_calls
from testfix_pipeline.repair.validation.validator import Validator
from testfix_pipeline.repair.validation.warm_server_client import Answer

# For the runs of the calls, beside those of the tests that they are recorded from.
SECONDS = 1.5
INPUTS = 60
MOST_PATCHES = 12
MOST_SHOWN = 5
# Tests whose calls are recorded: failing and passing ones, and what they may cost together.
FAILING, PASSING, TEST_SECONDS = 3, 12, 0.8
UNUSABLE = frozenset({"forbidden"})


@dataclass(frozen=True)
class Difference:
    """An input that tells patches apart: the call, what the code does with it as it is, and under each patch.

    `under` is by fingerprint. `origin`: "failing" or "passing" where such a test makes this call, "made" where none.
    """

    call: str
    before: str
    under: Mapping[str, str]
    origin: str


@dataclass(frozen=True)
class Observed:
    """What was seen: `behaviour` by fingerprint of the patches that could be tried."""

    behaviour: Mapping[str, Behaviour] = field(default_factory=dict)
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True)
class BehaviourRow:
    """One call with what it did under every variant; `before` is the code as it is."""

    call: str
    origin: str
    before: str
    under: tuple[str, ...]


def observe(found: Sequence[Found], validator: Validator, seconds: float = SECONDS) -> Observed:
    """How the best complete patches behave; nothing where none can be tried or the time is over."""
    unique = {one.candidate.fingerprint: one.candidate for one in found if one.verdict.finding == "plausible"}
    candidates = [one for one in unique.values() if validator.swappable(one)][:MOST_PATCHES]
    if not candidates or validator.warm is None:
        return Observed()
    passing = _cheap([test for one in candidates for test in validator.covering(one)], validator, PASSING)
    failing = _cheap(validator.failing, validator, FAILING)
    try:
        answer = watched_calls(validator, candidates, failing, passing, INPUTS, seconds)
    except (TimeIsUp, ServerLost):
        return Observed()
    rows = list(rows_of(answer, len(candidates)))
    return observed([one.fingerprint for one in candidates], rows, [one.kind for one in candidates])


def _cheap(tests: Sequence[TestId], validator: Validator, most: int) -> list[TestId]:
    """The quickest of these tests, each once, as long as they stay cheap together."""
    chosen: list[TestId] = []
    spent = 0.0
    for test in sorted(dict.fromkeys(tests), key=validator.baseline.seconds):
        spent += validator.baseline.seconds(test)
        if len(chosen) < most and spent < TEST_SECONDS and test not in validator.baseline.hung:
            chosen.append(test)
    return chosen


def rows_of(answer: Answer, patches: int) -> Iterator[BehaviourRow]:
    """The calls that every variant answered, and that the code as it is answers the same way twice."""
    calls = {line[1]: (line[2], line[3]) for line in answer.calls if line[0] == "input"}
    outcomes: dict[int, dict[int, str]] = {}
    for line in answer.calls:
        if line[0] == "outcome":
            outcomes.setdefault(line[2], {})[line[1]] = line[3]
    for number, (call, origin) in calls.items():
        seen = outcomes.get(number, {})
        if len(seen) == patches + 2 and seen[0] == seen[1] and not UNUSABLE & set(seen.values()):
            yield BehaviourRow(call, origin, seen[0], tuple(seen[variant] for variant in range(2, patches + 2)))


def observed(fingerprints: Sequence[str], rows: Sequence[BehaviourRow], kinds: Sequence[str]) -> Observed:
    """Groups the patches by all that they did, and picks calls that show the groups apart.

    kinds: of the patches. Those of one kind that behave alike are one idea in several wordings, and one voice for it.
    """
    if not rows:
        return Observed()
    manners = [tuple(row.under[number] for row in rows) for number in range(len(fingerprints))]
    groups = list(dict.fromkeys(manners))
    voices = Counter(manner for manner, _ in set(zip(manners, kinds, strict=True)))
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
            agreeing=voices[manners[number]] / voices.total(),
            classes=len(groups),
            group=groups.index(manners[number]),
        )
        for number, fingerprint in enumerate(fingerprints)
    }
    return Observed(behaviour, tuple(_telling(fingerprints, rows)))


def _changed(rows: Sequence[BehaviourRow], number: int) -> float:
    return _share(row.under[number] != row.before for row in rows)


def _share(found: Iterable[bool]) -> float:
    """Of the rows; 0 where there are none."""
    truths = list(found)
    return sum(truths) / max(1, len(truths))


def _fails_unintended(outcome: str) -> bool:
    raised = outcome.removeprefix("raises ").partition(":")[0] if outcome.startswith("raises ") else ""
    return any(raised in one.unintended_errors for one in languages()) or outcome.startswith("does not end")


def _telling(fingerprints: Sequence[str], rows: Sequence[BehaviourRow]) -> Iterator[Difference]:
    """Calls, simplest first, until every two patches that behave differently are distinguished by one of them."""
    together = {(a, b) for a in range(len(fingerprints)) for b in range(a)}
    shown = 0
    for row in sorted(rows, key=lambda row: (len(row.call) + len(row.before), row.call)):
        apart = {(a, b) for a, b in together if row.under[a] != row.under[b]}
        if apart and shown < MOST_SHOWN:
            shown += 1
            together -= apart
            yield Difference(row.call, row.before, dict(zip(fingerprints, row.under, strict=True)), row.origin)

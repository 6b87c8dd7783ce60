"""Which tests hang: the limits of time that end them, and when they are believed to hang.

The rule, from the quickest to the most patient:

1. What is seen to never end (waits for what can no longer happen, comes back to the state that it was in) is
   ended at once.
2. Otherwise a test is ended at a limit that is learned from the others: `FACTOR` times the longest that came to its
   end, but not below `LEARNED`, whose second triple applies if another was ended in the same function.
3. An ended test is not believed to hang before a second look: it runs again beside the others that were ended. One or
   two in a function may just be slow, and have the limits `ALONE`; where `CROWD` and more were ended in one function,
   a few of them have `SECOND`. Where any comes to its end, the limit was too short: then the whole measurement
   is repeated under `PATIENT`. Otherwise all have failed, and don't run again to learn the same.
4. In all other runs a test that is known to hang has the limits `KNOWN_TO_HANG`, any other one `PATIENT`.

A limit set by the user (`test_timeout_seconds`) stands in for all of this. A learned limit that is too short costs
time, not a verdict, so `FACTOR` need not be exact.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.records import NEVER_ENDS, Outcome, SuiteRun
from testfix_pipeline.core.signatures import signature
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import KnownDurations, TargetProject
from testfix_pipeline.execution.run_options import Stage

Limits = tuple[float, float, float]
NEVER = 1e9
# Seconds of computing, of doing nothing (nor any child process), and in all.
LEARNED: tuple[Limits, Limits] = ((2.0, 6.0, 20.0), (0.2, 1.0, 4.0))
SECOND: tuple[Limits, Limits] = ((8.0, 30.0, 80.0), (0.4, 3.0, 16.0))
ALONE: tuple[Limits, Limits] = ((60.0, 120.0, 300.0), (10.0, 10.0, 60.0))
KNOWN_TO_HANG: tuple[Limits, Limits] = ((1.0, 3.0, 8.0), (0.2, 1.0, 4.0))
PATIENT: tuple[Limits, Limits] = ((60.0, 120.0, NEVER), (10.0, 10.0, NEVER))
# An import reads from a disk that may be cold, and is done once for many tests.
IMPORT_LEARNED: tuple[Limits, Limits] = ((5.0, 10.0, 30.0), (1.0, 1.0, 4.0))
IMPORT_SECOND: tuple[Limits, Limits] = ((30.0, 30.0, 60.0), (3.0, 3.0, 16.0))
IMPORT_PATIENT: tuple[Limits, Limits] = ((60.0, 60.0, NEVER), (1.0, 1.0, NEVER))
FACTOR, SECOND_FACTOR = 20.0, 60.0
# Of a test that an adapter runs: it can also wait for a start of a transpiler or a server.
LEARNED_OF_ADAPTER = 10.0
# An import may take no larger part of the time of its run.
IMPORT_SHARE = 0.25
# Seconds of computing until it is asked whether a test goes round: a busy wait looks like that too.
ROUNDS = {"learned": 1.0, "second": 3.0, "patient": 4.0}
# At most so many of those that were ended in one function run again.
MOST_OF_A_PLACE = 9
# From so many in one function on, they are not taken for slow tests among quick ones.
CROWD = 3

_TESTS = {"learned": LEARNED, "second": ALONE, "patient": PATIENT}
_HUNG = {"learned": LEARNED, "second": SECOND, "patient": KNOWN_TO_HANG}
_IMPORTS = {"learned": IMPORT_LEARNED, "second": IMPORT_SECOND, "patient": IMPORT_PATIENT}
_FACTORS = {"learned": FACTOR, "second": SECOND_FACTOR, "patient": 0.0}
Run = Callable[[TargetProject, Stage, list[TestId] | None], SuiteRun]


def limits_of(project: TargetProject, stage: Stage, timeout: float) -> dict[str, dict[str, Any]]:
    """The limits of imports and of tests in a run of `timeout` seconds, as the reporter in the target takes them."""
    own = project.test_seconds
    limits = {"import": _imports(stage, timeout), "test": _own(own) if own else _tests(project.known, stage)}
    return {
        kind: {"rounds": None if own and kind == "test" else ROUNDS[stage], "longest": 0.0, "hung": (), **found}
        for kind, found in limits.items()
    }


def seconds_of_a_test(project: TargetProject, stage: Stage) -> float:
    """How many seconds one test of an adapter's suite may take; the adapter knows no states that come back."""
    own, known = project.test_seconds, project.known
    if own:
        return own
    if stage == "learned" or (stage == "patient" and known.hung):
        return max(LEARNED_OF_ADAPTER, FACTOR * known.longest)
    return PATIENT[0][0]


def _own(seconds: float) -> dict[str, Any]:
    limits = _table(((seconds, seconds, NEVER), (seconds, seconds, NEVER)), 0.0)
    return {"limits": limits, "hung_limits": limits, "most": (seconds, seconds, NEVER)}


def _tests(known: KnownDurations, stage: Stage) -> dict[str, Any]:
    return {
        "limits": _table(_TESTS[stage], _FACTORS[stage]),
        "hung_limits": _table(_HUNG[stage], _FACTORS[stage] or FACTOR),
        "hung": sorted(known.hung),
        "most": PATIENT[0],
        "longest": known.longest,
    }


def _imports(stage: Stage, timeout: float) -> dict[str, Any]:
    table = _table(_IMPORTS[stage], _FACTORS[stage])
    most = min(IMPORT_PATIENT[0][0], IMPORT_SHARE * timeout)
    return {"limits": table, "hung_limits": table, "most": (most, most, NEVER)}


def _table(limits: tuple[Limits, Limits], factor: float) -> dict[str, Any]:
    return {"first": limits[0], "again": limits[1], "factor": factor}


def measure(project: TargetProject, run: Run) -> SuiteRun:
    """A run in which only those tests have failed as endless that are believed to be.

    `run(project, stage, tests)` runs these tests (None: all that are wanted) under the limits of a stage.
    """
    found = run(project, "learned", None)
    groups = _doubtful(project, found)
    if found.fault is not None or not groups:
        return found
    doubtful = [test for tests in groups for test in tests]
    crowds = [test for tests in groups for test in tests if len(tests) >= CROWD]
    longest = longest_of(found.outcomes)
    again = run(_knowing(project, longest, crowds), "second", doubtful)
    slow = {test for test in doubtful if _came_to_its_end(test, again)}
    if not slow:
        return found
    slow_places = {signature(found.outcomes[test]) for test in slow}
    hung = {test for test, one in found.outcomes.items() if ended(one) and signature(one) not in slow_places}
    return run(_knowing(project, max(longest, longest_of(again.outcomes)), hung), "patient", None)


def _knowing(project: TargetProject, longest: float, hung: Collection[str]) -> TargetProject:
    return replace(project, known=KnownDurations(longest, project.known.hung | set(hung)))


def _doubtful(project: TargetProject, found: SuiteRun) -> list[list[TestId]]:
    """Tests and files that were ended and that nobody has looked at twice, a few of each function together."""
    groups: dict[str, list[TestId]] = {}
    for test, outcome in found.outcomes.items():
        if ended(outcome) and not (project.test_seconds and outcome.never_ended):
            groups.setdefault(signature(outcome), []).append(test)
    return [tests[:MOST_OF_A_PLACE] for tests in groups.values() if project.known.hung.isdisjoint(tests)]


def _came_to_its_end(test: TestId, again: SuiteRun) -> bool:
    """Whether a test, or the import of a file, was not ended in the second look; in doubt it was."""
    outcome = again.outcomes.get(test)
    if outcome is not None:
        return not ended(outcome)
    return again.fault is None and is_collection_id(test)


def ended(outcome: Outcome) -> bool:
    """Whether a test, or the import of a file, was ended by a limit."""
    return outcome.error_type == NEVER_ENDS


def longest_of(outcomes: Mapping[TestId, Outcome]) -> float:
    """Seconds of the longest test that came to its end by itself."""
    return max((outcome.duration for outcome in outcomes.values() if not ended(outcome)), default=0.0)


def known_of(outcomes: Mapping[TestId, Outcome]) -> KnownDurations:
    """What a believed measurement says of how long tests take."""
    hung = frozenset(test for test, outcome in outcomes.items() if ended(outcome))
    return KnownDurations(longest_of(outcomes), hung)

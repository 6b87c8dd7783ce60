"""Decides which tests hang: the time limits that end them, and when a test that was ended counts as hanging.

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


def time_limits(project: TargetProject, stage: Stage, timeout: float) -> dict[str, dict[str, Any]]:
    """The limits of imports and tests in a run of `timeout` seconds, as the reporter in the target reads them."""
    own = project.test_seconds
    limits = {
        "import": _import_limits(stage, timeout),
        "test": _configured_limits(own) if own else _test_limits(project.known, stage),
    }
    return {
        kind: {"rounds": None if own and kind == "test" else ROUNDS[stage], "longest": 0.0, "hung": (), **found}
        for kind, found in limits.items()
    }


def test_time_limit(project: TargetProject, stage: Stage) -> float:
    """The seconds that one test of an adapter's suite may take; adapters do not detect repeated states."""
    own, known = project.test_seconds, project.known
    if own:
        return own
    if stage == "learned" or (stage == "patient" and known.hung):
        return max(LEARNED_OF_ADAPTER, FACTOR * known.longest)
    return PATIENT[0][0]


def _configured_limits(seconds: float) -> dict[str, Any]:
    limits = _limit_table(((seconds, seconds, NEVER), (seconds, seconds, NEVER)), 0.0)
    return {"limits": limits, "hung_limits": limits, "most": (seconds, seconds, NEVER)}


def _test_limits(known: KnownDurations, stage: Stage) -> dict[str, Any]:
    return {
        "limits": _limit_table(_TESTS[stage], _FACTORS[stage]),
        "hung_limits": _limit_table(_HUNG[stage], _FACTORS[stage] or FACTOR),
        "hung": sorted(known.hung),
        "most": PATIENT[0],
        "longest": known.longest,
    }


def _import_limits(stage: Stage, timeout: float) -> dict[str, Any]:
    table = _limit_table(_IMPORTS[stage], _FACTORS[stage])
    most = min(IMPORT_PATIENT[0][0], IMPORT_SHARE * timeout)
    return {"limits": table, "hung_limits": table, "most": (most, most, NEVER)}


def _limit_table(limits: tuple[Limits, Limits], factor: float) -> dict[str, Any]:
    return {"first": limits[0], "again": limits[1], "factor": factor}


def measure_with_limits(project: TargetProject, run: Run) -> SuiteRun:
    """Run the suite, and again where needed, so that only tests that were confirmed to hang fail by a time limit.

    `run(project, stage, tests)` runs these tests (None: all that are wanted) under the limits of a stage.
    """
    found = run(project, "learned", None)
    groups = _unconfirmed_hangs(project, found)
    if found.fault is not None or not groups:
        return found
    unconfirmed = [test for tests in groups for test in tests]
    crowds = [test for tests in groups for test in tests if len(tests) >= CROWD]
    longest = longest_duration(found.outcomes)
    again = run(_with_durations(project, longest, crowds), "second", unconfirmed)
    slow = {test for test in unconfirmed if _finished_second_run(test, again)}
    if not slow:
        return found
    slow_places = {signature(found.outcomes[test]) for test in slow}
    hung = {
        test for test, one in found.outcomes.items() if was_ended_by_limit(one) and signature(one) not in slow_places
    }
    return run(_with_durations(project, max(longest, longest_duration(again.outcomes)), hung), "patient", None)


def _with_durations(project: TargetProject, longest: float, hung: Collection[str]) -> TargetProject:
    known = replace(project.known, longest=longest, hung=project.known.hung | set(hung))
    return replace(project, known=known)


def _unconfirmed_hangs(project: TargetProject, found: SuiteRun) -> list[list[TestId]]:
    """The tests and files that a limit ended for the first time, grouped by the function that hung."""
    groups: dict[str, list[TestId]] = {}
    for test, outcome in found.outcomes.items():
        if was_ended_by_limit(outcome) and not (project.test_seconds and outcome.never_ended):
            groups.setdefault(signature(outcome), []).append(test)
    return [tests[:MOST_OF_A_PLACE] for tests in groups.values() if project.known.hung.isdisjoint(tests)]


def _finished_second_run(test: TestId, again: SuiteRun) -> bool:
    """Whether a test, or the import of a file, finished in the second run; true if that is not known."""
    outcome = again.outcomes.get(test)
    if outcome is not None:
        return not was_ended_by_limit(outcome)
    return again.fault is None and is_collection_id(test)


def was_ended_by_limit(outcome: Outcome) -> bool:
    """Whether a time limit ended a test or the import of a file."""
    return outcome.error_type == NEVER_ENDS


def longest_duration(outcomes: Mapping[TestId, Outcome]) -> float:
    """The duration in seconds of the longest test that finished."""
    return max((outcome.duration for outcome in outcomes.values() if not was_ended_by_limit(outcome)), default=0.0)


def known_durations(outcomes: Mapping[TestId, Outcome]) -> KnownDurations:
    """The longest duration, the hanging tests, and the ids of a measurement."""
    hung = frozenset(test for test, outcome in outcomes.items() if was_ended_by_limit(outcome))
    return KnownDurations(longest_duration(outcomes), hung, tuple(outcomes))

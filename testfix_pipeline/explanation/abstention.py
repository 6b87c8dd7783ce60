"""Says why no small edit can repair failing tests, for whoever would search for one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from testfix_pipeline.core.counted_nouns import counted, first_names
from testfix_pipeline.core.records import Cluster, Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.explanation.incomplete_code import LackingPart

TRIAL_S = 4.0
"""Seconds of a search for what is probably beyond it: within ten seconds a session of a small suite says so."""
TRIAL_RUNS = 40
"""How often the failing tests can run in such a search at least."""


def trial_seconds(failing_seconds: float) -> float:
    """Return the seconds of a trial search. failing_seconds: the duration of the failing tests together."""
    return max(TRIAL_S, TRIAL_RUNS * failing_seconds)


def parts_of(lacking: Sequence[LackingPart], tests: Collection[TestId]) -> list[LackingPart]:
    """Return the lacking parts that explain every one of the tests; [] if they leave one unexplained."""
    explained = {test for part in lacking for test in part.tests}
    return [part for part in lacking if not set(part.tests).isdisjoint(tests)] if explained >= set(tests) else []


def explained_groups(groups: Sequence[Cluster], lacking: Sequence[LackingPart]) -> list[Cluster]:
    """Return the clusters whose every test the lacking parts explain: one brief search tries them together."""
    return [group for group in groups if parts_of(lacking, group.tests)]


def abstention(parts: Sequence[LackingPart], failures: Sequence[Failure]) -> str:
    """Return the reason, such as `no small edit can repair this: 14 failing tests need 9 parts that are not there
    (a is a stub; ...)`; "" without parts."""
    if not parts:
        return ""
    tests = {test for part in parts for test in part.tests} & {one.test for one in failures}
    need = "needs" if len(tests) == 1 else "need"
    shown = first_names([part.words for part in parts], 3)
    return (
        f"no small edit can repair this: {counted(len(tests), 'failing test')} {need} "
        f"{counted(len(parts), 'part')} of the program that {'is' if len(parts) == 1 else 'are'} not there: {shown}"
    )

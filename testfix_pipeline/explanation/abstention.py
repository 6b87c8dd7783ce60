"""Says why no small edit can repair failing tests, for whoever would search for one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from testfix_pipeline.core.counted_nouns import counted, first_names
from testfix_pipeline.core.records import Cluster, Failure
from testfix_pipeline.core.test_ids import FailureSignature, TestId
from testfix_pipeline.explanation.incomplete_code import LackingPart

ASKS_MODEL = "Ask a model: `testfix fix --agents auto`, or write what is lacking."
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


def with_joined_clusters(groups: Sequence[Cluster], lacking: Sequence[LackingPart]) -> list[Cluster]:
    """Return the clusters with all those as one that lacking parts explain: one brief search tries them together."""
    joining = explained_groups(groups, lacking)
    if not joining:
        return list(groups)
    tests = [test for group in joining for test in group.tests]
    parts = parts_of(lacking, tests)
    name = " ".join(sorted(part.name for part in parts))
    title = f"{counted(len(tests), 'test')} for what is not there: {', '.join(part.name for part in parts[:3])}"
    joined = Cluster(signature=FailureSignature(f"lacking | {name}"), tests=tests, title=title)
    return [*(group for group in groups if group not in joining), joined]


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

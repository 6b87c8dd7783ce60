"""The targets of an iteration: clusters that have untried candidates, and keys that identify proposals."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.records import Attempt, Cluster, Failure, Strategy
from testfix_pipeline.core.signatures import clusters
from testfix_pipeline.core.task_records import FixStrategy
from testfix_pipeline.core.test_ids import TestId

MOST_PARALLEL = 8
ALTERNATIVES = 3


@dataclass(frozen=True)
class ClusterTarget:
    """A target. tries, deeper: iterations at it on this tree, all and those that did not exhaust its search space.

    unlikely: why no small edit can repair it; "" if one may.
    """

    cluster: Cluster
    tries: int
    deeper: int = 0
    unlikely: str = ""


def clusters_by_test(failures: Sequence[Failure]) -> list[Cluster]:
    """Return clusters by test function, for when those by signature are stuck: one may combine two defects."""
    by_test = [
        failure.model_copy(update={"signature": f"{failure.error_type} | {failure.test.partition('[')[0]}"})
        for failure in failures
    ]
    return clusters(by_test)


def tried_stuck_tests(stuck_tests: Iterable[str], attempts: Sequence[Attempt]) -> set[TestId]:
    """The stuck tests that an attempt aimed at without landing."""
    aimed = {test for one in attempts if one.result != "landed" for test in one.target_tests}
    return aimed & set(stuck_tests)


def pick_targets(
    strategy: Strategy, groups: Sequence[Cluster], attempts: Sequence[Attempt], tree: str
) -> list[ClusterTarget]:
    """Return the targets of an iteration: the least tried on this tree first, then the largest.

    A cluster whose search space is exhausted on this tree is a target only if there is no other.
    """
    targets = [
        ClusterTarget(cluster, count_tries(cluster, attempts, tree), count_unfinished(cluster, attempts, tree))
        for cluster in groups
    ]
    fresh = [target for target in targets if not is_exhausted(target.cluster, attempts, tree)] or targets
    ordered = sorted(fresh, key=lambda target: target.tries)  # stable: groups come largest first
    return ordered[:MOST_PARALLEL] if strategy == "aggressive" else ordered[:1]


def count_tries(cluster: Cluster, attempts: Sequence[Attempt], tree: str) -> int:
    """The number of iterations that aimed at a cluster on this tree."""
    iterations = {a.iteration for a in attempts if _aims_at(a, cluster, tree)}
    return len(iterations)


def count_unfinished(cluster: Cluster, attempts: Sequence[Attempt], tree: str) -> int:
    """Return the number of iterations at a cluster on this tree that did not exhaust the search space."""
    open_ended = [a for a in attempts if _aims_at(a, cluster, tree) and a.exhausted != "space"]
    return len({a.iteration for a in open_ended})


def is_exhausted(cluster: Cluster, attempts: Sequence[Attempt], tree: str) -> bool:
    """Whether an undivided search tried every edit of its space for these tests on this tree."""
    return any(_aims_at(a, cluster, tree) and a.exhausted == "space" and a.shares == 1 for a in attempts)


def _aims_at(attempt: Attempt, cluster: Cluster, tree: str) -> bool:
    return attempt.tree == tree and set(attempt.target_tests) == set(cluster.tests)


def proposal_key(tree: str, tool: str, cluster: Cluster, strategy: FixStrategy, search: dict[str, object]) -> str:
    """Return the key of a proposal, equal for the same tree, tool, target and content."""
    content = [tree, tool, sorted(cluster.tests), strategy.patch or "", sorted(strategy.root_causes),
               sorted(strategy.modification_points), search]  # fmt: skip
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]

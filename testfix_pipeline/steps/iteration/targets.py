"""What an iteration aims at: clusters with something new to try, how long to search, and whether a proposal is new."""

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
    """A cluster to aim at, how often it was tried on this very tree, and how often a search may now go deeper."""

    cluster: Cluster
    tries: int
    deeper: int = 0


def regroup(failures: Sequence[Failure]) -> list[Cluster]:
    """Other clusters, one per test function, for when those by signature got stuck: they may have held two defects."""
    by_test = [
        failure.model_copy(update={"signature": f"{failure.error_type} | {failure.test.partition('[')[0]}"})
        for failure in failures
    ]
    return clusters(by_test)


def in_vain(stuck_tests: Iterable[str], attempts: Sequence[Attempt]) -> set[TestId]:
    """The stuck tests that some attempt aimed at without landing; the others only waited for their turn."""
    aimed = {test for one in attempts if one.result != "landed" for test in one.target_tests}
    return aimed & set(stuck_tests)


def pick(strategy: Strategy, groups: Sequence[Cluster], attempts: Sequence[Attempt], tree: str) -> list[ClusterTarget]:
    """The targets of an iteration, largest cluster first among those least tried on this tree.

    A cluster whose whole search space was tried on this tree comes up again only where nothing else is left.
    """
    targets = [
        ClusterTarget(cluster, tries_on(cluster, attempts, tree), unfinished_on(cluster, attempts, tree))
        for cluster in groups
    ]
    fresh = [target for target in targets if not exhausted(target.cluster, attempts, tree)] or targets
    ordered = sorted(fresh, key=lambda target: target.tries)  # stable: groups come largest first
    return ordered[:MOST_PARALLEL] if strategy == "aggressive" else ordered[:1]


def tries_on(cluster: Cluster, attempts: Sequence[Attempt], tree: str) -> int:
    iterations = {a.iteration for a in attempts if _same(a, cluster, tree)}
    return len(iterations)


def unfinished_on(cluster: Cluster, attempts: Sequence[Attempt], tree: str) -> int:
    """The iterations that aimed at a cluster on this tree and did not try the whole search space."""
    open_ended = [a for a in attempts if _same(a, cluster, tree) and a.exhausted != "space"]
    return len({a.iteration for a in open_ended})


def exhausted(cluster: Cluster, attempts: Sequence[Attempt], tree: str) -> bool:
    """Whether an undivided search said that every edit of its space was tried for these tests on this tree."""
    return any(_same(a, cluster, tree) and a.exhausted == "space" and a.shares == 1 for a in attempts)


def _same(attempt: Attempt, cluster: Cluster, tree: str) -> bool:
    return attempt.tree == tree and set(attempt.target_tests) == set(cluster.tests)


def proposal_key(tree: str, tool: str, cluster: Cluster, strategy: FixStrategy, search: dict[str, object]) -> str:
    """What makes a proposal the same as an earlier one: the tree, who proposes, the target, and what is to be done."""
    content = [tree, tool, sorted(cluster.tests), strategy.patch or "", sorted(strategy.root_causes),
               sorted(strategy.modification_points), search]  # fmt: skip
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]

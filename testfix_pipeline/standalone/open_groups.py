"""The clusters of failures that a repair of a project has still to search for, and what it need not try again."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.records import Cluster, Failure
from testfix_pipeline.core.signatures import clusters
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.joint_repair import is_progress
from testfix_pipeline.repair.search.request import RepairRequest, RepairResult
from testfix_pipeline.repair.search.schedule import LIBRARIES_ONLY_SHARE

MOST_CONFIRMED = 3
_Known = frozenset[tuple[TestId, str]]
"""Tests with the signatures that they fail with."""


class OpenGroups:
    """Filled as groups are searched for, and emptied of what a landed patch changes."""

    def __init__(self) -> None:
        self._tried: set[TestId] = set()
        self._seen: set[tuple[TestId, str]] = set()
        self._ended: set[tuple[TestId, str]] = set()
        self._in_vain: list[tuple[_Known, bool]] = []

    def of(self, failures: Sequence[Failure]) -> list[Cluster]:
        """The groups that are open: those that have not been searched for as they fail now before the others."""
        groups = [group for group in clusters(failures) if self._tried.isdisjoint(group.tests)]
        return sorted(groups, key=lambda group: self._seen >= _known(failures, group.tests))

    def tried(self, group: Cluster, failures: Sequence[Failure], result: RepairResult) -> None:
        """Note that a group was searched for by itself; a search that came to its end ends so again."""
        known = _known(failures, group.tests)
        self._tried.update(group.tests)
        self._seen |= known
        self._ended |= known if result.exhausted == "space" else set()

    def is_in_vain(self, joint: RepairRequest) -> bool:
        """Whether a joint search for these failures, or for more, brought nothing."""
        known = _known(joint.failures, joint.failing)
        return any(before >= known for before, _ in self._in_vain)

    def tried_together(self, joint: RepairRequest, failures: Sequence[Failure]) -> None:
        """Note that a joint search left these failures of its tests."""
        self._in_vain.append((_known(failures, joint.failing), joint.libraries_only))

    def landed(self, failures: Sequence[Failure]) -> None:
        """Open what may be fixed since a patch landed: tests that now fail for another reason, or whose search was cut
        off, and what a joint search did not find, but for steps of libraries, which that took one by one."""
        ended = {test for test, _ in _known(failures) & self._ended}
        self._tried.difference_update(one.test for one in failures if one.test not in ended)
        self._in_vain = [one for one in self._in_vain if one[1]]


def _known(failures: Sequence[Failure], tests: Collection[TestId] | None = None) -> _Known:
    wanted = None if tests is None else set(tests)
    return frozenset((one.test, one.signature) for one in failures if wanted is None or one.test in wanted)


def first_fixed(groups: Sequence[Cluster], joint: RepairRequest, result: RepairResult) -> Cluster:
    """The first group of which the best steps for libraries, those that may land before others, fix a test; without
    such steps the first one."""
    best = sorted(result.patches, key=lambda one: is_doubtful(one.confidence))[:1] if joint.libraries_only else ()
    return next((group for group in groups if any(is_progress(one, group.tests) for one in best)), groups[0])


def is_cut_off(joint: RepairRequest, result: RepairResult) -> bool:
    """Whether the time of a joint search ended before its steps did."""
    return result.seconds - result.excluded_seconds > LIBRARIES_ONLY_SHARE * joint.seconds


def to_confirm(group: Cluster, result: RepairResult) -> list[RankedPatch]:
    """Complete patches, and the progress of those that fix a part; for files that can't be collected also those that
    change that: what their tests then say are bugs of their own. Leads come last."""
    revealing = any(map(is_collection_id, group.tests))
    found = [one for one in result.patches if revealing or one.complete or is_progress(one, group.tests)]
    return sorted(found, key=lambda one: is_doubtful(one.confidence))[:MOST_CONFIRMED]

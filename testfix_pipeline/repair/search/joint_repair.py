"""One patch for failing tests of other clusters that may have the same cause, looked for first.

Failures are clustered by what they look like, but one bug may show as a wrong sum here and as a KeyError there. What
they have in common then is code that most of them run and few passing tests do (Ochiai, as in `localise`). A patch that
fixes all of them is far likelier to be correct than one that fixes a single test. One that fixes the wanted tests alone
ends the search as well: where there are several bugs, no edit fixes all, and the rest of the time would be lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Set
from dataclasses import replace

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.cycle_rules.triage import code_failures
from testfix_pipeline.core.patch_policy.doctests import test_files
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.repair.localise.spectrum import SpectrumCounts, ochiai
from testfix_pipeline.repair.model.ids import JOINT
from testfix_pipeline.repair.ranking.measured_confidence import as_measured
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch, whole_confidence
from testfix_pipeline.repair.search.request import RepairRequest, RepairResult
from testfix_pipeline.repair.search.schedule import JOINT_SHARE

LEAST_OCHIAI = 0.4
Line = tuple[str, int]


def joint_request(request: RepairRequest) -> RepairRequest | None:
    """The request for all failing tests that run the most suspicious line that the wanted ones share with others.

    Of those that `failures` tells of as defects of the code. Where they may come of a library's update, for all that
    may. None where there is no such line or no such test, where the line is hardly more suspicious than any, or where
    nothing is known.
    """
    wanted = set(request.failing)
    if (wider := _of_libraries(request, wanted)) is not None:
        return wider
    if request.coverage is None or not wanted or wanted.issuperset(request.all_failing):
        return None
    tests = test_files((*request.all_failing, *request.guarding))
    shared = set.intersection(*(_lines(request.coverage, test) for test in wanted))
    common = {line for line in shared if line[0] not in tests}
    failing = _counted(request.coverage, request.all_failing, common)
    passing = _counted(request.coverage, request.guarding, common)
    totals = len(request.all_failing), len(request.guarding)
    scores = {
        line: ochiai(SpectrumCounts(failing[line], passing[line], *totals))
        for line in common
        if failing[line] > len(wanted)
    }
    best = max(scores, key=lambda line: (scores[line], line), default=None)
    if best is None or scores[best] < LEAST_OCHIAI:
        return None
    known = {failure.test for failure in code_failures(request.failures)} - wanted
    joining = [test for test in request.all_failing if test in known and best in _lines(request.coverage, test)]
    if not joining:
        return None
    share = JOINT_SHARE * request.seconds
    return replace(request, failing=[*request.failing, *joining], wanted=request.failing, seconds=share, at_once=True)


def _of_libraries(request: RepairRequest, wanted: Set[TestId]) -> RepairRequest | None:
    """The request for all failing tests that may come of an update, where the wanted ones may: one library often lost
    several names, and a step that helps one test helps others."""
    asking = {one.test for one in code_failures(request.failures) if one.update is not None}
    joining = [test for test in request.all_failing if test in asking - wanted]
    if wanted.isdisjoint(asking) or not joining:
        return None
    return replace(request, failing=[*request.failing, *joining], at_once=True, libraries_only=True)


def complete_for(result: RepairResult, failing: Iterable[str]) -> RepairResult:
    """The result of a wider search with the patches first that fix all of these tests, complete and as sure as they
    were if no more tests had been asked for; none surer than one that fixes all tests of that search."""
    wanted = set(failing)
    surest = max((one.confidence for one in result.patches if one.complete), default=1.0)
    patches = [_completed(one, surest) if not one.complete and wanted <= one.fixes else one for one in result.patches]
    return replace(result, patches=tuple(sorted(patches, key=lambda one: not one.complete)))


def _completed(partial: RankedPatch, surest: float) -> RankedPatch:
    """A partial patch as a complete one; steps for libraries are as sure either way."""
    if _is_step(partial):
        return replace(partial, complete=True)
    whole = as_measured(replace(partial, complete=True, confidence=whole_confidence(partial)))
    return replace(whole, confidence=min(surest, whole.confidence))


def is_progress(patch: RankedPatch, failing: Iterable[str]) -> bool:
    """Whether a patch may land though it fixes a part of these tests only: all its edits replace what a library lost,
    after which the other tests fail for another reason."""
    return _is_step(patch) and not is_doubtful(patch.confidence) and not patch.fixes.isdisjoint(failing)


def _is_step(patch: RankedPatch) -> bool:
    return all(part.startswith("library.") for part in patch.kind.split(JOINT))


def _lines(coverage: CoverageMap, test: TestId) -> set[Line]:
    """All lines that a test ran."""
    return {(file, line) for file, lines in coverage.tests.get(test, {}).items() for line in lines}


def _counted(coverage: CoverageMap, tests: Iterable[TestId], wanted: Set[Line]) -> Counter[Line]:
    """How many of the tests ran each of the wanted lines."""
    return Counter(line for test in tests for line in _lines(coverage, test) & wanted)


def or_else(first: RepairResult, rest: Callable[[], RepairResult], failing: Collection[str]) -> RepairResult:
    """What the first search found; where that is no progress, or doubtful, what the rest of the time brings, if better.

    failing: the tests that are to be fixed. What fixes more than these has found their common cause, if anything has:
    of a search for them alone, patches for one of its symptoms would land.
    """
    best, asked = _best(first), set(failing)
    fixes_more = any(asked < one.fixes for one in first.patches if one.complete)
    if fixes_more or not is_doubtful(best) or any(is_progress(one, failing) for one in first.patches[:1]):
        return first
    second = rest()
    both = _both(first, second)
    if best <= _best(second) and (second.patches or not first.patches):
        return both
    known = {name: getattr(both, name) for name in ("candidates_tried", "seconds", "excluded_seconds", "tried_kinds")}
    return replace(first, **known)


def _best(result: RepairResult) -> float:
    """The confidence of the best complete patch, 0 without any."""
    return max((patch.confidence for patch in result.patches if patch.complete), default=0.0)


def _both(first: RepairResult, second: RepairResult) -> RepairResult:
    """What the second search found, with what both tried."""
    return replace(
        second,
        candidates_tried=first.candidates_tried + second.candidates_tried,
        seconds=first.seconds + second.seconds,
        excluded_seconds=first.excluded_seconds + second.excluded_seconds,
        tried_kinds=dict(Counter(first.tried_kinds) + Counter(second.tried_kinds)),
        notes=list(dict.fromkeys([*first.notes, *second.notes])),
        first_seconds=None if second.first_seconds is None else first.seconds + second.first_seconds,
        begun=second.begun or first.begun,
    )

"""The search for files that do not compile: edits that make them compile, tried on the tests, before the ordinary
search.

Candidates come from the file's language, are run by the same validators (in fresh processes: code that was never
imported cannot be swapped) and confirmed like all others. If the files compile and tests still fail, the ordinary
search continues from there, and its patches are joined with the fix.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.patch_policy.doctests import test_files
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.failure_reading import gather
from testfix_pipeline.repair.language.parse_fix_tools import ParseFixTools
from testfix_pipeline.repair.language.registry import language_of_source, languages
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import FaultLocation
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.ranking.confidence_model import ConfidenceModel
from testfix_pipeline.repair.ranking.evidence import Evidence
from testfix_pipeline.repair.ranking.naturalness import Naturalness
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch, rank_patches
from testfix_pipeline.repair.search.continuation import is_target, start_from
from testfix_pipeline.repair.search.request import RepairRequest
from testfix_pipeline.repair.search.schedule import COMPILING_SHARE
from testfix_pipeline.repair.search.search_options import SearchOptions
from testfix_pipeline.repair.search.search_run import SearchRun
from testfix_pipeline.repair.search.space import Space
from testfix_pipeline.repair.search.workers import Workers
from testfix_pipeline.repair.validation.validator import Validator

MOST_OF_A_FILE, MOST_TRIED = 40, 60
STARTS = 5
"""If no fix makes all tests pass, the number of fixes that are compared to continue from the best."""
# For plausible fixes only the search's own order is known; the share of right ones has been measured on few
# (`python -m benchmarks.repair.syntax` of commit 2668e8bd).
CONFIDENCE_MODEL = ConfidenceModel(intercept=1.4)


@dataclass(frozen=True)
class CompileRepair:
    """The result of the search.

    uncollected: the targets that are files. start, continuation: the fix from which the ordinary search continues, and
    its request. said: notes on the validators.
    """

    run: SearchRun
    files: Sequence[SourceText]
    patches: tuple[RankedPatch, ...]
    uncollected: frozenset[TestId]
    said: Sequence[str]
    start: RankedPatch | None = None
    continuation: RepairRequest | None = None


def make_compile(
    request: RepairRequest, workers: Workers, first: Validator, options: Callable[[], SearchOptions]
) -> CompileRepair | None:
    """Searches if files that failing tests need do not compile; None if all do. Raises ServerLost, TimeIsUp."""
    root = workers.sources
    files = broken_files(root, request.failures, first.failing)
    if not files:
        return None
    fixes = _candidates(files, request, workers)
    run = SearchRun(_space(request, root, files), [first], options(), workers.later(first))
    run.try_only(itertools.islice(fixes, request.shard, MOST_TRIED * request.shards, request.shards))
    evidence = Evidence(run.space.failure_evidence, run.space.locations)
    run.confirm_best(lambda found: rank_patches(found, evidence, model=CONFIDENCE_MODEL))
    patches = tuple(
        _with_tests(patch, run) for patch in rank_patches(run.findings.found, evidence, model=CONFIDENCE_MODEL)
    )
    uncollected = frozenset(filter(is_collection_id, request.failing))
    first.notes += _notes(files, run)
    compiling = CompileRepair(run, files, patches, uncollected, first.notes)
    return (
        compiling if run.findings.has_complete or run.clock.over() else _continued(compiling, request, workers, first)
    )


def broken_files(root: Path, failures: Sequence[Failure], tests: Collection[TestId]) -> list[SourceText]:
    """The files of all languages that failing tests need and that do not compile."""
    return [source for language in languages() for source in language.broken_files(root, failures, tests)]


def complaints(files: Sequence[SourceText]) -> list[FaultLocation]:
    """The compilers' complaints about these files, as suspicious lines."""
    used_languages = dict.fromkeys(map(language_of_source, files))
    of_language = {one: [source for source in files if language_of_source(source) is one] for one in used_languages}
    return [location for language, some in of_language.items() for location in language.complaints(some)]


def _notes(files: Sequence[SourceText], run: SearchRun) -> list[str]:
    broken = f"{', '.join(source.path for source in files)} {'do' if len(files) > 1 else 'does'} not compile"
    if not run.findings.tried:
        return [f"{broken}, and no few small edits change that."]
    return [f"{broken}; edits around the places that the compiler complains about were tried."]


def _space(request: RepairRequest, root: Path, files: Sequence[SourceText]) -> Space:
    tests = test_files((*request.failing, *request.all_failing, *request.passing))
    failure_evidence = gather(request.failures, root)
    return Space(Sources(root, tests), complaints(files), failure_evidence, None, 0, 1, request.allowed_lines)


def _candidates(files: Sequence[SourceText], request: RepairRequest, workers: Workers) -> Iterator[Candidate]:
    """Yields candidates that make all the files compile, the likeliest first."""
    clock = workers.clock
    each = COMPILING_SHARE * clock.left() / len(files)
    choices = []
    for source in files:
        until = clock.passed() + each
        beside = Sources(workers.sources).beside(source.path)
        means = ParseFixTools(
            Naturalness([source, *beside]),
            request.changes,
            lambda until=until: clock.passed() > until or clock.over() is not None,  # type: ignore[misc]
        )
        found = list(itertools.islice(language_of_source(source).parse_fixes(source, means), MOST_OF_A_FILE))
        if found:
            choices.append(found)
    return _combinations(choices)


def _combinations(choices: Sequence[Sequence[Candidate]]) -> Iterator[Candidate]:
    """Yields candidates with one fix for each file, in the order of the products of their scores."""
    if not choices:
        return
    seen = {(0,) * len(choices)}
    heap = [(-_product_of_scores(choices, next(iter(seen))), next(iter(seen)))]
    while heap:
        _, chosen = heapq.heappop(heap)
        parts = tuple(part for options, index in zip(choices, chosen, strict=True) for part in options[index].parts)
        yield Candidate(parts, _product_of_scores(choices, chosen), "syntax")
        for place in range(len(choices)):
            other = (*chosen[:place], chosen[place] + 1, *chosen[place + 1 :])
            if other[place] < len(choices[place]) and other not in seen:
                seen.add(other)
                heapq.heappush(heap, (-_product_of_scores(choices, other), other))


def _product_of_scores(choices: Sequence[Sequence[Candidate]], chosen: Sequence[int]) -> float:
    score = 1.0
    for options, index in zip(choices, chosen, strict=True):
        score *= options[index].score
    return score


def _with_tests(patch: RankedPatch, run: SearchRun) -> RankedPatch:
    """The patch with the tests of the newly collected files among those that it fixes."""
    outcomes = next(
        one.verdict.outcomes for one in run.findings.found if one.candidate.fingerprint == patch.fingerprint
    )
    files = {test for test in patch.fixes if is_collection_id(test)}
    visible = {test for test, one in outcomes.items() if one.passed and test.file_id in files}
    return replace(patch, fixes=patch.fixes | visible)


# -- where tests still fail --------------------------------------------------------------------------------------------


def _continued(compiling: CompileRepair, request: RepairRequest, workers: Workers, first: Validator) -> CompileRepair:
    """The result with the best fix as a partial patch, and the request for the ordinary search to continue from it."""
    run = compiling.run
    start = _best_start(run, first)
    if start is None:
        return compiling
    continuation = start_from(request, workers, start.contents, "compiled", run.clock.left())
    if continuation is None:
        return compiling
    patch = _as_patch(run, start, {*continuation.run.passed}, request.failing)
    return replace(
        compiling,
        patches=(patch,),
        start=patch,
        continuation=continuation.request if continuation.request.failing else None,
    )


def _best_start(run: SearchRun, first: Validator) -> Candidate | None:
    """The fix with the most passing target tests; the likeliest among equals."""
    tried = sorted([*(one.candidate for one in run.findings.found), *run.findings.moved], key=lambda one: -one.score)[
        :STARTS
    ]
    best, most = None, (-1, 0.0)
    for candidate in tried:
        outcomes = first.outcomes_under(candidate, first.failing)
        collected = [test for test in outcomes if not is_collection_id(test)]
        rank = (sum(outcomes[test].passed for test in collected), candidate.score)
        if collected and rank > most:
            best, most = candidate, rank
    return best


def _as_patch(run: SearchRun, start: Candidate, passed: set[TestId], targets: Sequence[TestId]) -> RankedPatch:
    """The fix alone as a partial patch, measured in a clean process."""
    repaired = frozenset(test for test in passed if is_target(test, targets))
    found = PlausiblePatch(start, Verdict("partial", repaired), confirmed=True)
    return rank_patches([found], Evidence(run.space.failure_evidence, run.space.locations), model=CONFIDENCE_MODEL)[0]

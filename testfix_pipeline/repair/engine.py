"""The entry point of the repair engine: `repair(request)` searches for patches that make failing tests pass.

Usable as a library without anything else of the pipeline but `execution` and `core`. See `benchmarks/candidates.py`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from testfix_pipeline.core.patch_policy.doctests import test_files
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.processes import scratch_folders
from testfix_pipeline.repair.history.project_history import ChangeHistory
from testfix_pipeline.repair.language.failure_reading import gather
from testfix_pipeline.repair.localise import Symptoms, coverage_note, localise, older_texts
from testfix_pipeline.repair.model.clock import Clock, TimeIsUp
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.profile import united_lines
from testfix_pipeline.repair.model.source_cache import cached_per_search, clear_caches
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.ranking.edit_order import EditOrder
from testfix_pipeline.repair.ranking.evidence import Evidence
from testfix_pipeline.repair.ranking.experience import Experience
from testfix_pipeline.repair.ranking.measured_confidence import as_measured
from testfix_pipeline.repair.ranking.naturalness import Naturalness
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch, order_patches, rank_patches, whole_confidence
from testfix_pipeline.repair.search.compile_repair import broken_files, make_compile
from testfix_pipeline.repair.search.compile_repair_result import result_of
from testfix_pipeline.repair.search.continuation import Continuation, is_target
from testfix_pipeline.repair.search.findings import Findings
from testfix_pipeline.repair.search.framework_behaviour import observe_in_framework
from testfix_pipeline.repair.search.joint_repair import complete_for, joint_request, or_else
from testfix_pipeline.repair.search.library_behaviour import weigh_patches
from testfix_pipeline.repair.search.library_outcome import NO_LIBRARY_REPAIR, LibraryRepair
from testfix_pipeline.repair.search.library_repair import repair_libraries
from testfix_pipeline.repair.search.library_repair_result import (
    continuation_request,
    needs_no_search,
    with_library,
    with_start,
)
from testfix_pipeline.repair.search.patch_behaviour import ObservedBehaviour, observe_patches
from testfix_pipeline.repair.search.request import RepairRequest, RepairResult
from testfix_pipeline.repair.search.schedule import (
    AFTER_COMPILING_SECONDS,
    AFTER_COMPILING_SHARE,
    OBSERVATION_SECONDS,
    OBSERVATION_SHARE,
    PROFILES_SHARE,
)
from testfix_pipeline.repair.search.search_options import End, SearchOptions
from testfix_pipeline.repair.search.search_progress import Progress
from testfix_pipeline.repair.search.search_run import SearchRun
from testfix_pipeline.repair.search.space import Space, suspicious_sources
from testfix_pipeline.repair.search.workers import Workers
from testfix_pipeline.repair.validation.framework_processes import FrameworkProcesses
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.probes import TRACE_SECONDS, profiles
from testfix_pipeline.repair.validation.validator import Validator

__all__ = ["Progress", "RankedPatch", "RepairRequest", "RepairResult", "repair"]

PROFILED = 6
"""How many failing tests are profiled."""


def repair(request: RepairRequest) -> RepairResult:
    """Search until a complete patch is found (and a few seconds more), the space is empty, or the time is over.

    Looks for one patch for other failing tests with the same cause as well, for a first part of the time (see
    `joint_repair.py`). Never modifies `request.tree`. Returns an empty result with notes if no patch is found. Raises
    MeasurementError where the installation is broken (no interpreter, a sandbox that does not work).
    """
    is_known = any(one.update is not None for one in request.failures)
    request = replace(request, follows_update=request.follows_update or is_known)
    try:
        wider = None if request.apart else joint_request(request)
        if wider is None:
            return _measured(_alone(request))
        first = complete_for(_measured(_alone(wider)), request.failing)
        left = max(1.0, request.seconds - first.seconds)
        return or_else(first, lambda: _measured(_alone(replace(request, seconds=left))), request.failing)
    finally:
        clear_caches()


def _measured(result: RepairResult) -> RepairResult:
    """The result with the confidences that are said to others; the search and its stages use the learned ones."""
    return replace(result, patches=tuple(map(as_measured, result.patches)))


def _alone(request: RepairRequest) -> RepairResult:
    """For the failing tests of the request and no others."""
    wanted = set(request.failing)
    request = replace(request, failures=[failure for failure in request.failures if failure.test in wanted])
    clock = Clock(request.seconds, request.cancel, request.stretch)
    folder = scratch_folders.make_folder()
    with contextlib.ExitStack() as closing:
        closing.callback(scratch_folders.drop, folder)
        try:
            return _repair(request, Workers(request, clock, folder, closing))
        except ServerLost as lost:
            return _nothing(clock, "space", [f"The tests could not be run: {lost}"])
        except TimeIsUp as over:
            return _nothing(clock, over.why, ["The time was over before the search began."])


def _nothing(clock: Clock, why: End, notes: list[str]) -> RepairResult:
    return RepairResult((), 0, why, [], clock.passed(), notes, {})


def _repair(request: RepairRequest, workers: Workers) -> RepairResult:
    begun = _begun_search(request, workers) if _may_be_of_own_change(request) else None
    library = None if begun is not None and begun.run.finds_undo() else repair_libraries(request, workers)
    if library is None and request.libraries_only:
        return _nothing(workers.clock, "space", [])
    if library is None:
        found = _after_libraries(request, workers, begun)
        return replace(found, patches=_weighed(NO_LIBRARY_REPAIR, found.patches, request))
    library = replace(library, patches=tuple(weigh_patches(library, library.patches)))
    is_end = library.is_end and not request.patches
    if needs_no_search(library) or is_end or workers.clock.over() or request.libraries_only:
        ended = "found" if library.patches else workers.clock.over() or "space"
        return with_library(library, _nothing(workers.clock, ended, []))
    try:
        return _beyond_libraries(library, request, workers, begun)
    except TimeIsUp as over:
        return with_library(library, _nothing(workers.clock, over.why, []))


def _may_be_of_own_change(request: RepairRequest) -> bool:
    """Whether the project's own recent changes are undone before libraries are asked, which takes far longer: nothing
    says that one was updated."""
    if not request.changes or request.patches or request.allowed_lines or request.shard or request.libraries_only:
        return False
    return not (request.follows_update or any(one.update for one in request.failures))


def _beyond_libraries(
    library: LibraryRepair, request: RepairRequest, workers: Workers, begun: BegunSearch | None
) -> RepairResult:
    """What the search adds to steps that are not enough. Raises TimeIsUp."""
    further = continuation_request(library, request, workers)
    found = _alone(further) if further is not None else _after_libraries(request, workers, begun)
    patches = found.patches if further is None else with_start(library, found.patches, workers.sources)
    found = replace(found, patches=_weighed(library, patches, request))
    return with_library(library, found, went_on=further is not None)


def _weighed(library: LibraryRepair, patches: Sequence[RankedPatch], request: RepairRequest) -> tuple[RankedPatch, ...]:
    after_update = any(is_target(TestId(test), request.updated) for test in request.failing)
    return tuple(weigh_patches(library, patches, request.failures, after_update))


class BegunSearch(NamedTuple):
    """A search whose first worker has measured the suite, and its workers so far."""

    run: SearchRun
    validators: Sequence[Validator]


def _begun_search(request: RepairRequest, workers: Workers) -> BegunSearch | None:
    """A search that has not tried anything yet; None where its process can't import all files."""
    first = workers.first
    if not first.failing or first.warm is None or broken_files(workers.sources, request.failures, first.failing):
        return None
    space = space_of(request, first, workers.sources)
    return BegunSearch(SearchRun(space, [first], _options(request, workers, first), workers.later(first)), [first])


def _after_libraries(request: RepairRequest, workers: Workers, begun: BegunSearch | None) -> RepairResult:
    """The repair of files that do not compile, then the search."""
    if begun is not None:
        return _searched(begun)
    first = workers.first
    if not first.failing:
        return _nothing(workers.clock, "space", first.notes)
    compiling = make_compile(request, workers, first, lambda: _options_for_compiling(request, workers, first))
    if compiling is not None and compiling.patches:
        continuation = _alone(compiling.continuation) if compiling.continuation is not None else None
        return result_of(compiling, _nothing(workers.clock, "space", []), continuation, workers.sources)
    space = space_of(request, first, workers.sources)
    pool = compiling.run.pool if compiling is not None else None
    validators, later = (pool.validators, pool.later) if pool is not None else ([first], workers.later(first))
    run = SearchRun(space, validators, _options(request, workers, first), later)
    return _searched(BegunSearch(run, validators))


def _searched(begun: BegunSearch) -> RepairResult:
    begun.run.run()
    every = dict.fromkeys([*begun.validators, *begun.run.pool.validators])
    return _result(begun.run, begun.validators[0], [note for one in every for note in one.notes])


def _options(request: RepairRequest, workers: Workers, first: Validator) -> SearchOptions:
    continuation = Continuation(request, workers, _alone, first.baseline.total_seconds)
    return SearchOptions(
        clock=workers.clock,
        budget=request.seconds,
        after_first=request.after_first_seconds,
        reserved=_reserved(request.seconds, first),
        best=lambda findings, space: _best(findings, space, first),
        continuation=None
        if request.at_once
        else lambda findings, space: continuation.patches(_partial(findings, space, first), findings),
        confirmer=workers.confirmer(first) if request.confirm else None,
        confirm_late=request.scope is not None,
        exclude=frozenset(request.exclude),
        in_vain=lambda: _in_vain(request, workers.sources, first),
        wanted=request.wanted,
        on_progress=request.on_progress,
    )


def _in_vain(request: RepairRequest, root: Path, first: Validator) -> set[str]:
    if request.memory is None:
        return set()
    return request.memory.of(root, first.failing, test_files((*request.failing, *request.passing)))


def _reserved(seconds: float, first: Validator) -> float:
    """The seconds at the end of a search that are left for the comparison of its patches in a test framework."""
    compares = isinstance(first.processes, FrameworkProcesses) and first.processes.compares_calls
    return min(OBSERVATION_SECONDS, OBSERVATION_SHARE * seconds) if compares else 0.0


def _options_for_compiling(request: RepairRequest, workers: Workers, first: Validator) -> SearchOptions:
    """For files that do not compile, whose patches are ranked by what they say of a mistake, not by confidence."""
    after = min(AFTER_COMPILING_SECONDS, AFTER_COMPILING_SHARE * request.seconds)
    wanted = request.after_first_seconds
    return replace(
        _options(request, workers, first),
        after_first=after if wanted is None else wanted,
        best=lambda findings, space: ("", 1.0),
        continuation=None,
    )


def space_of(request: RepairRequest, validator: Validator, root: Path) -> Space:
    """What a search would go through; `root`: the project in a copy that nobody writes to."""
    sources = Sources(root, test_files((*request.failing, *request.all_failing, *request.passing)))
    failures = [failure for failure in request.failures if failure.test in set(validator.failing)]
    symptoms = _symptoms(request, validator, failures)
    validator.notes += filter(None, [coverage_note(symptoms)])
    locations = localise(sources, symptoms)
    failure_evidence = evidence_of(request, failures, root)
    history = ChangeHistory(sources, request.changes) if request.changes else None
    experience = Experience.of(request.history)
    order = EditOrder(Naturalness(suspicious_sources(sources, locations)), experience=experience)
    shard = request.shard, request.shards, request.allowed_lines
    return Space(sources, locations, failure_evidence, history, *shard, order=order, patches=request.patches)


def evidence_of(request: RepairRequest, failures: Sequence[Failure], root: Path) -> FailureEvidence:
    """What the failures tell, and whether the request knows a Python library's requirement from before an update.

    Neither that nor an update counts where the failures are the same with what the project required.
    """
    is_known = request.facts.are_unchanged(failures)
    earlier = {library for library in request.earlier if not (is_known or library.startswith("npm:"))}
    installed = request.facts.installed.modules if request.facts.installed is not None else {}
    modules = {module for module, library in installed.items() if library in earlier}
    return replace(
        gather(failures, root),
        has_earlier_requirements=bool(earlier),
        follows_update=request.follows_update and not is_known,
        newer_modules=frozenset(modules or (library.replace("-", "_") for library in earlier)),
    )


def _symptoms(request: RepairRequest, validator: Validator, failures: Sequence[Failure]) -> Symptoms:
    """What localisation goes by; where the lines of a test are not all known, its profile adds what it saw."""
    known = validator.coverage
    executed: dict[TestId, Mapping[str, Collection[int]]] = dict(known.tests) if known else {}
    elsewhere = known.unsure if known else frozenset()
    tests = validator.failing[:PROFILED]
    if not elsewhere.isdisjoint(tests):  # to compare with, tests that run code in other processes as well
        tests += [test for test in validator.passing if test in elsewhere][:PROFILED]
    seconds = min(TRACE_SECONDS, PROFILES_SHARE * request.seconds / max(1, len(tests)))
    seen = profiles(validator, tests, seconds)
    for test, one in seen.items():
        if test in elsewhere or not executed.get(test):
            executed[test] = united_lines(executed.get(test, {}), one.executed())
    older = older_texts(request.changes)
    imported = known.import_lines if known else {}
    return Symptoms(validator.failing, validator.passing, executed, failures, seen, older, elsewhere, imported)


def _evidence(findings: Findings, space: Space, validator: Validator) -> Evidence:
    """What the search knows about what it found; the project's own files speak for what is natural in it."""
    found = [*findings.found, *findings.doubtful]
    edited = [part.source for one in found for part in one.candidate.parts]
    natural = _natural(tuple(dict.fromkeys((*edited, *space.sources.loaded())))) if found else None
    return Evidence(space.failure_evidence, space.locations, natural)


@cached_per_search(2)
def _natural(sources: tuple[SourceText, ...]) -> Naturalness:
    """Half a second in a big project: asked for with every patch that is found."""
    return Naturalness(sources)


def _best(findings: Findings, space: Space, validator: Validator) -> tuple[str, float]:
    """Fingerprint and confidence of the best complete patch so far, as far as is known without its behaviour.

    The confidence is the learned one. By the one that is said in the end the search went on for longer, and the rivals
    that it found made right patches doubtful.
    """
    evidence = replace(_evidence(findings, space, validator), known=findings.features)
    best = rank_patches(findings.complete, evidence, limit=1)
    sure = [(one.fingerprint, one.confidence if one.complete else whole_confidence(one)) for one in best]
    return max([*sure, *((one.fingerprint, one.confidence) for one in findings.continued)], key=lambda one: one[1])


def _partial(findings: Findings, space: Space, validator: Validator) -> list[RankedPatch]:
    """The partial patches, best first, each with the confidence that it had if it fixed all: a continuation has to."""
    found = [one for one in rank_patches(findings.found, _evidence(findings, space, validator)) if not one.complete]
    return [replace(one, confidence=whole_confidence(one)) for one in found]


def _best_first(complete: Sequence[RankedPatch], beyond: Sequence[RankedPatch]) -> list[RankedPatch]:
    """What the search found and what it found beyond a part of it, as ranked; of the latter nothing that does more
    than a complete patch which is a part of it."""
    whole = [_changed_lines(one) for one in complete if one.complete]
    least = [one for one in beyond if not any(part <= _changed_lines(one) for part in whole)]
    if not least:
        return list(complete)
    return sorted([*complete, *least], key=lambda one: (not one.complete, -one.confidence))


def _changed_lines(patch: RankedPatch) -> set[str]:
    return {line for line in patch.diff.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")}


def _observed(run: SearchRun, evidence: Evidence) -> ObservedBehaviour:
    """How the patches behave, if there is any time left: the best ones, as far as is known without that."""
    run.clock.reopen(OBSERVATION_SECONDS)
    if not run.findings.complete or not run.pool.validators:
        return ObservedBehaviour()
    best, validator = order_patches(run.findings.found, evidence), run.pool.validators[0]
    return observe_patches(best, validator) if validator.warm is not None else observe_in_framework(best, validator)


def _result(run: SearchRun, validator: Validator, notes: list[str]) -> RepairResult:
    findings = run.findings
    evidence = _evidence(findings, run.space, validator)
    seen = _observed(run, evidence)
    evidence = replace(evidence, behaviour=seen.behaviour)
    run.confirm_best(lambda found: rank_patches(found, evidence))
    regression = [findings.regression.text] if findings.regression else []
    return RepairResult(
        patches=tuple(_best_first(rank_patches(findings.found, evidence), findings.continued)),
        candidates_tried=findings.tried,
        exhausted=run.ended or "budget",
        suspicious=[(s.file, s.line, round(s.score, 4)) for s in run.space.locations[:200]],
        seconds=run.clock.passed(),
        notes=list(dict.fromkeys([*regression, *notes, *findings.notes])),
        tried_kinds=dict(findings.kinds),
        first_seconds=findings.first_seconds,
        regression=findings.regression,
        doubtful=tuple(rank_patches(findings.doubtful, evidence)),
        differences=seen.differences,
    )

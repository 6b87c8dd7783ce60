"""Why a project's tests fail: `explain_project` measures, searches a few seconds for evidence, and shows no patch.

No session, no branch, no Dagster. The project's files are only read.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from testfix_pipeline.core.change_history import Change
from testfix_pipeline.core.configuration.setting_sources import merge_config
from testfix_pipeline.core.cycle_rules.results import summarise
from testfix_pipeline.core.cycle_rules.triage import code_failures
from testfix_pipeline.core.patch_policy.doctests import test_files
from testfix_pipeline.core.records import Cluster, Failure, SuiteResults, utc_now
from testfix_pipeline.core.signatures import clusters
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.processes.scratch_folders import scratch_folder
from testfix_pipeline.execution.run_faults import require_measurement
from testfix_pipeline.explanation.abstention import ASKS_MODEL, abstention, explained_groups, parts_of, trial_seconds
from testfix_pipeline.explanation.incomplete_code import Executed, LackingPart, lacking_parts
from testfix_pipeline.explanation.model import Cause, Explanation, Place
from testfix_pipeline.explanation.product_sources import ProductSources
from testfix_pipeline.explanation.root_cause import MeasuredFailures, PlaceExperiment, code_at, root_cause
from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.engines import repair
from testfix_pipeline.repair.localise.spectrum import Spectrum, ochiai
from testfix_pipeline.repair.validation.warm_start import WarmStart
from testfix_pipeline.standalone.bench import Bench, MeasuredSuite
from testfix_pipeline.standalone.chosen_failures import check_wanted, left_alone, request_for, with_reruns
from testfix_pipeline.standalone.executed_lines import LinesOnDemand
from testfix_pipeline.standalone.present_environment import belongs
from testfix_pipeline.workspace.git.change_history import project_changes
from testfix_pipeline.workspace.git.project_folder import ProjectFolder, find_place
from testfix_pipeline.workspace.own_settings import read_own_settings

DEFAULT_SECONDS = 8.0
"""Of searching for evidence, for all causes together."""
MOST_CAUSES = 8
LEAST_SHARED = 0.5
"""The least suspiciousness (Ochiai) of a line that failing tests of several clusters share, to be one cause."""
AFTER_FIRST_S = 1.0
"""How long a search goes on after its first complete patch: the place matters, not the best form."""
FIXES = "`testfix fix` searches for a patch."
OFFERS = "`testfix fix` offers a change of the tests, where one makes them pass in any order."


@dataclass(frozen=True)
class QuestionForModel:
    """What a model may be asked about: a copy of the project, its failures by cause, the measured results."""

    tree: Path
    root: Path
    groups: Sequence[Cluster]
    results: SuiteResults
    causes: Sequence[Cause]


Ask = Callable[[QuestionForModel], tuple[list[Cause], list[str]]]


def explain_project(
    path: str | Path,
    tests: Sequence[str] | None = None,
    seconds: float = DEFAULT_SECONDS,
    cores: int | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
    ask: Ask | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Explanation:
    """Return why tests of the project in a folder fail, in git or not, without changing the folder.

    tests: ids of failing tests, or of their files or classes; None for all. seconds: to search for evidence, without
    measuring the suite. settings: as in a launch of `testfix fix`. ask: asks models, whose causes come first, and
    returns who was asked. cancel: asked often; true ends the search. Raises UsageError, ProjectError, MeasurementError.
    """
    started = time.monotonic()
    place = find_place(path)
    launch = {**(settings or {}), "project": str(place.root)}
    config = merge_config(launch, {}, read_own_settings(place.root), trusted=launch.get("trusted") is True)
    cancel = cancel or (lambda: False)
    with scratch_folder() as folder:
        bench = Bench.open(place, config, folder, cancel, lambda done, total: None)
        with WarmStart(bench.target, bench.tree) as warm:
            found = _Work(place, bench, warm, cancel).explain(tests, seconds, cores or os.cpu_count() or 1, ask)
    return found.model_copy(update={"seconds": round(time.monotonic() - started, 2)})


@dataclass
class _Work:
    place: ProjectFolder
    bench: Bench
    warm: WarmStart
    cancel: Callable[[], bool]

    def explain(self, tests: Sequence[str] | None, seconds: float, cores: int, ask: Ask | None) -> Explanation:
        now = self.bench.measure()
        require_measurement(now.run)
        now = with_reruns(self.bench, now, self.warm)
        wanted = check_wanted(tests, now)
        mine = [one for one in now.failures if wanted is None or belongs(one.test, wanted)]
        failures = [one for one in code_failures(mine) if not one.order]
        groups = clusters(failures)[:MOST_CAUSES]
        now = LinesOnDemand(self.bench, self.cancel).measured(now, groups, seconds, self.warm) if groups else now
        executed = now.coverage.tests if now.coverage is not None else {}
        sources = ProductSources(self.bench.root, frozenset(test_files(now.run.outcomes)))
        lacking = lacking_parts(sources, failures, executed, now.passing, self._changes)
        causes, searched = self._causes(groups, now, sources, lacking, seconds, cores)
        by_order = [one for one in mine if one.order]
        kept = [one for one in by_order if one.is_repairable]
        causes += [Cause(title="order of the tests", tests=[one.test], cause=one.order) for one in kept]
        said: list[Cause] = []
        asked: list[str] = []
        if ask is not None and groups:
            results = _results(now)
            said, asked = ask(QuestionForModel(self.bench.tree, self.bench.root, groups, results, causes))
        abstained = _abstained(causes, lacking, failures)
        return Explanation(
            project=str(self.place.root),
            tests=len(now.run.outcomes),
            failing=len(now.run.failing),
            causes=[*said, *causes],
            not_of_the_code=left_alone(mine),
            abstained=abstained,
            next=ASKS_MODEL if abstained else FIXES if causes else OFFERS if by_order else "",
            asked=asked,
            search_seconds=round(searched, 2),
            notes=self.bench.notices,
        )

    @property
    def _changes(self) -> list[Change]:
        return project_changes(self.place.git, self.place.root, self.place.subdir) if self.place.head else []

    def _causes(
        self,
        groups: Sequence[Cluster],
        now: MeasuredSuite,
        sources: ProductSources,
        lacking: Sequence[LackingPart],
        seconds: float,
        cores: int,
    ) -> tuple[list[Cause], float]:
        """Return the causes, each of one or several groups, and the seconds of searching."""
        causes: list[Cause] = []
        executed = now.coverage.tests if now.coverage is not None else {}
        began, open_groups = time.monotonic(), list(groups)
        while open_groups:
            joined = explained_groups(open_groups, lacking) or _with_common_line(open_groups, sources, executed, now)
            tests = [test for group in joined for test in group.tests]
            share = max(1.0, seconds - (time.monotonic() - began)) / (1 + len(open_groups) - len(joined))
            parts = parts_of(lacking, tests)
            if parts:
                own = (now.run.outcomes[test].duration for test in tests if test in now.run.outcomes)
                share = min(share, trial_seconds(sum(own)))
            request = request_for(self.bench, now, tests, self.warm, share, cores)
            request = replace(request, changes=self._changes, cancel=self.cancel)
            result = repair(replace(request, after_first_seconds=AFTER_FIRST_S, confirm=False))
            experiment = _experiment(sources, result, tests)
            if experiment is not None:
                joined = [group for group in joined if experiment.fixed.issuperset(group.tests)] or joined
                tests = [test for group in joined for test in group.tests]
            open_groups = [group for group in open_groups if group not in joined]
            mine = [one for one in now.failures if one.test in set(tests)]
            places = [_place(sources, *one) for one in result.suspicious]
            parts = [] if experiment is not None and experiment.is_likely else parts
            known = MeasuredFailures(sources, joined[0].title, mine, now.passing, executed, places, parts, experiment)
            causes.append(root_cause(known))
        return causes, time.monotonic() - began


def _results(now: MeasuredSuite) -> SuiteResults:
    return summarise(
        now.run.outcomes,
        None,
        now.failures,
        mode="full_suite",
        command=" ".join(now.run.command),
        duration=now.run.duration,
        collected_at=utc_now(),
    )


def _place(sources: ProductSources, file: str, line: int, score: float, function: str = "") -> Place:
    if not function:
        inside = [one for one in sources.functions(file) if one.lineno <= line <= (one.end_lineno or one.lineno)]
        function = max(inside, key=lambda one: one.lineno).name if inside else ""
    return Place(file=file, line=line, function=function, code=code_at(sources, file, line), score=round(score, 3))


def _experiment(sources: ProductSources, result: RepairResult, tests: Sequence[TestId]) -> PlaceExperiment | None:
    """Return the most likely patch of a short search as an experiment; None if there is none that breaks nothing."""
    best = next((one for one in result.patches if not one.breaks), None)
    if best is None:
        return None
    first_place, *others = best.location.split(", ")
    file, _, rest = first_place.partition(":")
    function, _, lines = rest.rpartition(":")
    first = lines.partition("-")[0]
    if not first.isdigit():
        return None
    place = _place(sources, file, _line_with_code(sources, file, int(first)), 1.0, function)
    complete = best.fixes.issuperset(tests)
    return PlaceExperiment(place, best.description, best.fixes, complete, best.confidence, len(others))


def _line_with_code(sources: ProductSources, file: str, line: int) -> int:
    """Return the line, or the last one before it that is not empty: an insertion has the line behind a statement."""
    return next((one for one in range(line, 0, -1) if code_at(sources, file, one)), line)


def _with_common_line(
    groups: Sequence[Cluster], sources: ProductSources, executed: Executed, now: MeasuredSuite
) -> list[Cluster]:
    """Return the first group with those that run the line that failing tests share most, which is one cause's sign."""
    failing = [test for group in groups for test in group.tests]
    spectrum = Spectrum.of(executed, failing, now.passing)
    counts = [
        (ochiai(spectrum.counts(file, line)), file, line)
        for file, lines in spectrum.failed.items()
        if sources.is_product(file)
        for line in lines
    ]
    shared = [(score, file, line) for score, file, line in counts if _all_run(groups[0], executed, file, line)]
    score, file, line = max(shared, default=(0.0, "", 0))
    if score < LEAST_SHARED:
        return [groups[0]]
    return [group for group in groups if group is groups[0] or _all_run(group, executed, file, line)]


def _all_run(group: Cluster, executed: Executed, file: str, line: int) -> bool:
    return all(line in executed.get(test, {}).get(file, ()) for test in group.tests)


def _abstained(causes: Sequence[Cause], lacking: Sequence[LackingPart], failures: Sequence[Failure]) -> str:
    """Return why no small edit can repair what fails; "" if one may repair a part."""
    if not causes or not all(cause.lacking for cause in causes):
        return ""
    words = {clause for cause in causes for clause in cause.lacking}
    return abstention([part for part in lacking if part.words in words], failures)

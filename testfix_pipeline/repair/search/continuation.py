"""Continues a partial patch: the remaining failures on its files are measured, localised and repaired."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.failure_records import failure_records
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.model.ids import JOINT
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.sources import load_or_empty
from testfix_pipeline.repair.model.unified_diff import unified_diff
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.findings import Findings
from testfix_pipeline.repair.search.request import RepairRequest, RepairResult
from testfix_pipeline.repair.search.schedule import CONTINUATION_SHARE
from testfix_pipeline.repair.search.search_progress import Progress
from testfix_pipeline.repair.search.workers import Workers

MOST_STARTS = 2
LEAST_SECONDS = 4.0
SUITES = 4
"""The runs of the suite that must fit into a start's time: measurement, the new search's baseline, confirmation."""


@dataclass(frozen=True)
class ContinuationStart:
    """The suite's run on a patched copy of the project, and the request to repair the targets that still fail."""

    run: SuiteRun
    request: RepairRequest


@dataclass(frozen=True)
class Continuation:
    """Continues partial patches. search: `engine.repair`. suite_seconds: the duration of the suite."""

    request: RepairRequest
    workers: Workers
    search: Callable[[RepairRequest], RepairResult]
    suite_seconds: float

    def patches(self, partial: Sequence[RankedPatch], findings: Findings) -> list[RankedPatch]:
        """Complete patches on top of the first of `partial` (best first, one of each place) that leads to any.

        `findings` count the tried candidates and take the notes. Empty if edits are limited to lines, whose numbers
        would no longer be those of the files.
        """
        if self.request.allowed_lines is not None:
            return []
        places = {patch.location: patch for patch in reversed(partial)}
        chosen = [patch for patch in partial if places[patch.location] is patch][:MOST_STARTS]
        for number, patch in enumerate(chosen):
            seconds = CONTINUATION_SHARE * self.workers.clock.left()
            if seconds < max(LEAST_SECONDS, SUITES * self.suite_seconds):
                break
            if found := self._continue(patch, findings, f"continued{number}", seconds):
                return found
        return []

    def _continue(self, patch: RankedPatch, findings: Findings, name: str, seconds: float) -> list[RankedPatch]:
        start = start_from(self.request, self.workers, patch.contents, name, seconds)
        if start is None or not start.request.failing:
            return []
        request = replace(start.request, shard=0, shards=1, patches=(), on_progress=self._listener(findings.tried))
        result = self.search(request)
        findings.tried += result.candidates_tried
        findings.kinds.update(result.tried_kinds)
        note = f"From a patch at {patch.location} that fixes a part, the search went on to what it leaves."
        findings.notes += [note, *result.notes]
        joined = [on_top(patch, other, self._original) for other in result.patches if other.complete]
        return [one for one in joined if one.fingerprint not in self.request.exclude]

    def _listener(self, tried: int) -> Callable[[Progress], None] | None:
        """A listener that reports the new search as a part of the original one."""
        report, seconds = self.request.on_progress, self.workers.clock.passed()
        if report is None:
            return None
        return lambda progress: report(
            replace(progress, tried=tried + progress.tried, seconds=seconds + progress.seconds)
        )

    def _original(self, path: str) -> SourceText:
        return load_or_empty(self.workers.sources, path)


def start_from(
    request: RepairRequest, workers: Workers, contents: Mapping[str, bytes], name: str, seconds: float
) -> ContinuationStart | None:
    """The start with these contents of files (path from the project's root), in the folder `name` of the workers.

    seconds: for the measurement and the following search. None if the suite cannot be run or a passing test breaks.
    """
    clock = workers.clock
    until = clock.passed() + seconds
    tree, record = workers.folder / name, workers.folder / f"{name}.json"
    shutil.copytree(workers.pristine, tree, symlinks=True)
    root = request.project.root(tree)
    for path, text in contents.items():
        (root / path).write_bytes(text)
    run = run_suite(
        request.project,
        tree,
        tests=None if request.scope is None else list(map(TestId, request.scope)),
        timeout=max(1.0, seconds),
        record_coverage=record,
        cancel=clock.cancelled,
        farewell_seconds=0.0,
    )
    if run.fault is not None or not set(request.guarding) <= run.passed:
        return None
    failing = [test for test in run.outcomes if test in run.failing]
    rest = replace(
        request,
        tree=tree,
        failing=[test for test in failing if is_target(test, request.failing)],
        all_failing=failing,
        passing=list(
            dict.fromkeys(
                [*(request.passing if request.scope else ()), *(test for test in run.outcomes if test in run.passed)]
            )
        ),
        failures=failure_records(run.outcomes, root),
        started=None,
        coverage=CoverageMap.load(record),
        seconds=max(1.0, until - clock.passed()),
    )
    return ContinuationStart(run, rest)


def is_target(test: TestId, targets: Sequence[TestId]) -> bool:
    """Whether a test is a target, or in a target file that could not be collected."""
    return test in targets or test.file_id in targets


def on_top(start: RankedPatch, patch: RankedPatch, original: Callable[[str], SourceText]) -> RankedPatch:
    """A patch of the files after `start` as one patch of the original files, which `original` returns by path.

    Both must be right for the joined patch to be: the confidences are multiplied.
    """
    files = {**start.files, **patch.files}
    return replace(
        patch,
        files=files,
        contents={**start.contents, **patch.contents},
        diff="".join(unified_diff(original(path), text) for path, text in files.items()),
        kind=f"{start.kind}{JOINT}{patch.kind}",
        description=f"{start.description}; {patch.description}",
        location=", ".join(dict.fromkeys([start.location, patch.location])),
        fixes=start.fixes | patch.fixes,
        confidence=round(start.confidence * patch.confidence, 3),
        fingerprint=hashlib.sha256(f"{start.fingerprint} {patch.fingerprint}".encode()).hexdigest()[:20],
        group=None,
    )

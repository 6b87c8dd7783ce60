"""One task, from the buggy tree to a row: measured, repaired and judged as a session would, but for the judge."""

from __future__ import annotations

import tempfile
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.repair.judge import Judge, project
from benchmarks.repair.task import Task
from testfix_pipeline.core.records import Failure, Outcome, SuiteRun
from testfix_pipeline.core.signatures import signature
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.engine import RankedPatch, RepairRequest, RepairResult, repair
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.workspace.git.change_history import recent_changes
from testfix_pipeline.workspace.git.git_client import GitClient

MOST_JUDGED = 12


@dataclass(frozen=True)
class Budget:
    """What the engine may use for one task."""

    seconds: float
    cores: int


class Unfit(Exception):
    """A task that can't be tried here, with the reason: nothing fails, or the suite does not run."""


def run_trial(task: Task, budget: Budget) -> dict[str, Any]:
    """The row of one task. Raises Unfit."""
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as name:
        folder = Path(name)
        (folder / "subject").mkdir()
        tree = task.build(folder / "subject")
        request = repair_request(task, tree, folder, budget)
        try:
            result = repair(request)
        except Exception:  # an engine that breaks has missed the bug, and the row says how
            result = _broken(traceback.format_exc(limit=-4))
        judged = _judged(Judge(task, tree, folder), result.patches)
        return {**_about(task, request), **_outcome(result, judged), **_place(task, tree, result)}


def repair_request(task: Task, tree: Path, folder: Path, budget: Budget) -> RepairRequest:
    """The request that the cycle would make, from coverage, failures and recent changes of the tree. Raises Unfit."""
    target = project(task, judging=False)
    record = folder / "coverage.json"
    run = run_suite(target, tree, record_coverage=record, timeout=600)
    if run.fault is not None:
        raise Unfit(f"{run.fault.kind}: {run.fault.message[:300]}")
    wanted = set(task.visible) - set(task.hidden) or set(run.outcomes)
    failing = [test for test in run.outcomes if test in run.failing and (test in wanted or "::" not in test)]
    if not failing:
        raise Unfit("no visible test fails")
    return RepairRequest(
        project=target,
        tree=tree,
        failing=failing,
        all_failing=failing,
        passing=[test for test in run.outcomes if test in run.passed and test in wanted],
        failures=failures_of(run, failing),
        coverage=CoverageMap.load(record),
        seconds=budget.seconds,
        cores=budget.cores,
        changes=recent_changes(GitClient(tree), "HEAD"),
    )


def failures_of(run: SuiteRun, failing: Sequence[TestId]) -> list[Failure]:
    """The failures as the engine gets them in a session."""
    return [_failure(run.outcomes[test]) for test in sorted(failing)]


def _failure(outcome: Outcome) -> Failure:
    last = outcome.frames[-1] if outcome.frames else None
    return Failure(
        test=outcome.id,
        error=outcome.message,
        error_type=outcome.error_type,
        file=last.file if last else outcome.id.partition("::")[0],
        line=last.line if last else None,
        frames=outcome.frames,
        signature=signature(outcome),
    )


def _judged(judge: Judge, patches: Sequence[RankedPatch]) -> list[dict[str, Any]]:
    """What the judge says of the best patches, in the engine's order."""
    found = []
    for patch in [patch for patch in patches if patch.complete][:MOST_JUDGED]:
        verdict = judge.label(patch.contents)
        said = {"label": verdict.label, "inputs": verdict.inputs, "why": verdict.why}
        own = {"kind": patch.kind, "confidence": patch.confidence, "location": patch.location, "diff": patch.diff}
        found.append({**own, **said, "features": patch.features})
    return found


def _broken(why: str) -> RepairResult:
    return RepairResult((), 0, "broke", [], 0.0, [why], {})  # type: ignore[arg-type]


def _about(task: Task, request: RepairRequest) -> dict[str, Any]:
    return {
        "id": task.id,
        "section": task.section,
        "set": task.set,
        "kind": task.kind,
        "change": list(task.change),
        "tests": len(request.passing) + len(request.failing),
        "failing": len(request.failing),
        "hidden": len(task.hidden),
        "budget": [request.seconds, request.cores],
    }


def _outcome(result: RepairResult, judged: list[dict[str, Any]]) -> dict[str, Any]:
    labels = [one["label"] for one in judged]
    right = next((rank for rank, label in enumerate(labels, 1) if label != "wrong"), None)
    return {
        "plausible": bool(judged),
        "rank": right,
        "exact": labels[:1] == ["exact"],
        "equivalent": labels[:1] == ["equivalent"],
        "overfitted": labels[:1] == ["wrong"],
        "any_exact": "exact" in labels,
        "seconds": round(result.seconds, 2),
        "first_seconds": None if result.first_seconds is None else round(result.first_seconds, 2),
        "candidates": result.candidates_tried,
        "candidates_per_second": round(result.candidates_tried / max(result.seconds, 0.01), 2),
        "ended": result.exhausted,
        "patches": judged,
        "doubtful": [patch.doubt for patch in result.doubtful],
        "partial": sum(not patch.complete for patch in result.patches),
        "kinds": result.tried_kinds,
        "notes": result.notes[:5],
        "at": time.strftime("%Y-%m-%dT%H:%M:%S"),
    }


def _place(task: Task, tree: Path, result: RepairResult) -> dict[str, Any]:
    """The rank of the place of the bug among the locations, None where it is not among them."""
    for rank, (file, line, score) in enumerate(result.suspicious, 1):
        if line in _statement_lines(task, tree).get(file, ()):
            return {"suspect_rank": rank, "suspect_score": score, "suspects": len(result.suspicious)}
    return {"suspect_rank": None, "suspect_score": None, "suspects": len(result.suspicious)}


def _statement_lines(task: Task, tree: Path) -> dict[str, set[int]]:
    """First lines of the statements on the task's lines."""
    found = {}
    for file, lines in task.lines.items():
        source = SourceFile.load(tree, file)
        known = source.statements if source else {}
        found[file] = {known[line].lineno for line in lines if line in known}
    return found

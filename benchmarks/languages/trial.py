"""One program, from the buggy tree to a row: measured, repaired, and judged by its hidden tests."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from benchmarks.languages.project_run import project_of, run_tests
from benchmarks.repair.trial import failures_of
from testfix_pipeline.repair.engine import RankedPatch, RepairRequest, repair
from testfix_pipeline.repair.language.registry import language_of

MOST_JUDGED = 6


class RepairTask(Protocol):
    """A tree with one bug: a program, or a mutation of a package."""

    @property
    def name(self) -> str:
        """Its id."""

    @property
    def framework(self) -> str:
        """What its tests run with."""

    @property
    def fixed(self) -> Mapping[str, str]:
        """The right texts of the files that the fix changes."""

    @property
    def bug_lines(self) -> set[tuple[str, int]]:
        """File and line of the bug."""

    def write_buggy(self, tree: Path) -> None:
        """Write the tree that a repairer gets."""

    def write_hidden(self, tree: Path) -> None:
        """Add the tests that only the judge runs."""

    def is_hidden(self, test: str) -> bool:
        """Whether a test is one of these."""


def check(one: RepairTask) -> str:
    """What is not sound about a program, "" where all is: its tests see the bug, and all pass without it."""
    with tempfile.TemporaryDirectory() as name:
        buggy, fixed = Path(name) / "buggy", Path(name) / "fixed"
        one.write_buggy(buggy)
        visible = run_tests(buggy)
        one.write_buggy(fixed)
        _write(fixed, one.fixed)
        if visible.fault or not visible.failing or not visible.passed:
            return f"the visible tests: {visible.fault}, {len(visible.failing)} fail, {len(visible.passed)} pass"
        if why := _complaint(one, fixed):
            return f"the fixed program: {why}"
        return "" if _complaint(one, buggy) else "no hidden test sees the bug"


def run_trial(one: RepairTask, seconds: float, cores: int, rivals: float | None = None) -> dict[str, Any]:
    """The row of a program: what the engine found first and what that is, of what else is plausible the right one.

    rivals: seconds for the search after its first plausible patch; then all patches are judged. None: as in a session.
    """
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as name:
        tree = Path(name) / "tree"
        one.write_buggy(tree)
        request = replace(repair_request(tree, seconds, cores), after_first_seconds=rivals)
        began = time.monotonic()
        result = repair(request)
        took = time.monotonic() - began
        patches = [patch for patch in result.patches if patch.complete][: MOST_JUDGED if rivals is None else None]
        labels = [_label(one, patch, Path(name) / "judged") for patch in patches]
        return {
            "id": one.name,
            "framework": one.framework,
            "labels": labels,
            "kinds": [patch.kind for patch in patches],
            "confidence": [round(patch.confidence, 2) for patch in patches],
            "features": [patch.features for patch in patches],
            "diff": patches[0].diff if patches else "",
            "refused": [patch.doubt for patch in result.doubtful][:3],
            "partial": [patch.kind for patch in result.patches if not patch.complete][:3],
            "seconds": round(took, 2),
            "first": result.first_seconds and round(result.first_seconds, 2),
            "tried": result.candidates_tried,
            "ended": result.exhausted,
            "notes": result.notes[:4],
            "location": _location(one, request.tree, result.suspicious),
        }


def repair_request(tree: Path, seconds: float, cores: int) -> RepairRequest:
    """What a session would ask the engine for in a tree. Raises RuntimeError where no test fails."""
    project = project_of(tree)
    run = run_tests(tree)
    failing = [test for test in run.outcomes if test in run.failing]
    if run.fault or not failing:
        raise RuntimeError(f"the tests of {tree}: {run.fault}, {len(failing)} fail")
    return RepairRequest(
        project=project,
        tree=tree,
        failing=failing,
        all_failing=failing,
        passing=[test for test in run.outcomes if test in run.passed],
        failures=failures_of(run, failing),
        coverage=None,
        seconds=seconds,
        cores=cores,
    )


def _label(one: RepairTask, patch: RankedPatch, tree: Path) -> str:
    texts = {path: content.decode() for path, content in patch.contents.items()}
    if _bare(texts) == _bare(one.fixed):
        return "exact"
    one.write_buggy(tree)
    _write(tree, texts)
    wrong = _complaint(one, tree)
    shutil.rmtree(tree)
    return "wrong" if wrong else "equivalent"


def _bare(texts: Mapping[str, str]) -> dict[str, str]:
    return {path: "".join(text.split()) for path, text in texts.items()}


def _complaint(one: RepairTask, tree: Path) -> str:
    """What of the visible and hidden tests does not pass; "" where all do."""
    one.write_hidden(tree)
    run = run_tests(tree)
    hidden = [test for test in run.outcomes if one.is_hidden(test)]
    if run.fault or not hidden:
        return f"{run.fault}, {len(hidden)} hidden tests"
    return ", ".join(sorted(run.failing))


def _location(one: RepairTask, tree: Path, suspicious: list[tuple[str, int, float]]) -> int | None:
    """The place of the bug among the suspicious statements, counted from 1; None where it is not among them.

    Where the bug's line is of no statement, as where one was left out, the nearest one before it stands for it.
    """
    places = set()
    for file, line in one.bug_lines:
        known = language_of(file).read(file, (tree / file).read_bytes()).statements
        at = max((other for other in known if other <= line), default=None)
        places |= {(file, known[at].lineno)} if at is not None else set()
    return next((n for n, (file, line, _) in enumerate(suspicious, 1) if (file, line) in places), None)


def _write(tree: Path, texts: Mapping[str, str]) -> None:
    for path, text in texts.items():
        (tree / path).write_text(text, encoding="utf-8")

"""What a reviewer of a session should know, most urgent first, from the session's files alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from testfix_pipeline.core.check_records import CHECKS_FILE, CheckResult, StoredChecks
from testfix_pipeline.core.cycle_rules.confidence import read_first, read_first_line
from testfix_pipeline.core.cycle_rules.session_grade import session_grade
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.plan_records import Generation, TracedCriterion
from testfix_pipeline.core.records import Attempt, SessionRecord, SuiteResults
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.execution.processes.containment_levels import COVERS, FULL
from testfix_pipeline.steps.measurement.update_findings import FINDINGS, UpdateFindings
from testfix_pipeline.workspace.sessions.store import SessionStore, load_unversioned

GENERATION, TRACED = ".process/generation.json", ".process/traceability.json"
# Files that decide how a project is installed and built: their changes have effects beyond the diff.
_BUILD = re.compile(r"(requirements.*\.(txt|in)|pyproject\.toml|setup\.(py|cfg)|Pipfile|package\.json|.*\.lock)")
_SHOWN = 10


@dataclass(frozen=True)
class ReviewMaterial:
    """The evidence in a session's folder. `diff`: the source difference that is delivered, as a patch."""

    record: SessionRecord
    diff: str = ""
    results: SuiteResults | None = None
    state: IterationState | None = None
    attempts: Sequence[Attempt] = ()
    tasks: Sequence[Task] = ()
    criteria: Sequence[TracedCriterion] = ()
    updates: UpdateFindings = field(default_factory=UpdateFindings)
    generation: Generation = field(default_factory=Generation)
    checks: Sequence[CheckResult] = ()


def evidence_of(store: SessionStore, diff: str) -> ReviewMaterial:
    """Read the evidence in a session's folder; fields of stages that it has not reached are empty."""
    return ReviewMaterial(
        record=store.session(),
        diff=diff,
        results=store.results(),
        state=store.state(),
        attempts=store.history().attempts,
        tasks=store.tasks(),
        criteria=_criteria(store),
        updates=load_unversioned(store.path(FINDINGS), UpdateFindings) or UpdateFindings(),
        generation=load_unversioned(store.path(GENERATION), Generation) or Generation(),
        checks=(load_unversioned(store.path(CHECKS_FILE), StoredChecks) or StoredChecks()).checks,
    )


def _criteria(store: SessionStore) -> list[TracedCriterion]:
    try:
        rows = json.loads(store.path(TRACED).read_bytes())["criteria"]
        return [TracedCriterion.model_validate(row) for row in rows]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def look_first(seen: ReviewMaterial) -> list[str]:
    """Return what to look at, as sentences: unmet goals, possible errors, unchecked results."""
    return [
        *_shortfalls(seen),
        *_failing(seen.results),
        *_updates(seen.updates),
        *(". ".join(one.lines(0)) for one in seen.checks if one.after != 0 or one.doubt),
        *(read_first_line(fix) for fix in read_first(seen.attempts)),
        *_leads(seen.attempts),
        *_build_files(seen.diff),
        *_generated(seen),
        *_measuring(seen),
    ]


def _shortfalls(seen: ReviewMaterial) -> Iterator[str]:
    """Yield the unmet points of the plan: as recorded by the run, else by criterion and acceptance command."""
    if seen.record.shortfalls is not None:
        yield from (one.describe() for one in seen.record.shortfalls)
        return
    yield from (f"criterion {row.id} is {row.verdict}: {row.text}" for row in seen.criteria if row.verdict != "passed")
    for row in acceptance(seen.tasks):
        if row["passed"] is False:
            yield f"{row['task']} is not met: `{row['command']}` {row['how']}"


def _failing(results: SuiteResults | None) -> Iterator[str]:
    failures = results.failures if results else []
    for one in failures[:_SHOWN]:
        yield f"{one.test} still fails ({one.criticality}, {one.failure_class.replace('_', ' ')}): {one.why[:200]}"
    if failures[_SHOWN:]:
        yield f"{len(failures) - _SHOWN} more tests still fail."


def _updates(found: UpdateFindings) -> Iterator[str]:
    """Yield updated libraries: a patch may keep the tests green and change what the code asks of the library."""
    for one in found.updates:
        offered = f" Alternative: {one.alternative}." if one.alternative else ""
        yield f"{one.describe()}{offered}"
    yield from found.tests_need


def _leads(attempts: Sequence[Attempt]) -> Iterator[str]:
    for one in attempts:
        if one.result == "lead":
            yield f"{one.task_id} is a lead that did not land: {one.reason}"


def changed_files(diff: str) -> list[str]:
    """Return the files of a patch, in its order."""
    return re.findall(r"(?m)^diff --git a/.+ b/(.+)$", diff)


def _build_files(diff: str) -> Iterator[str]:
    for file in changed_files(diff):
        if _BUILD.fullmatch(PurePosixPath(file).name):
            yield f"{file} is changed: it decides what is installed or built."


def _generated(seen: ReviewMaterial) -> Iterator[str]:
    """Yield generated tests whose expected results nobody has confirmed."""
    kept = [test for test in seen.generation.tests if test.kept]
    for test in kept:
        if test.expected_failure:
            yield f"{test.file}::{test.name} expects what the code does not do: {test.label}"
    pins = [test for test in kept if test.label.startswith("pins") and not test.expected_failure]
    if pins:
        files = ", ".join(sorted({test.file for test in pins}))
        tests = "test pins" if len(pins) == 1 else "tests pin"
        yield f"{len(pins)} generated {tests} what the code does now, right or wrong: {files}"
    for record in seen.state.iterations if seen.state else ():
        gone = record.withdrawn_tests
        if gone:
            yield f"Iteration {record.iteration} contradicts generated tests, which were taken out: {', '.join(gone)}"


def _measuring(seen: ReviewMaterial) -> Iterator[str]:
    """Yield what makes the measurement or the analysis itself less reliable."""
    for record in seen.state.iterations if seen.state else ():
        if record.analysis_quality == "degraded":
            yield f"The analysis of iteration {record.iteration} is degraded: no wanted tool gave a usable answer."
    containment = seen.results.containment if seen.results else ""
    if containment not in (FULL, ""):
        yield f"The tests ran without the full sandbox ({containment}): {COVERS.get(containment, 'not known')}."
    if seen.results is not None:  # objections to a fix are reported with the fix
        yield from session_grade(seen.results, ()).grade_reasons
    yield from seen.record.recovered


def acceptance(tasks: Sequence[Task]) -> list[dict[str, Any]]:
    """Return the result of each acceptance command: `task, command, passed (None: not carried out), how`."""
    ordered = sorted(tasks, key=lambda task: task.id)
    return [{"task": task.id, **said.model_dump()} for task in ordered for said in task.acceptance_results]


def fixes(attempts: Sequence[Attempt]) -> list[dict[str, Any]]:
    """Return the landed fixes in order: `task_id, confidence, strategy, tool, change, commit, tests, doubts`."""
    return [
        {
            "task_id": one.task_id,
            "confidence": round(one.confidence, 3),
            "strategy": one.strategy,
            "tool": one.tool,
            "change": " ".join((one.note or next(iter(one.root_causes), one.reason)).split()),
            "commit": one.commit or "",
            "tests": list(one.newly_passing),
            "doubts": list(one.doubts),
        }
        for one in attempts
        if one.stands
    ]


def traced(seen: ReviewMaterial) -> list[dict[str, Any]]:
    """Return a row per criterion: `id, text, verdict, requirements, tests[{test, status, how, fixed_by}]`."""
    fixed: dict[str, str] = {t: one.task_id for one in seen.attempts if one.stands for t in one.newly_passing}
    return [_traced(row, fixed) for row in seen.criteria]


def _traced(row: TracedCriterion, fixed: Mapping[str, str]) -> dict[str, Any]:
    tests = [
        {"test": one.test, "status": one.status, "how": one.how, "fixed_by": fixed.get(one.test, "")}
        for one in row.tests
    ]
    return {"id": row.id, "text": row.text, "verdict": row.verdict, "requirements": row.requirements, "tests": tests}

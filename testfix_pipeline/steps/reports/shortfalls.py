"""Traces requirements to tests, and lists the points of a plan that the result does not fulfil: a partial success."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from testfix_pipeline.core.code_names import split_code_name
from testfix_pipeline.core.plan_records import ANALYSIS, COVERAGE_REPORT, Analysis, CoverageStats, TracedCriterion
from testfix_pipeline.core.records import RunOutcome
from testfix_pipeline.core.session_parts import Shortfall
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.planning.code_readers import outline_of
from testfix_pipeline.planning.gates.fulfilment import missed_thresholds, open_criteria, open_requirements, unread_files
from testfix_pipeline.planning.python_code.outline import Outline
from testfix_pipeline.planning.traceability import CriterionEvidence, matrix_lines, trace_criteria
from testfix_pipeline.steps.generation.requirements_of_tasks import with_requirements_of_tasks
from testfix_pipeline.steps.session.acceptance_commands import unmet
from testfix_pipeline.steps.session.generated_tests import generation_of
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import FIX_TASK, Workbench
from testfix_pipeline.workspace.sessions.store import read_object

TRACED = ".process/traceability.json"
_MOST_TEST_FILES = 500


def shortfalls(wb: Workbench) -> list[Shortfall]:
    """Return unmet criteria, requirements without a test, open tasks, missed thresholds.

    Empty for a session without a plan of tests, such as a `fix`.
    """
    planned = [task for task in wb.store.tasks() if task.meta.type == "test-gen"]
    analysis = read_stored(wb, ANALYSIS, Analysis)
    if not planned or analysis is None:
        return []
    asked = with_requirements_of_tasks(wb, analysis)
    return [
        *open_criteria(traced(wb)),
        *unread_files(asked),
        *(open_requirements(asked.requirements, generation_of(wb)) if not asked.no_gap else ()),
        *(shortfall for task in wb.store.tasks() for shortfall in _of_task(task)),
        *missed_thresholds(_coverage(wb, analysis)),
    ]


def _of_task(task: Task) -> Iterator[Shortfall]:
    """Yield a shortfall for a planned task that has not ended, with its unmet acceptance commands."""
    if task.id == FIX_TASK or task.id.startswith("IMPL-fix") or task.status in ("completed", "skipped"):
        return
    why = "; ".join(unmet(task)) or f"its status is {task.status}"
    yield Shortfall(kind="task", what=task.id, why=why)


def _coverage(wb: Workbench, analysis: Analysis) -> CoverageStats | None:
    """Return the coverage with the generated tests; the baseline's if the gate that measures it was skipped."""
    try:
        found = json.loads(wb.store.path(COVERAGE_REPORT).read_text(encoding="utf-8"))["after"]
    except FileNotFoundError:
        return analysis.coverage
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return None if found is None else CoverageStats.model_validate(found)


def outcome_with_shortfalls(outcome: RunOutcome, reason: str, found: list[Shortfall]) -> tuple[RunOutcome, str]:
    """Return the outcome and its reason, with the number of shortfalls: they turn a success into a partial one."""
    if not found:
        return outcome, reason
    points = "1 point of the plan is" if len(found) == 1 else f"{len(found)} points of the plan are"
    return ("partial" if outcome == "success" else outcome), f"{reason} {points} not fulfilled."


def shortfalls_section(found: list[Shortfall]) -> list[str]:
    """Return the list as lines of a report; empty if everything was fulfilled."""
    return ["## Not fulfilled", "", *(f"- {each.describe()}" for each in found), ""] if found else []


def traced(wb: Workbench) -> list[TracedCriterion]:
    """Return every criterion of the input with the tests that cover it now; empty in a session without an analysis.

    Also writes `traceability.json`.
    """
    analysis = read_stored(wb, ANALYSIS, Analysis)
    if analysis is None or not analysis.criteria:
        return []
    results, generation = wb.store.results(), generation_of(wb)
    evidence = CriterionEvidence(
        outcomes={test: outcome.status for test, outcome in results.outcomes.items()} if results else {},
        coverage=wb.coverage(wb.baseline),
        outlines=_outlines(wb, analysis),
        test_texts={**_test_texts(wb), **generation.files},
        generation=generation,
    )
    rows = trace_criteria(analysis.criteria, analysis.requirements, evidence)
    content = {"session_id": wb.session_id, "criteria": [row.model_dump(mode="json") for row in rows]}
    wb.store.write_text(TRACED, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    return rows


def stored_criteria(wb: Workbench) -> list[dict[str, Any]]:
    """Return the criteria as last traced, each `{id, text, verdict, tests}` with the ids of its tests."""
    rows = read_object(wb.store.path(TRACED)).get("criteria", [])
    return [
        {**{key: row[key] for key in ("id", "text", "verdict")}, "tests": [one["test"] for one in row["tests"]]}
        for row in rows
    ]


def traceability_section(wb: Workbench) -> list[str]:
    """Return the matrix as lines of a report; empty if the input has no criteria."""
    return matrix_lines(traced(wb))


def _outlines(wb: Workbench, analysis: Analysis) -> dict[str, Outline]:
    files = {split_code_name(subject)[0] for one in analysis.criteria for subject in one.subjects}
    texts = {file: wb.mirror.read(wb.baseline, wb.in_repository(file)) for file in files}
    return {file: outline_of(file, text.decode("utf-8", "replace")) for file, text in texts.items() if text}


def _test_texts(wb: Workbench) -> dict[str, str]:
    results = wb.store.results()
    files = sorted({TestId(test).file for test in results.outcomes}) if results else []
    texts = wb.mirror.read_each(wb.baseline, map(wb.in_repository, files[:_MOST_TEST_FILES]))
    return {wb.in_project(path): text.decode("utf-8", "replace") for path, text in texts if text}

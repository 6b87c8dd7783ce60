"""Lists the points of a session's plan that its result does not fulfil; they make a success partial."""

from __future__ import annotations

import json
from collections.abc import Iterator

from testfix_pipeline.core.plan_records import Analysis, CoverageStats
from testfix_pipeline.core.records import RunOutcome
from testfix_pipeline.core.session_parts import Shortfall
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.planning.gates.fulfilment import missed_thresholds, open_criteria, open_requirements
from testfix_pipeline.steps.generation.quality_review import COVERAGE_REPORT
from testfix_pipeline.steps.generation.requirements_of_tasks import with_requirements_of_tasks
from testfix_pipeline.steps.planning.planning_phases import ANALYSIS
from testfix_pipeline.steps.reports.traceability_report import traced
from testfix_pipeline.steps.session.acceptance_commands import unmet
from testfix_pipeline.steps.session.generated_tests import generation_of
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import FIX_TASK, Workbench


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

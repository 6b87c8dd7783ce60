"""Converts a planner's result to a record: task, deliverables, and a summary with the expected pass rate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Literal

from pydantic import Field

from testfix_pipeline.core.cycle_rules.results import format_rate, rate, results_counts
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import SuiteResults
from testfix_pipeline.core.task_records import FixStrategy

COMPLEXITIES = ("low", "medium", "high")
_LONGEST = 120


class PlannerSummary(Record):
    """What is wrong, where, how hard a fix is estimated to be, and the pass rate before and expected after it."""

    root_causes: list[str] = Field(default_factory=list)
    modification_points: list[str] = Field(default_factory=list)
    estimated_complexity: str = ""
    expected_pass_rate_improvement: str = ""


class PlannerAnswer(Record):
    """The planner's result. deliverables: `task_json, analysis_report, cli_output`, from the session's folder."""

    status: Literal["success", "degraded"] = "success"
    task_id: str = ""
    deliverables: dict[str, str] = Field(default_factory=dict)
    summary: PlannerSummary = Field(default_factory=PlannerSummary)


def summary_of(
    payload: Mapping[str, Any], strategies: Sequence[FixStrategy], results: SuiteResults, targets: Iterable[str]
) -> PlannerSummary:
    """The summary of an analysis: what the tool says of complexity and pass rate, else what follows from the plan.

    payload: the tool's answer. strategies: of the tasks that are planned. targets: the failing tests they aim at.
    """
    given = payload.get("summary")
    said: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    return PlannerSummary(
        root_causes=_all(strategy.root_causes for strategy in strategies),
        modification_points=_all(strategy.modification_points for strategy in strategies),
        estimated_complexity=_complexity(said.get("estimated_complexity")) or _estimated(strategies),
        expected_pass_rate_improvement=_short(said.get("expected_pass_rate_improvement"))
        or _improved(results, targets),
    )


def planner_fields(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The `task_id` and `summary` of a result, if they have the requested form."""
    task, summary = payload.get("task_id"), payload.get("summary")
    found: dict[str, Any] = {"task_id": task} if isinstance(task, str) and task else {}
    return found | ({"summary": dict(summary)} if isinstance(summary, Mapping) else {})


def _all(lists: Iterable[Sequence[str]]) -> list[str]:
    return list(dict.fromkeys(one for each in lists for one in each))


def _complexity(value: Any) -> str:
    text = value.strip().lower() if isinstance(value, str) else ""
    return text if text in COMPLEXITIES else ""


def _estimated(strategies: Sequence[FixStrategy]) -> str:
    """The estimated complexity: low for one task in one file, medium for several files, high for several tasks."""
    files = {PurePosixPath(point.partition(":")[0]) for one in strategies for point in one.modification_points}
    if len(strategies) > 1 and not all(one.hypothesis for one in strategies):
        return "high"
    return "medium" if len(files) > 1 else "low"


def _short(value: Any) -> str:
    return " ".join(str(value).split())[:_LONGEST] if isinstance(value, str | int | float) else ""


def _improved(results: SuiteResults, targets: Iterable[str]) -> str:
    """`85% → 95%`: the pass rate now, and if the targeted tests pass."""
    counts = results_counts(results)
    gained = min(len(set(targets)), counts.failing)
    after = rate(counts.passed + gained, counts.failing - gained)
    return f"{format_rate(results.pass_rate)}% → {format_rate(after)}%"

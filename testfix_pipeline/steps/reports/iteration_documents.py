"""The readable files of an iteration: analysis, failures, strategy."""

from __future__ import annotations

import json
from collections.abc import Iterator

import yaml

from testfix_pipeline.agents.tool_chain import ChainAnswer
from testfix_pipeline.core.agent_protocol.planner_answer import PlannerAnswer, PlannerSummary, summary_of
from testfix_pipeline.core.cycle_rules.results import format_rate
from testfix_pipeline.core.cycle_rules.strategy import REQUIREMENTS
from testfix_pipeline.core.errors import DamagedState
from testfix_pipeline.core.records import Cluster, Failure, utc_now
from testfix_pipeline.core.task_records import FixStrategy, Task
from testfix_pipeline.steps.session.situation import Situation
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.files.redaction import redacted_text

_CLI_OUTPUT = ".process/iteration-{number}-cli-output.txt"


def write_analysis(wb: Workbench, now: Situation, analysis: ChainAnswer, tasks: list[Task]) -> PlannerAnswer:
    """Write `iteration-N-analysis.md` and `iteration-N-cli-output.txt`; return the planner's answer.

    The answer names both files. Raises DamagedState if one of its deliverables is missing.
    """
    answer = _planner_answer(now, analysis, tasks)
    name = answer.deliverables["analysis_report"]
    strategies = [task.context.fix_strategy for task in tasks]
    sections = [
        _front_matter(now, analysis),
        f"# Test failure analysis, iteration {now.number}\n",
        _summary(now, analysis, strategies),
        _failed_tests(now),
        "## Root Cause Analysis\n\n" + _bullets(cause for s in strategies for cause in s.root_causes),
        "## Fix Strategy\n\n" + _bullets(strategy.approach for strategy in strategies),
        "## Modification Points\n\n" + _bullets(f"`{p}`" for s in strategies for p in s.modification_points),
        "## Expected Outcome\n\n"
        + _bullets([*(strategy.expected_outcome for strategy in strategies), *expectations(answer.summary)]),
    ]
    wb.store.write_text(name, "\n".join(sections))
    wb.store.write_text(answer.deliverables["cli_output"], "\n".join(_raw_answers(analysis)) + "\n")
    missing = [path for path in answer.deliverables.values() if not wb.store.path(path).is_file()]
    if missing:
        raise DamagedState(f"The plan of iteration {now.number} lacks {', '.join(missing)}.", "Run `testfix resume`.")
    return answer


def _raw_answers(analysis: ChainAnswer) -> Iterator[str]:
    """Yield every answer as it came, without secrets, after a line on it; refused ones first."""
    for refusal, answer in zip(analysis.refusals, analysis.refused, strict=True):
        yield f"refused: {refusal.tool}: {refusal.rule}: {refusal.reason}"
        yield redacted_text(answer.raw or answer.text) + "\n"
    if analysis.refusals:
        yield f"accepted: {analysis.tool}"
    yield redacted_text(analysis.answer.raw or analysis.answer.text)


def _planner_answer(now: Situation, analysis: ChainAnswer, tasks: list[Task]) -> PlannerAnswer:
    """Return the answer in the documents' form. The planner only reads: its deliverables are written here."""
    first = tasks[0].id if len(tasks) == 1 else f"IMPL-fix-{now.number}"
    strategies = [task.context.fix_strategy for task in tasks]
    targets = [test for task in tasks for test in task.context.failure_context.failed_tests]
    return PlannerAnswer(
        status="degraded" if analysis.degraded else "success",
        task_id=first,
        deliverables={
            "task_json": f".task/{tasks[0].id}.json",
            "analysis_report": f".process/iteration-{now.number}-analysis.md",
            "cli_output": _CLI_OUTPUT.format(number=now.number),
        },
        summary=summary_of(analysis.answer.payload or {}, strategies, now.results, targets),
    )


def expectations(summary: PlannerSummary) -> list[str]:
    """Return complexity and pass rate as lines for people."""
    return [
        f"Estimated complexity: {summary.estimated_complexity}",
        f"Expected pass rate: {summary.expected_pass_rate_improvement}",
    ]


def _front_matter(now: Situation, analysis: ChainAnswer) -> str:
    fields = {
        "iteration": now.number,
        "analysis_type": "test-failure",
        "cli_tool": analysis.tool,
        "model": analysis.answer.model,
        "timestamp": utc_now(),
        "pass_rate": f"{format_rate(now.results.pass_rate)}%",
    }
    return "---\n" + yaml.safe_dump(fields, sort_keys=False) + "---\n"


def _summary(now: Situation, analysis: ChainAnswer, strategies: list[FixStrategy]) -> str:
    lines = [
        f"- **Failed tests**: {len(now.results.failures)}",
        f"- **Pass rate**: {format_rate(now.results.pass_rate)}%",
        f"- **Strategy**: {now.strategy}. {now.reason}",
        f"- **Root causes**: {sum(len(s.root_causes) for s in strategies)}",
        f"- **Modification points**: {sum(len(s.modification_points) for s in strategies)}",
        f"- **Tool**: {analysis.tool}{' (degraded)' if analysis.degraded else ''}",
        *(f"- **Refused**: {refusal.tool}: {refusal.reason}" for refusal in analysis.refusals),
        f"- **Raw answers**: `{_CLI_OUTPUT.format(number=now.number)}`",
    ]
    return "## Summary\n\n" + "\n".join(lines) + "\n\n" + analysis.answer.text.strip() + "\n"


def _failed_tests(now: Situation) -> str:
    parts = ["## Failed Tests\n"]
    for failure in now.results.failures:
        first = failure.error.strip().splitlines()
        parts.append(
            f"### {failure.test}\n\n- **Error**: {failure.error_type}: {first[0] if first else ''}\n"
            f"- **File**: {failure.file}:{failure.line}\n- **Criticality**: {failure.criticality}\n"
            f"- **Class**: {failure.failure_class}. {failure.evidence}\n{_alternative(failure)}"
        )
    return "\n".join(parts)


def _alternative(failure: Failure) -> str:
    """Return the pin that would restore an old interface, for a person to consider; it is not applied."""
    offered = failure.update.alternative if failure.update else ""
    return f"- **Alternative**: {offered}\n" if offered else ""


def _bullets(lines: object) -> str:
    return "".join(f"- {line}\n" for line in dict.fromkeys(lines) if line)  # type: ignore[call-overload]


def write_failures(wb: Workbench, now: Situation) -> None:
    """Write `iteration-N-failures.json`: counts, the failures with their signatures, and their clusters."""
    content = {
        "iteration": now.number,
        **now.results.model_dump(include={"total", "passed", "failed", "errors", "skipped"}),
        "failures": [failure.model_dump() for failure in now.results.failures],
        "clusters": [{**cluster.model_dump(), "failure_class": _class_of(cluster, now)} for cluster in now.groups],
        "stuck": now.stuck_tests,
    }
    wb.store.write_text(f".process/iteration-{now.number}-failures.json", json.dumps(content, indent=1))


def _class_of(cluster: Cluster, now: Situation) -> str:
    """Return the most frequent class of a cluster's failures."""
    classes = [one.failure_class for one in now.results.failures if one.test in cluster.tests]
    return max(classes, key=classes.count, default="code_defect")


def write_strategy(wb: Workbench, now: Situation) -> None:
    """Write `iteration-N-strategy.md`: the strategy and why it was chosen."""
    text = (
        f"# Iteration {now.number}: {now.strategy}\n\n{now.reason}\n\n{REQUIREMENTS[now.strategy]}\n\n"
        f"- pass rate: {format_rate(now.results.pass_rate)}%\n- clusters: {len(now.groups)}\n"
        f"- stuck tests: {', '.join(f'{test} ({kind})' for test, kind in sorted(now.stuck_tests.items())) or 'none'}\n"
    )
    wb.store.write_text(f".process/iteration-{now.number}-strategy.md", text)

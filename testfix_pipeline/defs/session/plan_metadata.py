"""The metadata of the planning assets and the gates in Dagster."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import dagster as dg

from testfix_pipeline.core.plan_records import Analysis, ContextPackage, Finding, GateReport, Generation
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.steps.session.session_ref import SessionRef

SHOWN = 60
Metadata = dict[str, Any]


def _document(ref: SessionRef, path: str) -> dg.MarkdownMetadataValue:
    file = ref.open().store.path(path)
    return dg.MetadataValue.md(file.read_text(encoding="utf-8") if file.is_file() else "not written")


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> dg.TableMetadataValue:
    """Return rows as a table of texts, at most `SHOWN` of them."""
    records = [dg.TableRecord(dict(zip(columns, map(str, row), strict=True))) for row in rows[:SHOWN]]
    return dg.MetadataValue.table(records, dg.TableSchema([dg.TableColumn(name, "string") for name in columns]))


def context_package(package: ContextPackage) -> Metadata:
    stats = package.test_coverage.coverage_stats
    missing = [(one.implementation_file, one.suggested_test_file, one.priority, one.reason)
               for one in package.test_coverage.missing_tests]  # fmt: skip
    return {
        "line_rate": dg.MetadataValue.float(round(stats.line_rate, 2)),
        "function_rate": dg.MetadataValue.float(round(stats.function_rate, 2)),
        "coverage_from": f"{stats.source} {stats.reason}".strip(),
        "framework": f"{package.test_framework.framework} {package.test_framework.version}".strip(),
        "project_type": str(package.project_type.get("type", "")),
        "missing_tests": table(("file", "suggested test file", "priority", "reason"), missing),
        "focus": ", ".join(package.focus_areas) or "-",
        "risks": table(("file", "risk of 100", "why"), [(one.file, one.score, one.why) for one in package.risks[:20]]),
        "parts": table(
            ("folder", "language", "type", "tests"),
            [(one.folder, one.language, one.type, one.framework) for one in package.parts],
        ),
        "left_out": table(("what", "why"), [(one.file, one.reason) for one in package.left_out]),
        "earlier_sessions": "; ".join(package.lessons) or "-",
    }


def analysis(ref: SessionRef, found: Analysis) -> Metadata:
    layers = Counter(requirement.layer for requirement in found.requirements)
    return {
        "requirements": len(found.requirements),
        "by_layer": ", ".join(f"{layer}: {number}" for layer, number in sorted(layers.items())) or "none",
        "criteria": table(
            ("id", "criterion", "code", "requirements"),
            [
                (one.id, one.text, ", ".join(one.subjects[:3]) or "-", ", ".join(_serving(found, one.id)) or "none")
                for one in found.criteria
            ],
        ),
        "findings": findings_table(found.findings),
        "document": _document(ref, ".process/TEST_ANALYSIS_RESULTS.md"),
    }


def _serving(found: Analysis, criterion: str) -> list[str]:
    return [requirement.id for requirement in found.requirements if criterion in requirement.criteria]


def tasks(ref: SessionRef, planned: Sequence[Task]) -> Metadata:
    from testfix_pipeline.steps.planning.planning_phases import plan_summary

    rows = [(task.id, task.meta.type, task.title, task.status) for task in planned]
    return {
        "summary": dg.MetadataValue.md(f"```\n{plan_summary(ref.open())}```"),
        "tasks": table(("task", "type", "title", "status"), rows),
        "plan": _document(ref, "IMPL_PLAN.md"),
        "todo": _document(ref, "TODO_LIST.md"),
    }


def findings_table(findings: Sequence[Finding]) -> dg.TableMetadataValue:
    rows = [
        (one.severity, one.category, one.pattern, one.test or f"{one.file}:{one.line}", one.message) for one in findings
    ]
    return table(("severity", "category", "pattern", "where", "message"), rows)


def generation(made: Generation) -> Metadata:
    rows = [(one.name, one.target, "kept" if one.kept else "dropped", one.reason, one.label) for one in made.tests]
    files = "\n\n".join(f"`{path}`\n```python\n{text}\n```" for path, text in made.files.items())
    return {
        "kept": sum(one.kept for one in made.tests),
        "dropped": sum(made.dropped.values()),
        "why_dropped": ", ".join(f"{reason}: {number}" for reason, number in sorted(made.dropped.items())) or "-",
        "tests": table(("test", "target", "verdict", "reason", "label"), rows),
        "files": dg.MetadataValue.md(files or "nothing was generated"),
        "seconds": round(made.seconds, 2),
    }


def gate(report: GateReport) -> Metadata:
    return {
        "verdict": report.verdict,
        "reason": report.reason or "-",
        "rounds": report.rounds,
        "withdrawn": ", ".join(report.withdrawn) or "none",
        "findings": findings_table(report.findings),
    }


def gate_check(report: GateReport) -> dg.AssetCheckResult:
    """Return the gate as an asset check: its bad result is a warning for people, a value for the loop."""
    return dg.AssetCheckResult(
        passed=report.verdict == "PASS",
        severity=dg.AssetCheckSeverity.WARN if report.verdict != "HARD_FAIL" else dg.AssetCheckSeverity.ERROR,
        metadata=gate(report),
    )

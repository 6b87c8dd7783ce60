"""code-validation-report.md and test-quality-report.md: a gate's report for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from testfix_pipeline.core.plan_records import Finding, GateReport

_TITLES = {"IMPL-001.3": "Code validation (IMPL-001.3)", "IMPL-001.5": "Test quality (IMPL-001.5)"}
_FILES = {"IMPL-001.3": "code-validation-report", "IMPL-001.5": "test-quality-report"}
_MOST = 100


def report_name(report: GateReport) -> str:
    """The name of the gate's two files, without suffix."""
    return _FILES[report.gate]


def render_report(report: GateReport) -> str:
    """The report as markdown: the verdict and its reason first, then what was found and what became of it."""
    parts = [
        f"# {_TITLES[report.gate]}: {report.verdict}",
        report.reason,
        _numbers(report),
        *_list("Findings", _worded(each for each in report.findings if each.new)),
        *_list("Older than the base commit: reported, not counted", _worded(f for f in report.findings if not f.new)),
        *_list("Faults that no new test notices", report.survivors),
        *_list("Fixed", report.fixed),
        *_list("Withdrawn tests", [f"`{test}`" for test in report.withdrawn]),
        *_list("What IMPL-001 must do better", report.requirements),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _numbers(report: GateReport) -> str:
    lines = [f"- checked at {report.checked_at}", f"- rounds: {report.rounds}"]
    if report.coverage_before is not None or report.coverage_after is not None:
        lines.append(
            f"- line coverage: {_percent(report.coverage_before)} before, {_percent(report.coverage_after)} after"
        )
    if report.mutants_tried:
        share = 100 * report.mutants_noticed / report.mutants_tried
        lines.append(f"- faults noticed: {report.mutants_noticed} of {report.mutants_tried} ({share:.0f} %)")
    if report.orders_tried:
        lines.append(f"- shuffled runs, each under another hash seed: {report.orders_tried}")
    if report.test_seconds is not None:
        lines.append(f"- run time of the new tests: {report.test_seconds:.2f} s")
    return "\n".join(lines)


def _percent(rate: float | None) -> str:
    return "not measured" if rate is None else f"{rate:.1f} %"


def _worded(findings: Iterable[Finding]) -> list[str]:
    return [
        f"{each.severity}: `{each.file}:{each.line}` {_place(each)}{each.message} ({each.pattern})" for each in findings
    ]


def _place(finding: Finding) -> str:
    return f"{finding.test.rpartition('::')[2]} " if finding.test else ""


def _list(title: str, entries: Iterable[str]) -> Iterator[str]:
    lines = [f"- {' '.join(entry.split())}" for entry in entries]
    if lines:
        more = [f"- and {len(lines) - _MOST} more"] if len(lines) > _MOST else []
        yield f"## {title}"
        yield "\n".join([*lines[:_MOST], *more])

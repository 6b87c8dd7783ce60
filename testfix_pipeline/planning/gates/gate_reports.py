"""Renders a gate's report as Markdown: code-validation-report.md or test-quality-report.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from testfix_pipeline.core.plan_records import Finding, GateReport

_TITLES = {"IMPL-001.3": "Code validation (IMPL-001.3)", "IMPL-001.5": "Test quality (IMPL-001.5)"}
_MOST = 100


def render_report(report: GateReport) -> str:
    """The report as Markdown: the verdict and its reason, then the findings and what was done about them."""
    parts = [
        f"# {_TITLES[report.gate]}: {report.verdict}",
        report.reason,
        _figures(report),
        *_list_section("Findings", _finding_lines(each for each in report.findings if each.new)),
        *_list_section(
            "Older than the base commit: reported, not counted", _finding_lines(f for f in report.findings if not f.new)
        ),
        *_list_section("Faults that no new test notices", report.survivors),
        *_list_section("Fixed", report.fixed),
        *_list_section("Withdrawn tests", [f"`{test}`" for test in report.withdrawn]),
        *_list_section("What IMPL-001 must do better", report.requirements),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _figures(report: GateReport) -> str:
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


def _finding_lines(findings: Iterable[Finding]) -> list[str]:
    return [
        f"{each.severity}: `{each.file}:{each.line}` {_test_name(each)}{each.message} ({each.pattern})"
        for each in findings
    ]


def _test_name(finding: Finding) -> str:
    return f"{finding.test.rpartition('::')[2]} " if finding.test else ""


def _list_section(title: str, entries: Iterable[str]) -> Iterator[str]:
    lines = [f"- {' '.join(entry.split())}" for entry in entries]
    if lines:
        more = [f"- and {len(lines) - _MOST} more"] if len(lines) > _MOST else []
        yield f"## {title}"
        yield "\n".join([*lines[:_MOST], *more])

"""Renders a gate's report as Markdown: code-validation-report.md or test-quality-report.md."""

from __future__ import annotations

from testfix_pipeline.core.plan_records import Finding, GateReport
from testfix_pipeline.planning.documents import render_document


def render_report(report: GateReport) -> str:
    """The report as Markdown: the verdict and its reason, then the findings and what was done about them."""
    values = {
        "report": report,
        "findings": {new: [_said(one) for one in report.findings if one.new is new] for new in (True, False)},
        "withdrawn": [f"`{test}`" for test in report.withdrawn],
    }
    return render_document("gate_report", values)


def _said(finding: Finding) -> str:
    test = f"{finding.test.rpartition('::')[2]} " if finding.test else ""
    return f"{finding.severity}: `{finding.file}:{finding.line}` {test}{finding.message} ({finding.pattern})"

"""The two gates between generation and the fix cycle: IMPL-001.3 and IMPL-001.5."""

from testfix_pipeline.planning.gates.gate_reports import render_report, report_name
from testfix_pipeline.planning.gates.quality_gate import review_tests
from testfix_pipeline.planning.gates.validation_gate import source_failures, validate_code
from testfix_pipeline.planning.generation.withdrawal import withdraw

__all__ = ["render_report", "report_name", "review_tests", "source_failures", "validate_code", "withdraw"]

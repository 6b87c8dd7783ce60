"""The AI-code issues: one table, one module per category, one entry point."""

from testfix_pipeline.planning.scanner.scan import scan
from testfix_pipeline.planning.scanner.table import TABLE, AntiPattern

__all__ = ["TABLE", "AntiPattern", "scan"]

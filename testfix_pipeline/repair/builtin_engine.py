"""The built-in repair engine as it is registered."""

from __future__ import annotations

from testfix_pipeline.repair import engine
from testfix_pipeline.repair.search.request import RepairRequest, RepairResult


class BuiltinEngine:
    """Searches for edits of suspicious statements, in all languages that are registered with it."""

    def takes(self, request: RepairRequest) -> bool:
        """Always true: for tests of other languages it says that nothing was found."""
        return True

    def repair(self, request: RepairRequest) -> RepairResult:
        """What the search found. Raises MeasurementError where the installation is broken."""
        return engine.repair(request)

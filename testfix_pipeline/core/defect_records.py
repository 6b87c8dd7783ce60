"""Defects of tests that agents report instead of a fix: their word, with what our own analysis says beside it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import utc_now

DefectKind = Literal["tests_contradict", "test_against_documentation", "other"]
WORDED: dict[DefectKind, str] = {
    "tests_contradict": "tests contradict each other",
    "test_against_documentation": "a test contradicts its documentation",
    "other": "the task is impossible",
}


class ReportedDefect(Record):
    """One report. tests: their ids. why: the agent's reason. confirmed: what our own analysis found of these tests."""

    kind: DefectKind
    tests: list[str] = Field(default_factory=list)
    why: str = ""
    by: str = ""
    at: str = Field(default_factory=utc_now)
    confirmed: list[str] = Field(default_factory=list)

    def describe(self) -> str:
        """`tests contradict each other (a.py::test_b), says claude: ...; our analysis says so, too: ...`"""
        who = f", says {self.by}" if self.by else ""
        own = f" Our own analysis says so, too: {' '.join(self.confirmed)}" if self.confirmed else ""
        return f"{WORDED[self.kind]} ({', '.join(self.tests)}){who}: {self.why}{own}"

"""The project's own checks besides its tests: their kinds, and the record of what became of each in a session."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, get_args

from pydantic import Field

from testfix_pipeline.core.record_base import Record

CheckKind = Literal["lint", "types", "format", "lock", "snapshots"]
FixScope = Literal["code", "layout", "lock", "generated"]
"""What fixes change: code; its layout alone, also that of tests; a lock, which follows its manifest; or files that a
script of the project makes.
"""
KINDS: tuple[CheckKind, ...] = get_args(CheckKind)
NONE, AUTO = "none", "auto"
CHECKS_FILE = ".process/checks.json"
ENGINE = "testfix engine"  # where a tool's fixer would stand


def joined_kinds(value: object) -> object:
    """The setting `checks` of a settings file, where it may be a list, as a command line has it."""
    return ",".join(map(str, value)) if isinstance(value, list) else value


def check_kinds(value: str) -> str:
    """The setting `checks` as given. Raises ValueError for what is neither auto, none nor a list of kinds."""
    names = _names(value)
    if value not in (NONE, AUTO) and (not names or not set(names) <= set(KINDS)):
        raise ValueError("kinds")
    return value


def kinds_of(setting: str) -> tuple[CheckKind, ...]:
    """The kinds of checks that a valid setting asks for."""
    return KINDS if setting == AUTO else tuple(kind for kind in KINDS if kind in _names(setting))


def _names(setting: str) -> Sequence[str]:
    return re.findall(r"[^,\s]+", setting)


class CheckResult(Record):
    """One check of the project: how many findings make it red at the session's start (`before`) and now (`after`).

    before, after: None where it could not be run, which `notice` explains. fixed_by: the command that fixed findings.
    findings: those that remain, one line each. refused: why a fix of its own tool did not land. next_step: what a
    person can do about the rest.
    """

    name: str
    kind: CheckKind
    before: int | None = None
    after: int | None = None
    fixed_by: str = ""
    findings: list[str] = Field(default_factory=list)
    refused: str = ""
    notice: str = ""
    next_step: str = ""

    @property
    def doubt(self) -> str:
        """Why to read a change for it first, "" if the engine made none: the check alone has judged that."""
        return "no test is known to run it" if ENGINE in self.fixed_by else ""

    def describe(self) -> str:
        """`ruff (lint): 3 findings, now 0, fixed by ruff check --fix`"""
        if self.before is None or self.after is None:
            return f"{self.name} ({self.kind}): not run. {self.notice}"
        found = "1 finding" if self.before == 1 else f"{self.before} findings"
        fixed = f", fixed by `{self.fixed_by}`" if self.fixed_by else ""
        read = f" (read it first: {self.doubt})" if self.doubt else ""
        refused = f". Not fixed: {self.refused}" if self.refused else ""
        return f"{self.name} ({self.kind}): {found}, now {self.after}{fixed}{read}{refused}"

    def lines(self, most: int) -> list[str]:
        """All that people are shown of it: `describe`, at most that many findings, the next step."""
        hidden = len(self.findings[most:]) + max(0, (self.after or 0) - len(self.findings)) if most else 0
        more = [f"and {hidden} more"] if hidden else []
        return [self.describe(), *self.findings[:most], *more, *([f"next: {self.next_step}"] if self.next_step else [])]


class StoredChecks(Record):
    """`.process/checks.json`. offered: the patch with fixes in files that no fix may change, "" for none."""

    checks: list[CheckResult] = Field(default_factory=list)
    offered: str = ""

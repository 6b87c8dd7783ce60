"""Lets the repair engine fix findings of a check that its tool has no fixer for; the check itself judges each edit."""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from testfix_pipeline.core.check_records import CheckKind, FixScope
from testfix_pipeline.execution.static_checks.project_checks import ProjectCheck
from testfix_pipeline.execution.static_checks.static_checks import StaticReport
from testfix_pipeline.execution.static_checks.static_tools import StaticFinding
from testfix_pipeline.repair.search.finding_candidates import UNSURE, FindingCandidate, finding_candidates

_SECONDS = 180.0  # of one check: two hundred runs of a warm mypy on a small project, six on 90,000 lines
_MOST_UNSURE = 12


@dataclass(frozen=True)
class EngineFix:
    """A check of the kinds lint and types that is fixed by the repair engine, a `ProjectCheck` like the one it has.

    An edit is made if it is the only one of the surest that the check accepts: the finding is gone, no other came.
    """

    check: ProjectCheck
    root: Path
    fix_command: str = "testfix engine"

    @property
    def name(self) -> str:
        return self.check.name

    @property
    def kind(self) -> CheckKind:
        return self.check.kind

    @property
    def fix_scope(self) -> FixScope:
        return self.check.fix_scope

    @property
    def command(self) -> str:
        return self.check.command

    def run(self) -> StaticReport:
        return self.check.run()

    def fix(self, files: Sequence[str]) -> str:
        """Make the sure edits of files with findings; return ""."""
        self._edit(files, is_sure=True)
        return ""

    def suggest(self, files: Sequence[str]) -> bool:
        """Make edits that the check accepts and that a person has to judge; return whether there are any."""
        return self._edit(files, is_sure=False)

    def _edit(self, files: Collection[str], *, is_sure: bool) -> bool:
        report, end, seen, is_edited = self.run(), time.monotonic() + _SECONDS, set[StaticFinding](), False
        while time.monotonic() < end:
            waiting = (one for one in report.findings if one.file in files and one not in seen)
            finding = next(waiting, None)
            if finding is None:
                break
            seen.add(finding)
            text = (self.root / finding.file).read_bytes()
            accepted = self._sure(finding, report, end) if is_sure else self._unsure(finding, report, end)
            self._write(finding.file, accepted or text)
            if accepted is not None:
                report, is_edited = self.run(), True
        return is_edited

    def _sure(self, finding: StaticFinding, before: StaticReport, end: float) -> bytes | None:
        """The text of the file with the only one of the surest candidates that the check accepts; None without one."""
        found = [one for one in self._candidates(finding) if one.rank < UNSURE]
        for _, rivals in groupby(found, key=lambda one: one.rank):
            accepted = list(self._accepted(rivals, finding, before, end))
            if accepted:
                return accepted[0] if len(accepted) == 1 and time.monotonic() < end else None
        return None

    def _unsure(self, finding: StaticFinding, before: StaticReport, end: float) -> bytes | None:
        """The text of the file with the first candidate that the check accepts; None without one."""
        return next(self._accepted(self._candidates(finding)[:_MOST_UNSURE], finding, before, end), None)

    def _candidates(self, finding: StaticFinding) -> list[FindingCandidate]:
        return finding_candidates(self.root, finding.file, finding.line, finding.message)

    def _accepted(
        self, candidates: Sequence[FindingCandidate] | Iterator[FindingCandidate], finding: StaticFinding,
        before: StaticReport, end: float,
    ) -> Iterator[bytes]:  # fmt: skip
        """Yields the file's texts after which the finding is gone and the check has no other one."""
        for one in candidates:
            if time.monotonic() > end:
                return
            self._write(finding.file, one.candidate.contents[finding.file])
            after = self.run()
            if self.check.fix_command and after.new_findings(before):  # such as an import that has to be sorted
                self.check.fix([finding.file])
                after = self.run()
            gone = before.new_findings(after)
            is_gone = any(
                (one.file, one.rule, one.message) == (finding.file, finding.rule, finding.message) for one in gone
            )
            if is_gone and after.ran and not after.new_findings(before):
                yield (self.root / finding.file).read_bytes()

    def _write(self, file: str, text: bytes) -> None:
        """Write a file with a time that its content determines: mypy takes equal seconds and sizes for no change."""
        path, stamp = self.root / file, zlib.crc32(text)
        path.write_bytes(text)
        os.utime(path, (stamp, stamp))

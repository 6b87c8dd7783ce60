"""Lets the repair engine fix findings of a check that its tool has no fixer for; the check itself judges each edit."""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path

from testfix_pipeline.execution.static_checks.project_checks import ProjectCheck
from testfix_pipeline.execution.static_checks.static_checks import StaticReport
from testfix_pipeline.execution.static_checks.static_tools import StaticFinding
from testfix_pipeline.repair.search.finding_candidates import UNSURE, FindingCandidate, finding_candidates

ENGINE = "testfix engine"
"""Its name where that of a tool's fixer would stand."""
_SECONDS = 180.0  # of one check: two hundred runs of a warm mypy on a small project, six on 90,000 lines
_MOST = 12
"""Candidates of one rank that are tried."""


@dataclass(frozen=True)
class EngineFixer:
    """Edits a project below `root` where a check finds something.

    An edit is sure if it is the only one of the surest that the check accepts: the finding is gone, no other came.
    """

    check: ProjectCheck
    root: Path

    def fix(self, files: Sequence[str]) -> str:
        """Make the sure edits of files with findings; return "", as a tool's fixer that worked does."""
        self._edit(files, is_sure=True)
        return ""

    def suggest(self, files: Sequence[str]) -> bool:
        """Make edits that the check accepts and that a person has to judge; return whether there are any."""
        return self._edit(files, is_sure=False)

    def _edit(self, files: Sequence[str], *, is_sure: bool) -> bool:
        report, end, seen, is_edited = self.check.run(), time.monotonic() + _SECONDS, set[StaticFinding](), False
        while waiting := [one for one in report.findings if one.file in files and one not in seen]:
            finding = waiting[0]
            seen.add(finding)
            text = (self.root / finding.file).read_bytes()
            accepted = list(islice(self._accepted(finding, report, is_sure, end), 2 if is_sure else 1))
            self._write(finding.file, accepted[0] if len(accepted) == 1 else text)
            if time.monotonic() > end:  # rivals may be left that were not tried
                self._write(finding.file, text)
                break
            if len(accepted) == 1:
                report, is_edited = self.check.run(), True
        return is_edited

    def _accepted(self, finding: StaticFinding, before: StaticReport, is_sure: bool, end: float) -> Iterator[bytes]:
        """Yields the file's texts by the surest candidates of which the check accepts any."""
        found = finding_candidates(self.root, finding.file, finding.line, finding.message)
        is_found = False
        for rank, rivals in groupby(found, key=lambda one: one.rank):
            for one in islice(rivals, _MOST) if not is_found and (rank < UNSURE or not is_sure) else ():
                if time.monotonic() < end and self._accepts(one, finding, before):
                    is_found = True
                    yield (self.root / finding.file).read_bytes()

    def _accepts(self, one: FindingCandidate, finding: StaticFinding, before: StaticReport) -> bool:
        """Whether the finding is gone with a candidate, which is written, and the check has no other one."""
        self._write(finding.file, one.candidate.contents[finding.file])
        after = self.check.run()
        if self.check.fix_command and after.new_findings(before):  # such as an import that has to be sorted
            self.check.fix([finding.file])
            after = self.check.run()
        gone = [(other.file, other.rule, other.message) for other in before.new_findings(after)]
        is_gone = (finding.file, finding.rule, finding.message) in gone
        return is_gone and bool(after.ran) and not after.new_findings(before)

    def _write(self, file: str, text: bytes) -> None:
        """Write a file with a time that its content determines: mypy takes equal seconds and sizes for no change."""
        path, stamp = self.root / file, zlib.crc32(text)
        path.write_bytes(text)
        os.utime(path, (stamp, stamp))

"""Lets the repair engine fix findings of a check that its tool has no fixer for; the check itself judges each edit."""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from testfix_pipeline.execution.static_checks.project_checks import ProjectCheck
from testfix_pipeline.execution.static_checks.static_checks import StaticReport
from testfix_pipeline.execution.static_checks.static_tools import StaticFinding
from testfix_pipeline.repair.search.finding_candidates import SURE, UNSURE, FindingCandidate, finding_candidates

_SECONDS = 180.0  # of one check: two hundred runs of a warm mypy on a small project, six on 90,000 lines
_MOST = 12
"""Candidates that are tried; of more none is sure."""


@dataclass(frozen=True)
class EngineFixer:
    """Edits a project below `root` where a check finds something.

    An edit is sure if it is the only one of all rivals that the check accepts: the finding is gone, no other came.
    """

    check: ProjectCheck
    root: Path

    def fix(self, files: Sequence[str]) -> str:
        """Make the sure edits of files with findings; return "", as a tool's fixer that worked does."""
        self.edit(files, is_sure=True)
        return ""

    def edit(self, files: Sequence[str], *, is_sure: bool) -> bool:
        """Make the sure edits, or those that the check accepts and a person has to judge; return whether any is."""
        report, end, seen, is_edited = self.check.run(), time.monotonic() + _SECONDS, set[StaticFinding](), False
        while waiting := [
            one for one in report.findings if one.file in files and one not in seen and time.monotonic() < end
        ]:
            finding = waiting[0]
            seen.add(finding)
            text = (self.root / finding.file).read_bytes()
            found = finding_candidates(self.root, finding.file, finding.line, finding.message)
            rivals = [one for one in found if one.rank < UNSURE] if is_sure else found[:_MOST]
            tried = (one for one in rivals if len(rivals) <= _MOST and time.monotonic() < end)
            judged = ((one, new) for one in tried if (new := self._accepted(one, finding, report)) is not None)
            accepted = list(islice(judged, 2 if is_sure else 1))
            is_known = len(accepted) == 1 and time.monotonic() < end  # else rivals may be left that were not tried
            lands = is_known and (accepted[0][0].rank <= SURE or not is_sure)
            if lands:
                (text, report), is_edited = accepted[0][1], True
            self._write(finding.file, text)
        return is_edited

    def _accepted(
        self, one: FindingCandidate, finding: StaticFinding, before: StaticReport
    ) -> tuple[bytes, StaticReport] | None:
        """The file's text with a candidate, which is written, and what the check says of it.

        None if the finding is left or the check has another.
        """
        self._write(finding.file, one.candidate.contents[finding.file])
        after = self.check.run()
        if self.check.fix_command and after.new_findings(before):  # such as an import that has to be sorted
            self.check.fix([finding.file])
            after = self.check.run()
        gone = [replace(other, line=finding.line) for other in before.new_findings(after)]
        is_gone = finding in gone and not any(replace(finding, line=at) in after.findings for at in one.scope)
        is_accepted = is_gone and after.ran and not after.new_findings(before)
        return ((self.root / finding.file).read_bytes(), after) if is_accepted else None

    def _write(self, file: str, text: bytes) -> None:
        """Write a file with a time that its content determines: mypy takes equal seconds and sizes for no change."""
        path, stamp = self.root / file, zlib.crc32(text)
        path.write_bytes(text)
        os.utime(path, (stamp, stamp))

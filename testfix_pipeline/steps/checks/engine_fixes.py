"""Lets the repair engine fix findings of a check that its tool has no fixer for; the check itself judges each edit."""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from testfix_pipeline.execution.static_checks.project_checks import ProjectCheck
from testfix_pipeline.execution.static_checks.static_checks import StaticReport
from testfix_pipeline.execution.static_checks.static_tools import StaticFinding
from testfix_pipeline.repair.search.finding_candidates import UNSURE, FindingCandidate, finding_candidates

_SECONDS = 180.0  # of one check: two hundred runs of a warm mypy on a small project, six on 90,000 lines
_MOST_UNSURE = 12
ENGINE = "testfix engine"
"""Its name where that of a tool's fixer would stand."""


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

    def _edit(self, files: Collection[str], *, is_sure: bool) -> bool:
        report, end, seen, is_edited = self.check.run(), time.monotonic() + _SECONDS, set[StaticFinding](), False
        while time.monotonic() < end:
            waiting = (one for one in report.findings if one.file in files and one not in seen)
            finding = next(waiting, None)
            if finding is None:
                break
            seen.add(finding)
            text = (self.root / finding.file).read_bytes()
            found = finding_candidates(self.root, finding.file, finding.line, finding.message)
            chosen = [one for one in found if one.rank < UNSURE] if is_sure else found[:_MOST_UNSURE]
            trial = _Trial(self.check, self.root, finding, report, end)
            accepted = trial.surest(chosen) if is_sure else next(trial.accepted(chosen), None)
            trial.write(accepted or text)
            if accepted is not None:
                report, is_edited = self.check.run(), True
        return is_edited


@dataclass(frozen=True)
class _Trial:
    """Candidates for one finding, each judged by the check. before: its report; end: when to stop."""

    check: ProjectCheck
    root: Path
    finding: StaticFinding
    before: StaticReport
    end: float

    def surest(self, candidates: Sequence[FindingCandidate]) -> bytes | None:
        """The text of the file with the only one of the surest candidates that the check accepts; None without one."""
        for _, rivals in groupby(candidates, key=lambda one: one.rank):
            texts = list(self.accepted(rivals))
            if texts:
                return texts[0] if len(texts) == 1 and time.monotonic() < self.end else None
        return None

    def accepted(self, candidates: Iterable[FindingCandidate]) -> Iterator[bytes]:
        """Yields the file's texts after which the finding is gone and the check has no other one."""
        for one in candidates:
            if time.monotonic() > self.end:
                return
            self.write(one.candidate.contents[self.finding.file])
            after = self.check.run()
            if self.check.fix_command and after.new_findings(self.before):  # such as an import that has to be sorted
                self.check.fix([self.finding.file])
                after = self.check.run()
            gone = [(one.rule, one.message) for one in self.before.new_findings(after) if one.file == self.finding.file]
            is_gone = (self.finding.rule, self.finding.message) in gone
            if is_gone and after.ran and not after.new_findings(self.before):
                yield (self.root / self.finding.file).read_bytes()

    def write(self, text: bytes) -> None:
        """Write the file with a time that its content determines: mypy takes equal seconds and sizes for no change."""
        path, stamp = self.root / self.finding.file, zlib.crc32(text)
        path.write_bytes(text)
        os.utime(path, (stamp, stamp))

"""Which producers propose the very text of a known fix, without running anything.

    python -m benchmarks.repair.space --of fixes|programs [--each N] [--rows FILE] [--split held-out|training]
        [--only PRODUCER ...]

For each bug fix that people made (`fixes.py`) or training program: everything that is proposed for the statements at
its place, compared with the fixed text without layout. What failing tests say and values seen in a run are missing, so
the share is a lower bound. Rows that are there are not made again.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from benchmarks.repair import cache, fixes
from benchmarks.repair.fixes import Fix, hunks_of
from benchmarks.repair.hunks import Hunk
from benchmarks.repair.programs import programs
from testfix_pipeline.repair.languages.python.analysis.edit import (
    Edit,
    FailureEvidence,
    Overlap,
    PythonEditSite,
    apply_spans,
)
from testfix_pipeline.repair.languages.python.edits.edit_producer import EditProducer, weighed_proposals
from testfix_pipeline.repair.languages.python.producers import PRODUCERS
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.synthesis.rebuilding import probe_questions
from testfix_pipeline.repair.model.edit import without_layout
from testfix_pipeline.repair.model.source_text import SourceText

AROUND = 12
"""Lines on both sides of a hunk that an edit may replace as well."""


@dataclass(frozen=True)
class Window:
    """The part of a module in which a fix lies, and what it has to become."""

    text: str
    start: int
    end: int
    wanted: str

    @classmethod
    def of(cls, source: SourceText, hunk: Hunk) -> Window:
        lines = source.text.splitlines(keepends=True)
        first, last = max(0, hunk.start - AROUND), min(len(lines), hunk.end + AROUND)
        start = sum(map(len, lines[:first]))
        end = start + sum(map(len, lines[first:last]))
        after = [*lines[first : hunk.start], *hunk.new, *lines[hunk.end : last]]
        return cls(source.text, start, end, "".join(after))

    def has(self, edit: Edit) -> bool:
        """Whether the edit makes the wanted text."""
        spans = [(start - self.start, end - self.start, new) for start, end, new in edit.spans]
        if spans[0][0] < 0 or any(end > self.end - self.start for _, end, _ in spans):
            return False
        try:
            return self._shape(apply_spans(self.text[self.start : self.end], spans)) == self._shape(self.wanted)
        except Overlap:
            return False

    def _shape(self, text: str) -> str:
        """The text without layout; with its quotes, commas and brackets where nothing else is changed."""
        return without_layout(text) if self._is_plain else " ".join(text.split())

    @cached_property
    def _is_plain(self) -> bool:
        return without_layout(self.text[self.start : self.end]) != without_layout(self.wanted)


@dataclass(frozen=True)
class Known:
    """A fix: its name, the module before it, and its only hunk."""

    id: str
    group: str
    source: SourceFile
    hunk: Hunk

    @property
    def targets(self) -> list[PythonEditSite]:
        """The statements that the hunk touches, or between which it puts something."""
        first, last = self.hunk.start + 1, max(self.hunk.end, self.hunk.start + 1)
        near = range(first - (not self.hunk.old), last + 1)
        found = dict.fromkeys(filter(None, (self.source.statements.get(line) for line in near)))
        own = (self.source,)
        return [
            PythonEditSite(self.source, stmt, self.source.function_of(stmt), FailureEvidence(), (), own)
            for stmt in found
        ]


def of_fixes(each: int, split: str) -> Iterator[Known]:
    """So many of each project."""
    taken: Counter[str] = Counter()
    for row in cache.rows(fixes.cached()):
        fix = Fix(**row)
        if taken[fix.project] < each and is_held_out(fix.project) == (split == "held-out"):
            taken[fix.project] += 1
            yield Known(
                f"{fix.project}/{fix.commit[:10]}", fix.project, SourceFile(fix.path, fix.before.encode()), fix.hunk
            )


def is_held_out(project: str) -> bool:
    """Whether a project is one of the third that nothing is learned from."""
    return hashlib.sha256(project.encode()).digest()[0] % 3 == 0


def of_programs() -> Iterator[Known]:
    """The training programs whose bug is one hunk of one file."""
    for program in programs("training"):
        if len(program.edits) == 1:
            (edit,) = program.edits
            before = program.files[edit.file]
            found = hunks_of(edit.file, before, before.replace(edit.old, edit.new))
            if len(found) == 1:
                yield Known(program.name, "programs", SourceFile(edit.file, before.encode()), found[0])


def row(known: Known, asked_for: Collection[EditProducer] = PRODUCERS) -> dict[str, Any]:
    """By which producers the fix is proposed, whether values seen in a run could lead to it, how much is proposed."""
    window, producers, pool, proposed = Window.of(known.source, known.hunk), set(), False, 0
    for target in known.targets:
        for producer in asked_for:
            try:
                edits = weighed_proposals(target, producer)
            except Exception as error:  # a defect of one producer; it must not end the measurement
                print(f"{known.id}: {producer.id}: {error!r}", file=sys.stderr)
                continue
            proposed += len(edits)
            if any(window.has(edit) for edit in edits):
                producers.add(producer.id)
        pool = pool or (asked_for is PRODUCERS and any(window.has(edit) for edit in _of_pool(target)))
    size = len(known.hunk.old), len(known.hunk.new)
    return {
        "id": known.id,
        "group": known.group,
        "size": size,
        "producers": sorted(producers),
        "pool": pool,
        "proposed": proposed,
    }


def _of_pool(target: PythonEditSite) -> Iterator[Edit]:
    for one in probe_questions(target, 1.0):
        for part in one.parts:
            yield from (target.replace(part.node, text, "", 0.0) for text in one.pool(part))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--of", choices=("fixes", "programs"), default="fixes")
    parser.add_argument("--split", choices=("held-out", "training"), default="training", help="of the fixes")
    parser.add_argument("--each", type=int, default=fixes.MOST_OF_PROJECT, help="fixes of a project")
    parser.add_argument("--rows", type=Path, default=Path(tempfile.gettempdir()) / "space.jsonl")
    parser.add_argument("--only", nargs="*", default=(), help="producers that are asked: ids, or what they begin with")
    wanted = parser.parse_args()
    chosen = [one for one in PRODUCERS if one.id.startswith(tuple(wanted.only))] if wanted.only else PRODUCERS
    done = {one["id"]: one for one in cache.rows(wanted.rows)}
    rows = []
    for known in of_programs() if wanted.of == "programs" else of_fixes(wanted.each, wanted.split):
        if known.id not in done:
            done[known.id] = row(known, chosen)
            cache.append(wanted.rows, done[known.id])
        rows.append(done[known.id])
    reached = sum(bool(one["producers"] or one["pool"]) for one in rows)
    print(
        f"space: {reached} of {len(rows)} fixes, {reached / max(1, len(rows)):.0%}; "
        f"{sum(one['proposed'] for one in rows) / max(1, len(rows)):.0f} proposals each"
    )


if __name__ == "__main__":
    main()

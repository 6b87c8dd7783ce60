"""Joins the results of a search for files that do not compile with those of the ordinary search after it."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.sources import load_or_empty
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.compile_repair import CompileRepair
from testfix_pipeline.repair.search.continuation import on_top
from testfix_pipeline.repair.search.request import RepairResult

GOES_ON = "The file compiles now and tests still fail: the ordinary search went on from the repaired file."


def result_of(
    compiling: CompileRepair, empty: RepairResult, continuation: RepairResult | None, root: Path
) -> RepairResult:
    """The joined result; `empty` is one without patches. `root` holds the present files."""
    without_continuation = _without_continuation(compiling, empty)
    if continuation is None or compiling.start is None:
        return without_continuation
    kinds = dict(compiling.run.findings.kinds + Counter(continuation.tried_kinds))
    first_seconds = (
        None if continuation.first_seconds is None else without_continuation.seconds + continuation.first_seconds
    )
    joined = [_with_compile_fix(compiling.start, patch, root, compiling) for patch in continuation.patches]
    # The fix alone ranks before a patch that fixes only some of the bugs found behind it, and before one that would
    # not land for those alone: they are bugs of their own.
    is_first = [patch.complete and not is_doubtful(patch.confidence) for patch in continuation.patches]
    return replace(
        continuation,
        patches=(
            *itertools.compress(joined, is_first),
            *without_continuation.patches,
            *(patch for patch, first in zip(joined, is_first, strict=True) if not first),
        ),
        doubtful=tuple(_with_compile_fix(compiling.start, patch, root, compiling) for patch in continuation.doubtful),
        differences=(),
        candidates_tried=without_continuation.candidates_tried + continuation.candidates_tried,
        suspicious=[*without_continuation.suspicious, *continuation.suspicious],
        notes=list(dict.fromkeys([*without_continuation.notes, GOES_ON, *continuation.notes])),
        tried_kinds=kinds,
        first_seconds=first_seconds,
    )


def _without_continuation(compiling: CompileRepair, empty: RepairResult) -> RepairResult:
    run = compiling.run
    return replace(
        empty,
        patches=compiling.patches,
        candidates_tried=run.findings.tried,
        exhausted=run.ended or "budget",
        suspicious=[(one.file, one.line, one.score) for one in run.space.locations],
        seconds=run.clock.passed(),
        notes=list(dict.fromkeys([*compiling.said, *run.findings.notes])),
        tried_kinds=dict(run.findings.kinds),
        first_seconds=run.findings.first_seconds,
    )


def _with_compile_fix(start: RankedPatch, patch: RankedPatch, root: Path, compiling: CompileRepair) -> RankedPatch:
    """A patch of the fixed files as a patch of the original files."""
    whole = on_top(start, patch, lambda path: _original(path, root, compiling))
    return replace(whole, fixes=whole.fixes | compiling.uncollected) if patch.complete else whole


def _original(path: str, root: Path, compiling: CompileRepair) -> SourceText:
    broken: Mapping[str, SourceText] = {source.path: source for source in compiling.files}
    return broken.get(path) or load_or_empty(root, path)

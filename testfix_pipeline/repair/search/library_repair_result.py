"""Joins the results of the repair of library failures with those of the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.repair.model.sources import load_or_empty
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.continuation import on_top, start_from
from testfix_pipeline.repair.search.library_outcome import LibraryRepair
from testfix_pipeline.repair.search.request import RepairRequest, RepairResult
from testfix_pipeline.repair.search.workers import Workers

GOES_ON = "What the library lacks has a substitute now and tests still fail: the search went on from there."


def needs_no_search(library: LibraryRepair) -> bool:
    """Whether the search need not run: a complete patch may land, or one of several that give a keyword another name is
    the fix, and all that the search could add is to do without it."""
    complete = [one for one in library.patches if one.complete]
    names = [one for one in complete if one.kind.endswith("library.argument-rename") and not one.against]
    return len(names) > 1 or any(not is_doubtful(one.confidence) for one in complete)


def continuation_request(library: LibraryRepair, request: RepairRequest, workers: Workers) -> RepairRequest | None:
    """The request for the search to continue from steps that are not enough; None if there are none or no time."""
    start = library.start
    if start is None or request.at_once:
        return None
    workers.make_pristine()
    continuation = start_from(request, workers, start.contents, "libraries", workers.clock.left())
    if continuation is None or not continuation.request.failing:
        return None
    return replace(continuation.request, follows_update=True)


def with_start(library: LibraryRepair, patches: Sequence[RankedPatch], root: Path) -> list[RankedPatch]:
    """The patches of the files after the steps that are not enough, as patches of the original files in `root`."""
    start = library.start
    if start is None:
        return list(patches)
    return [on_top(start, one, lambda path: load_or_empty(root, path)) for one in patches]


def with_library(library: LibraryRepair, found: RepairResult, went_on: bool = False) -> RepairResult:
    """Both results joined, the best first. went_on: whether the search continued from steps that are not enough."""
    joined = sorted([*library.patches, *found.patches], key=_order)
    kinds = dict(Counter(library.tried) + Counter(found.tried_kinds))
    first_seconds = library.seconds if any(one.complete for one in library.patches) else found.first_seconds
    return replace(
        found,
        patches=tuple(joined),
        candidates_tried=sum(library.tried.values()) + found.candidates_tried,
        notes=list(dict.fromkeys([*library.notes, *([GOES_ON] if went_on else []), *found.notes])),
        tried_kinds=kinds,
        first_seconds=first_seconds,
        updates=library.updates,
        begun=library.begun,
        excluded_seconds=library.excluded_seconds + found.excluded_seconds,
        seconds=library.seconds + found.seconds if went_on else max(library.seconds, found.seconds),
        differences=() if went_on else found.differences,
    )


def _order(patch: RankedPatch) -> tuple[bool, float]:
    """The sort key: complete patches first, then by confidence."""
    return not patch.complete, -patch.confidence

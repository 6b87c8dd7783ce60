"""The options of one search: its budget, what it does not try, and the listener of its progress."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.findings import Findings
from testfix_pipeline.repair.search.search_progress import Progress
from testfix_pipeline.repair.search.space import Space
from testfix_pipeline.repair.validation.confirmer import Confirmer

End = Literal["space", "budget", "found", "cancelled"]


@dataclass(frozen=True)
class SearchOptions:
    """The options of one search.

    budget: seconds of the whole search. after_first: seconds for rivals of its first plausible patch, None if the stop
    condition decides. reserved: seconds at its end for the comparison of patches, if there are any. best: fingerprint
    and confidence of the best complete patch. continuation: complete patches that continue partial ones, None if the
    search must not look for any. confirm_late: the suite takes so long that only the best patch at the end of the
    search is confirmed. wanted: see `RepairRequest`. in_vain: returns the fingerprints of candidates that changed
    nothing; the search passes over them and adds to them.
    """

    clock: Clock
    budget: float = 0.0
    after_first: float | None = None
    reserved: float = 0.0
    best: Callable[[Findings, Space], tuple[str, float]] = lambda findings, space: ("", 1.0)
    continuation: Callable[[Findings, Space], Sequence[RankedPatch]] | None = None
    confirmer: Confirmer | None = None
    confirm_late: bool = False
    exclude: Collection[str] = ()
    in_vain: Callable[[], set[str]] = set
    wanted: Collection[TestId] = ()
    on_progress: Callable[[Progress], None] | None = None

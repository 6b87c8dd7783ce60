"""What the repair of libraries comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair.language.library_fixes import BehaviourCheck
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch


@dataclass(frozen=True)
class LibraryRepair:
    """The result. patches: complete ones, or one partial; notes: for people; tried: by kind.

    begun: sure steps that make no test pass by themselves, for the search to go on from. updates: facts found about
    libraries. behaviour: compares the tree with changed texts to the calls recorded under old releases; None if
    nothing was recorded. excluded_seconds: of inquiries, which are no search. is_end: whether no search may find more.
    unlooked: the outermost modules of libraries that are newer than the project names, and whose old releases could not
    be looked at.
    """

    patches: tuple[RankedPatch, ...]
    notes: tuple[str, ...]
    tried: Mapping[str, int]
    seconds: float = 0.0
    begun: RankedPatch | None = None
    updates: tuple[Update, ...] = ()
    behaviour: Callable[[Mapping[str, str]], BehaviourCheck | None] | None = None
    excluded_seconds: float = 0.0
    is_end: bool = False
    unlooked: frozenset[str] = frozenset()

    @property
    def start(self) -> RankedPatch | None:
        """The steps that the search may go on from where they are not the whole repair."""
        return next((one for one in self.patches if not one.complete), self.begun)


NO_LIBRARY_REPAIR = LibraryRepair((), (), {})

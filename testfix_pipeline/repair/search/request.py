"""The request to the repair engine and its result."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from testfix_pipeline.core.change_history import Change
from testfix_pipeline.core.processor_share import MOST_STRETCH
from testfix_pipeline.core.records import Failure, FixHistory
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.processes.preloaded_interpreter import PreloadedInterpreter
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.history.regression import Regression
from testfix_pipeline.repair.language.library_facts import LibraryFacts
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.patch_behaviour import Difference
from testfix_pipeline.repair.search.search_memory import SearchMemory
from testfix_pipeline.repair.search.search_progress import Progress
from testfix_pipeline.repair.validation.warm_start import WarmStart


@dataclass(frozen=True)
class RepairRequest:
    """What to repair.

    tree: a checkout of the repository; it is copied, never modified. failing: the target tests of this attempt;
    all_failing: every test that fails now; failures: of any of them; passing: tests that must stay passing.
    shard/shards: disjoint deterministic parts of the search. allowed_lines: by file, the only lines that edits may
    touch. wanted: those of `failing` that a patch has to fix; () for all. The others may have the same cause.
    exclude: fingerprints of patches not to propose again. changes: recent changes of the code, newest first (see
    `workspace.history.recent_changes`), which may be undone. patches: unified diffs of others, the likeliest first,
    to be tried unchanged, varied, and searched around. apart: nothing else may be fixed with the same patch.
    at_once: partial patches are not continued. libraries_only: only fixes for what libraries removed are tried.
    started: a warm process of the same tree that is already running. scope: of a suite that is too large to be run
    often, the tests that the search works with (see `related_tests.py`); the whole suite then confirms the patches.
    suite_seconds: the duration of the suite, 0 if unknown. confirm: whether patches are confirmed here; the caller
    may do it anyway. earlier: requirements on libraries, by normalised name, that are known from before an update,
    such as "==1.2" or "<2". facts: what repairs of the project found out about its libraries. follows_update: an
    update is, perhaps, behind a failure of the suite, also of one that is fixed by now. updated: tests, or files of
    tests, that an update certainly made fail before a patch landed. seconds: for the search, without runs of the
    suite; stretch: how many times as long it may take where others use the processors. programs: runs programs on
    copies of the tree below its folder; None: every search starts its own. memory: of the session's earlier searches;
    None: nothing is remembered.
    """

    project: TargetProject
    tree: Path
    failing: Sequence[TestId]
    all_failing: Sequence[TestId]
    passing: Sequence[TestId]
    failures: Sequence[Failure]
    coverage: CoverageMap | None
    seconds: float
    cores: int = 1
    shard: int = 0
    shards: int = 1
    allowed_lines: Mapping[str, Collection[int]] | None = None
    exclude: Collection[str] = ()
    history: FixHistory | None = None
    after_first_seconds: float | None = None
    cancel: Callable[[], bool] | None = None
    on_progress: Callable[[Progress], None] | None = None
    changes: Sequence[Change] = ()
    patches: Sequence[str] = ()
    apart: bool = False
    wanted: Sequence[TestId] = ()
    at_once: bool = False
    libraries_only: bool = False
    started: WarmStart | None = None
    scope: Sequence[TestId] | None = None
    suite_seconds: float = 0.0
    confirm: bool = True
    earlier: Mapping[str, str] = field(default_factory=dict)
    facts: LibraryFacts = field(default_factory=LibraryFacts)
    follows_update: bool = False
    updated: Sequence[TestId] = ()
    programs: PreloadedInterpreter | None = None
    stretch: float = MOST_STRETCH
    memory: SearchMemory | None = None

    @property
    def guarding(self) -> Sequence[TestId]:
        """The passing tests that the search works with."""
        if self.scope is None:
            return self.passing
        scope = frozenset(self.scope)
        return [test for test in self.passing if test in scope]


@dataclass(frozen=True)
class RepairResult:
    """The patches, best first. `exhausted`: "found" if there is a complete patch, else what ran out.

    doubtful: patches that pass the tests and are refused nevertheless, each with its `doubt`. differences: inputs on
    which patches behave differently, with their outcomes. tried_kinds: the number of candidates that were run, by id.
    suspicious: (file, line, score), most suspicious first. first_seconds: until the first complete patch was found,
    None if there is none. regression: the change since which the tests fail, if an earlier state of the code passes
    them. updates: of libraries, found by comparison with releases that the tests pass with. excluded_seconds: that do
    not count as search.
    """

    patches: tuple[RankedPatch, ...]
    candidates_tried: int
    exhausted: Literal["space", "budget", "found", "cancelled"]
    suspicious: list[tuple[str, int, float]]
    seconds: float
    notes: list[str]
    tried_kinds: dict[str, int]
    first_seconds: float | None = None
    regression: Regression | None = None
    doubtful: tuple[RankedPatch, ...] = ()
    differences: tuple[Difference, ...] = ()
    updates: tuple[Update, ...] = ()
    excluded_seconds: float = 0.0
    begun: RankedPatch | None = None

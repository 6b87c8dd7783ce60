"""Repairs failures that a library's change caused, one lost name or signature after the other, before the search.

A step is one fix of the language (`LibraryFix`), one rule at all its use sites, or several that different failures call
for. It counts if the first error moves: a target passes or is collected, or the first target fails with another error.
Where nothing moves any more, the repair goes on from another fix that moved it. All steps together are one patch.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.test_ids import file_of
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.failure_records import project_packages
from testfix_pipeline.repair.language.library_fixes import BehaviourCheck, LibraryFix, LibraryQuestion
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.clock import TimeIsUp
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.dead_ends import (
    LOST_AT_IMPORT,
    LOST_IN_TESTS,
    DeadEnds,
    is_lost_at_import,
    is_lost_in_tests,
    is_unrelated,
)
from testfix_pipeline.repair.search.library_outcome import LibraryRepair
from testfix_pipeline.repair.search.library_patches import (
    confidence_among,
    confirmed,
    partial,
    sure_part,
    without_guesses,
)
from testfix_pipeline.repair.search.library_state import LibraryRepairState, progress_order
from testfix_pipeline.repair.search.library_trees import LibraryTrees, passing
from testfix_pipeline.repair.search.library_trials import FixTrials
from testfix_pipeline.repair.search.request import RepairRequest
from testfix_pipeline.repair.search.schedule import LIBRARIES_ONLY_SHARE, LIBRARY_SHARE
from testfix_pipeline.repair.search.workers import Workers

MOST_STEPS = 20
MOST_OTHERS = 3
"""The number of steps that moved the first error, too, and are gone on from where the best one leads no further."""
MOST_TARGETS = 40
"""The number of failing tests that must pass in the end."""
LONGEST_ERROR = 120
INQUIRY_SECONDS = 20.0
MOST_EXCLUDED_SECONDS = 30.0
"""Of inquiries, whose runs of the tests are no search; not more than the budget, either."""
_INTERFACE_ERRORS = frozenset({"ImportError", "ModuleNotFoundError", "AttributeError", "TypeError"})


def repair_libraries(request: RepairRequest, workers: Workers) -> LibraryRepair | None:
    """Searches for fixes if a failure points to a library; None if none does. Raises TimeIsUp.

    It uses only the request's failures: measuring again may take longer. Returns None as well if edits are limited to
    lines, and in all shards of a search but the first.
    """
    if request.allowed_lines is not None or request.shard:
        return None
    return _LibraryRepairRun(request, workers).take()


class _LibraryRepairRun:
    def __init__(self, request: RepairRequest, workers: Workers) -> None:
        self.request = request
        self.clock = workers.clock
        share = LIBRARIES_ONLY_SHARE if request.libraries_only else LIBRARY_SHARE
        self.targets = list(request.failing)[:MOST_TARGETS]
        self.trees = LibraryTrees(request, workers, self.clock.passed() + share * self.clock.left())
        self.excluded = 0.0
        self.notes: list[str] = []
        self.trials = FixTrials(self.trees, self.targets, self.notes)
        self.updates: list[Update] = []
        self.memory: dict[str, Any] = {}
        self.unlooked: frozenset[str] = frozenset()
        self.dead = DeadEnds()
        self.checks: dict[tuple[tuple[str, str], ...], BehaviourCheck | None] = {}

    def take(self) -> LibraryRepair | None:
        """The patches of the steps that lead furthest; what was reached where the time ends in between."""
        try:
            ended = self._ends()
        except TimeIsUp:
            if not self.trials.reached:
                raise
            ended = sorted(self.trials.reached, key=progress_order)
            self._note_left(ended[0], "Cut off after")
        if not ended:
            end = self._end(self._first_state())
            return LibraryRepair((), (*self.notes, end), {}, is_end=True) if end else None
        greens = [one for one in ended if one.is_green]
        state = ended[0]
        self._note(state, greens)
        patches = self._sure_part(greens) or confirmed(greens, self.trees, self.notes)
        begun = None if patches else partial(self._whole(without_guesses(state, self.trials.reached)), self.trees)
        if not patches and self.trials.blocked is not None and (begun is None or self.trials.blocked.follows(state)):
            begun = partial(self.trials.blocked, self.trees)
        patches += [begun] if begun is not None and begun.fixes else []
        steps = (greens[0] if patches and greens else state).steps
        seconds, updates = self.clock.passed(), self._updates(steps)
        end = "" if greens else self._end(state)
        notes = tuple(filter(None, dict.fromkeys([*self.notes, end])))
        found_out = begun, updates, self.behaviour, self.excluded, bool(end), self.unlooked
        return LibraryRepair(tuple(patches), notes, self.trials.tried, seconds, *found_out)

    def _ends(self) -> list[LibraryRepairState]:
        """Takes step after step until all targets pass, nothing moves any more, or the share of the time is over.

        The states with all targets passing, else the furthest one; none where there is nothing to fix.
        """
        state = self._first_state()
        others: list[LibraryRepairState] = []
        ends: list[LibraryRepairState] = []
        while state.failures and len(state.steps) < MOST_STEPS and not self.trees.is_over():
            fixes = self._fixes(state)
            if not fixes and not state.steps:
                return []
            found = self.trials.step(state, self._edits(fixes, state))
            if not self._is_settled(state, found):
                known = [fix.texts for fix in fixes]
                more = self._edits(self._fixes(state, is_thorough=True), state)
                self.checks.clear()  # what the library answers otherwise is known only now
                found += self.trials.step(state, [fix for fix in more if fix.texts not in known])
                found.sort(key=progress_order)
            found = self.dead.without(found)
            if not found:
                ends.append(state)
                self.dead.add(state)
                others = self.dead.without(others)
                self.trials.untried = [] if is_unrelated(state, self.trials.texts(state, {})) else self.trials.untried
            while not (found or others) and self.trials.untried and not self.trees.is_over():
                found = self.dead.without(self.trials.after_rivals(state))
            if greens := [one for one in found if one.is_green]:
                return greens
            if not (found or others):
                break
            state, *others = [*found, *others][: 1 + MOST_OTHERS]
        return [min([*ends, state], key=progress_order)]

    def _sure_part(self, greens: Sequence[LibraryRepairState]) -> list[RankedPatch]:
        """The steps of doubtful patches that may land without the last ones, where other failures are repaired as well.

        Not where calls that were recorded under the old release speak against the whole.
        """
        is_wanted = self.request.libraries_only and all(is_doubtful(confidence_among(one, greens)) for one in greens)
        before = sure_part(greens[0], self.trials.reached) if greens and is_wanted else None
        check = self.behaviour(greens[0].texts) if before is not None else None
        is_against = check is not None and bool(check.differences or check.rare)
        patch = partial(self._whole(before), self.trees) if before is not None and not is_against else None
        return [patch] if patch is not None and not is_doubtful(patch.confidence) else []

    def _first_state(self) -> LibraryRepairState:
        targets = set(self.targets)
        return LibraryRepairState(failures=tuple(one for one in self.request.failures if one.test in targets))

    def _end(self, state: LibraryRepairState) -> str:
        """Why no search may find more; "" where one may."""
        own = project_packages(self.request.project.root(self.request.tree))
        if is_lost_at_import(state, own):
            return LOST_AT_IMPORT
        return LOST_IN_TESTS if is_lost_in_tests(state, own, self.trees.test_files) else ""

    def _edits(self, fixes: Sequence[LibraryFix], state: LibraryRepairState) -> list[LibraryFix]:
        """The fixes that edit anything; the others' notes are recorded."""
        self.notes += [f"{fix.note.removesuffix('.')}." for fix in fixes if not fix.texts]
        self.updates += [update for one in fixes for update in one.updates if not (one.texts or state.steps)]
        self.unlooked = self.unlooked.union(*(fix.modules for fix in fixes))
        return [fix for fix in fixes if fix.texts]

    def _is_settled(self, before: LibraryRepairState, found: Sequence[LibraryRepairState]) -> bool:
        """Whether a step made progress, or led to a patch with the behaviour under the old release."""
        if not found:
            return False
        if not found[0].is_green:
            kind, _ = found[0].first_error
            return len(found[0].passed) > len(before.passed) or kind in _INTERFACE_ERRORS
        checks = (self.behaviour(one.texts) for one in found if one.is_green)
        return any(check is None or not check.differences for check in checks)

    # -- one step ------------------------------------------------------------------------------------------------------

    def _fixes(self, state: LibraryRepairState, is_thorough: bool = False) -> list[LibraryFix]:
        """The fixes that the languages of the failing tests propose for the present tree."""
        self.clock.check()  # the interpreters that are asked do not hear of it
        trees: list[Path] = []

        def make_tree() -> Path:
            trees.append(self.trees.make(state.texts))
            return trees[0]

        began = self.clock.passed()
        files = self.request.project.root(make_tree() if state.texts else self.request.tree)
        seconds = min(INQUIRY_SECONDS, max(1.0, self.trees.until - self.clock.passed()))
        try:
            found: list[LibraryFix] = []
            failures = state.current_failures
            for language in dict.fromkeys(language_of(file_of(one.test)) for one in failures):
                own = [one for one in failures if language_of(file_of(one.test)) is language]
                question = LibraryQuestion(
                    self.request.project,
                    files,
                    lambda: trees[0] if trees else make_tree(),
                    own,
                    self.trees.test_files,
                    seconds,
                    self.targets,
                    self.memory.setdefault(language.name, {}),
                    is_thorough,
                    self.request.earlier,
                    self.request.facts.found.setdefault(language.name, {}),
                    self.request.facts.installed,
                    self.clock.cancelled,
                    self.trees.programs.run,
                )
                found += language.library_fixes(question)
            return found
        finally:
            for tree in trees:
                shutil.rmtree(tree, ignore_errors=True)
            self._exclude(self.clock.passed() - began)

    def _exclude(self, seconds: float) -> None:
        """Leaves the seconds of an inquiry out of the budget, as far as that goes."""
        more = min(seconds, min(MOST_EXCLUDED_SECONDS, self.request.seconds) - self.excluded)
        self.excluded += more
        self.trees.until += more
        self.clock.exclude(more)

    def _whole(self, state: LibraryRepairState) -> LibraryRepairState:
        """The state measured with all targets, some of which were left out before."""
        self.trees.until = self.clock.passed() + self.clock.left()
        is_known = not state.steps or state.says_all(self.targets)
        measured = None if is_known else self.trees.measured(state.texts, self.targets)
        if measured is None:
            return state
        run, failures = measured
        return replace(state, passed=passing(run, self.targets), failures=tuple(failures), run=run)

    def behaviour(self, texts: Mapping[str, str]) -> BehaviourCheck | None:
        """The behaviour of the tree with these texts against the recorded calls; None if nothing was recorded."""
        key = tuple(sorted(texts.items()))
        if key not in self.checks:
            self.checks[key] = self._behaviour(texts)
        return self.checks[key]

    def _updates(self, steps: Sequence[LibraryFix]) -> tuple[Update, ...]:
        """What steps know of libraries, and what was found out; where that names none, what the comparison of a patch
        with the recorded calls tells of the cause."""
        known = (*(update for fix in steps for update in fix.updates), *self.updates)
        if any(one.library for one in known):
            return known
        return next((check.causes for check in self.checks.values() if check is not None and check.causes), known)

    def _behaviour(self, texts: Mapping[str, str]) -> BehaviourCheck | None:
        for language in dict.fromkeys(language_of(test.partition("::")[0]) for test in self.targets):
            memory = self.memory.get(language.name, {})
            if not memory or self.clock.cancelled():
                continue
            tree, plain = self.trees.make(texts), self.trees.make({})
            try:
                return language.library_behaviour(self._question(tree, memory), self._question(plain, memory))
            finally:
                for one in (tree, plain):
                    shutil.rmtree(one, ignore_errors=True)
        return None

    def _question(self, tree: Path, memory: dict[str, Any]) -> LibraryQuestion:
        project, seconds = self.request.project, min(INQUIRY_SECONDS, max(2.0, self.clock.final_left()))
        return LibraryQuestion(
            project,
            project.root(tree),
            lambda: tree,
            (),
            self.trees.test_files,
            seconds,
            self.targets,
            memory,
            cancel=self.clock.cancelled,
            run_process=self.trees.programs.run,
        )

    def _note_left(self, state: LibraryRepairState, when: str) -> None:
        """Record what is left, with the first error as it is now."""
        steps, left = len(state.steps), list(dict.fromkeys(self.trials.target_of(one.test) for one in state.failures))
        if left:
            first = f"first {left[0]}: {' '.join(': '.join(state.first_error).split())[:LONGEST_ERROR]}"
            some = f"{len(left)} of {counted(len(self.targets), 'test')} still {'fails' if len(left) == 1 else 'fail'}"
            self.notes.append(f"{when} {counted(steps, 'step')}: {some}, {first}.")

    def _note(self, state: LibraryRepairState, greens: Sequence[LibraryRepairState]) -> None:
        for fix in () if greens else state.steps:
            self.notes.append(f"A step that is not enough by itself: {fix.note}.")
        if state.steps and not greens and not any(note.startswith("Cut off") for note in self.notes):
            self._note_left(state, "After")

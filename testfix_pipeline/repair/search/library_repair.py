"""Repairs failures that a library's change caused, one lost name or signature after the other, before the search.

A step is one fix of the language (`LibraryFix`): one rule at all its use sites. It counts if the first error moves: a
target passes or is collected, or the first target fails with another error. Where nothing moves any more, the repair
goes on from another fix that moved it. All steps together are one patch.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId, file_of
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.failure_records import project_packages
from testfix_pipeline.repair.language.fix_rivals import is_clear, rivals_of
from testfix_pipeline.repair.language.library_fixes import BehaviourCheck, LibraryFix, LibraryQuestion
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.clock import TimeIsUp
from testfix_pipeline.repair.search.dead_ends import (
    LOST_AT_IMPORT,
    DeadEnds,
    can_move,
    is_lost_at_import,
    is_part,
    is_unrelated,
    names_of,
)
from testfix_pipeline.repair.search.library_outcome import LibraryRepair
from testfix_pipeline.repair.search.library_patches import SURE_STEPS, confirmed, partial, without_guesses
from testfix_pipeline.repair.search.library_state import (
    LibraryRepairState,
    ends_at_changed_line,
    is_misused,
    progress_order,
)
from testfix_pipeline.repair.search.library_trees import LibraryTrees, passing
from testfix_pipeline.repair.search.request import RepairRequest
from testfix_pipeline.repair.search.schedule import LIBRARIES_ONLY_SHARE, LIBRARY_SHARE
from testfix_pipeline.repair.search.search_progress import Progress
from testfix_pipeline.repair.search.workers import Workers

MOST_STEPS = 10
MOST_TRIED = 12
"""The number of fixes that are tried in one step."""
MOST_OTHERS = 3
"""The number of steps that moved the first error, too, and are gone on from where the best one leads no further."""
MOST_RIVALS = 3
"""The number of fixes that are tried in a step after one that makes all targets pass: rivals lower the confidence."""
MOST_TARGETS, FIRST_TARGETS = 40, 3
"""The number of failing tests that must pass in the end, and of those that a step is first judged by."""
LONGEST_ERROR, LONGEST_FAULT = 120, 400
INQUIRY_SECONDS = 20.0
MOST_EXCLUDED_SECONDS = 30.0
"""Of inquiries, whose runs of the tests are no search; not more than the budget, either."""
ONE_MORE_STEP = 0.97
"""The factor for the confidence for each further step: a patch is hardly surer than its least sure step."""
_INTERFACE_ERRORS = frozenset({"ImportError", "ModuleNotFoundError", "AttributeError", "TypeError"})
_PATCH_FAULTS = frozenset({"UnboundLocalError", "SyntaxError", "IndentationError"})


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
        self.until = self.clock.passed() + share * self.clock.left()
        self.targets = list(request.failing)[:MOST_TARGETS]
        self.trees = LibraryTrees(request, workers, self.until)
        self.excluded = 0.0
        self.tried: dict[str, int] = {}
        self.notes: list[str] = []
        self.updates: list[Update] = []
        self.memory: dict[str, Any] = {}
        self.untried: list[tuple[LibraryRepairState, Sequence[LibraryFix]]] = []
        self.reached: list[LibraryRepairState] = []
        self.dead = DeadEnds()
        self.blocked: LibraryRepairState | None = None
        self.checks: dict[tuple[tuple[str, str], ...], BehaviourCheck | None] = {}

    def take(self) -> LibraryRepair | None:
        """The patches of the steps that lead furthest; what was reached where the time ends in between."""
        try:
            ended = self._ends()
        except TimeIsUp:
            if not self.reached:
                raise
            ended = sorted(self.reached, key=progress_order)
            self._note_left(ended[0], "Cut off after")
        if not ended:
            notes = (*self.notes, LOST_AT_IMPORT)
            return LibraryRepair((), notes, {}, is_end=True) if self._is_end(self._first_state()) else None
        greens = [one for one in ended if one.is_green]
        state = ended[0]
        self._note(state, greens)
        patches = confirmed(greens, self.trees, self.notes)
        begun = None if patches else partial(self._whole(without_guesses(state, self.reached)), self.trees)
        if not patches and self.blocked is not None and (begun is None or self.blocked.follows(state)):
            begun = partial(self.blocked, self.trees)
        patches += [begun] if begun is not None and begun.fixes else []
        steps = (greens[0] if patches and greens else state).steps
        fixed = [update for fix in steps for update in fix.updates]
        seconds, updates = self.clock.passed(), (*fixed, *self.updates)
        is_end = not greens and self._is_end(state)
        notes = tuple(dict.fromkeys([*self.notes, *([LOST_AT_IMPORT] if is_end else [])]))
        found_out = begun, updates, self.behaviour, self.excluded
        return LibraryRepair(tuple(patches), notes, self.tried, seconds, *found_out, is_end)

    def _ends(self) -> list[LibraryRepairState]:
        """Takes step after step until all targets pass, nothing moves any more, or the share of the time is over.

        The states with all targets passing, else the furthest one; none where there is nothing to fix.
        """
        state = self._first_state()
        others: list[LibraryRepairState] = []
        ends: list[LibraryRepairState] = []
        while state.failures and len(state.steps) < MOST_STEPS and not self._is_over():
            fixes = self._fixes(state)
            if not fixes and not state.steps:
                return []
            found = self._step(state, self._edits(fixes, state))
            if not self._is_settled(state, found):
                known = [fix.texts for fix in fixes]
                more = self._edits(self._fixes(state, is_thorough=True), state)
                found += self._step(state, [fix for fix in more if fix.texts not in known])
                found.sort(key=progress_order)
            if not found:
                ends.append(state)
                self.dead.add(state)
                others = self.dead.without(others)
                self.untried = [] if is_unrelated(state, self._texts(state, {})) else self.untried
            while not (found or others) and self.untried and not self._is_over():
                found = self.dead.without(self._step(*self.untried.pop()))
            if greens := [one for one in found if one.is_green]:
                return greens
            if not (found or others):
                break
            state, *others = [*found, *others][: 1 + MOST_OTHERS]
        return [min([*ends, state], key=progress_order)]

    def _first_state(self) -> LibraryRepairState:
        targets = set(self.targets)
        return LibraryRepairState(failures=tuple(one for one in self.request.failures if one.test in targets))

    def _is_end(self, state: LibraryRepairState) -> bool:
        return is_lost_at_import(state, project_packages(self.request.project.root(self.request.tree)))

    def _edits(self, fixes: Sequence[LibraryFix], state: LibraryRepairState) -> list[LibraryFix]:
        """The fixes that edit anything; the others' notes are recorded."""
        self.notes += [f"{fix.note}." for fix in fixes if not fix.texts]
        self.updates += [update for one in fixes for update in one.updates if not (one.texts or state.steps)]
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

    def _is_over(self) -> bool:
        self.clock.check()
        return self.clock.passed() > self.until

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
        seconds = min(INQUIRY_SECONDS, max(1.0, self.until - self.clock.passed()))
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
        self.until += more
        self.trees.until = self.until
        self.clock.exclude(more)

    def _step(self, state: LibraryRepairState, fixes: Sequence[LibraryFix]) -> list[LibraryRepairState]:
        """The states after each fix: those with all targets passing first, then those in which the first
        error moved."""
        found: list[LibraryRepairState] = []
        rivals, symbol = MOST_RIVALS, ""
        for number, fix in enumerate(fixes[:MOST_TRIED], 1):
            if self._is_over() or rivals < 0:
                break
            if symbol and fix.symbol.rpartition(".")[2] != symbol.rpartition(".")[2]:
                continue  # another lost name belongs to the next step
            after = self._after(state, fix) if self._is_worth_a_run(state, fix) else None
            if after is None:
                continue
            found.append(after)
            rest = rivals_of(fix, fixes[number:MOST_TRIED])
            rest = [one for one in rest if not is_part(one, fix, self._texts(one, state.texts))]
            if not after.is_green and is_clear(fix, rest):
                self.untried += [(state, rest)] if rest else []
                break
            rivals -= any(one.is_green for one in found)
            symbol = fix.symbol
        return sorted(found, key=progress_order)

    def _after(self, state: LibraryRepairState, fix: LibraryFix) -> LibraryRepairState | None:
        """The state with one more fix; None if nothing moves."""
        texts = {**state.texts, **fix.texts}
        self.tried[fix.kind] = self.tried.get(fix.kind, 0) + 1
        self._tell(fix)
        some = self._targets_for(state, fix)
        measured = self.trees.measured(texts, some)
        if measured is None:
            self._note_fault(state, fix)
            return None
        if not measured[1] and len(some) < len(self.targets) and (whole := self.trees.measured(texts, self.targets)):
            some, measured = self.targets, whole  # else all of them take too long: what the first ones say is known
        run, failures = measured
        passed = state.passed - set(some) | passing(run, some)
        unmeasured = [one for one in state.failures if self._target_of(one.test) not in some]
        left = [*failures, *unmeasured]
        left.sort(key=lambda one: self.targets.index(self._target_of(one.test)))
        confidence = min(state.confidence, fix.likelihood) * (ONE_MORE_STEP if state.steps else 1.0)
        outdated = self._outdated(unmeasured, state, fix)
        after = LibraryRepairState(
            texts, (*state.steps, fix), frozenset(passed), tuple(left), run, confidence, outdated
        )
        if not left and not passed.issuperset(self.targets):
            return None  # the targets no longer exist
        if not self._has_moved(state, after, some):
            return None
        self.reached.append(after)
        return after

    def _outdated(self, unmeasured: Sequence[Failure], state: LibraryRepairState, fix: LibraryFix) -> frozenset[TestId]:
        """The tests that were not run with the fix, and whose failures are about a line that it changed."""
        before = self._texts(fix, state.texts)
        changed = [one.test for one in unmeasured if ends_at_changed_line(one, before, fix.texts)]
        return frozenset([*changed, *(one.test for one in unmeasured if one.test in state.outdated)])

    def _texts(self, changed: LibraryFix | LibraryRepairState, now: Mapping[str, str]) -> dict[str, str]:
        """The texts of changed files as they are `now`, the original ones of the others."""
        sources = {file: self.trees.sources.source(file) for file in changed.texts}
        return {file: now.get(file, one.text if one is not None else "") for file, one in sources.items()}

    def _is_worth_a_run(self, state: LibraryRepairState, fix: LibraryFix) -> bool:
        """Whether a fix may change what the first targets fail with; of those that can't the first sure one is kept."""
        some = self._targets_for(state, fix)
        failures = [one for one in state.current_failures if self._target_of(one.test) in some]
        if can_move(fix, failures, self._texts(fix, state.texts)):
            return True
        self._keep_blocked(state, fix, "What the tests fail with comes first")
        return False

    def _keep_blocked(self, state: LibraryRepairState, fix: LibraryFix, why: str) -> None:
        """Record the first sure step, behind the others, of which the tests can say nothing."""
        is_further = self.blocked is None or len(self.blocked.steps) <= len(state.steps)
        if is_further and fix.likelihood >= SURE_STEPS:
            confidence = min(state.confidence, fix.likelihood)
            texts = {**state.texts, **fix.texts}
            self.blocked = replace(state, texts=texts, steps=(*state.steps, fix), confidence=confidence)
            self.notes.append(f"{fix.note}. {why}.")

    def _note_fault(self, state: LibraryRepairState, fix: LibraryFix) -> None:
        """Record the first sure step after which the tests can't run: what they lack themselves comes to light."""
        fault = self.trees.fault
        if fault is None or fault.kind not in ("usage", "crash") or self.clock.cancelled():
            return
        message = " ".join(fault.message.split())[:LONGEST_FAULT]
        self._keep_blocked(state, fix, f"With it the tests can't run: {message.removesuffix('.')}")

    def _whole(self, state: LibraryRepairState) -> LibraryRepairState:
        """The state measured with all targets, some of which were left out before."""
        self.trees.until = self.clock.passed() + self.clock.left()
        is_known = not state.steps or state.says_all(self.targets)
        measured = None if is_known else self.trees.measured(state.texts, self.targets)
        if measured is None:
            return state
        run, failures = measured
        return replace(state, passed=passing(run, self.targets), failures=tuple(failures), run=run)

    def _target_of(self, test: TestId) -> TestId:
        """The target that a test is, or the uncollected target file that it is in."""
        return test if test in self.targets else test.file_id

    def _targets_for(self, state: LibraryRepairState, fix: LibraryFix) -> list[TestId]:
        """The first targets that still fail, those first whose error names the symbol of the fix."""
        names = names_of(fix)
        naming = [one for one in state.failures if any(name.search(one.error) for name in names)]
        return list(dict.fromkeys(self._target_of(one.test) for one in (*naming, *state.failures)))[:FIRST_TARGETS]

    def _has_moved(self, before: LibraryRepairState, after: LibraryRepairState, measured: Sequence[str]) -> bool:
        """Whether more targets pass, or the measured ones fail with another error that the patch did not cause."""
        if not after.passed >= before.passed:
            return False
        old = self._texts(after, before.texts)
        old_errors, new_errors = (self._errors(state, measured) for state in (before, after))
        if any(kind in _PATCH_FAULTS for kind, *_ in new_errors - old_errors) or is_misused(before, after, old):
            return False
        return after.is_green or len(after.passed) > len(before.passed) or new_errors != old_errors

    def _errors(self, state: LibraryRepairState, measured: Sequence[str]) -> set[tuple[str, str, bool]]:
        """Type and text of the errors of some targets, and whether the tests themselves raise them."""
        return {
            (one.error_type, one.error, bool(one.frames) and self.trees.is_test_side(one.frames[-1].file))
            for one in state.failures
            if self._target_of(one.test) in measured
        }

    def behaviour(self, texts: Mapping[str, str]) -> BehaviourCheck | None:
        """The behaviour of the tree with these texts against the recorded calls; None if nothing was recorded."""
        key = tuple(sorted(texts.items()))
        if key not in self.checks:
            self.checks[key] = self._behaviour(texts)
        return self.checks[key]

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
            project, project.root(tree), lambda: tree, (), self.trees.test_files, seconds, self.targets, memory
        )

    def _tell(self, fix: LibraryFix) -> None:
        if self.request.on_progress is not None:
            place = f"{next(iter(fix.texts))}: {fix.symbol}"
            self.request.on_progress(Progress(sum(self.tried.values()), self.clock.passed(), 0, place))

    def _note_left(self, state: LibraryRepairState, when: str) -> None:
        """Record what is left, with the first error as it is now."""
        steps, left = len(state.steps), list(dict.fromkeys(self._target_of(one.test) for one in state.failures))
        if left:
            first = f"first {left[0]}: {' '.join(': '.join(state.first_error).split())[:LONGEST_ERROR]}"
            some = f"{len(left)} of {counted(len(self.targets), 'test')} still {'fails' if len(left) == 1 else 'fail'}"
            self.notes.append(f"{when} {counted(steps, 'step')}: {some}, {first}.")

    def _note(self, state: LibraryRepairState, greens: Sequence[LibraryRepairState]) -> None:
        for fix in () if greens else state.steps:
            self.notes.append(f"A step that is not enough by itself: {fix.note}.")
        if state.steps and not greens and not any(note.startswith("Cut off") for note in self.notes):
            self._note_left(state, "After")

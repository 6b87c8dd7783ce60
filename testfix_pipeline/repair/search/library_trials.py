"""Tries the fixes of one step of the repair of libraries: which of them move the first error, and how far.

Of those that the tests can say nothing of, the first sure one is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.fix_rivals import is_clear, is_part, rivals_of
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.model.edit import Overlap
from testfix_pipeline.repair.model.merged_changes import merged
from testfix_pipeline.repair.search.dead_ends import can_move, names_error
from testfix_pipeline.repair.search.library_patches import (
    ALIKE,
    SURE_STEPS,
    confidence_beside_keywords,
    is_other_keyword,
)
from testfix_pipeline.repair.search.library_state import (
    LibraryRepairState,
    ends_at_changed_line,
    gets_further,
    is_misused,
    progress_order,
)
from testfix_pipeline.repair.search.library_trees import LibraryTrees, passing
from testfix_pipeline.repair.search.search_progress import Progress

MOST_TRIED = 12
"""The number of fixes that are tried in one step."""
MOST_RIVALS = 3
"""The number of fixes that are tried in a step after one that makes all targets pass: rivals lower the confidence."""
FIRST_TARGETS = 3
"""The number of failing tests that a step is first judged by."""
QUICK_SECONDS = 2.0
"""Of all tests together: where they take no longer, starting a process for some of them costs as much as for all."""
LONGEST_FAULT = 400
ONE_MORE_STEP = 0.97
"""The factor for the confidence for each further step: a patch is hardly surer than its least sure step."""
_PATCH_FAULTS = frozenset({"UnboundLocalError", "SyntaxError", "IndentationError", "ProcessEnded"})
"""Errors that are no progress: the patch is faulty, or the tests were ended before they could say anything."""


class FixTrials:
    """Runs the targets with one fix after the other.

    tried: how many of each kind. reached: the states after all fixes that moved anything. untried: states with the
    rivals of the fix that was gone on with. blocked: the state after the first sure fix, behind the others, of which
    the tests can say nothing. notes: receives a sentence about each such fix.
    """

    def __init__(self, trees: LibraryTrees, targets: list[TestId], notes: list[str]) -> None:
        self.trees, self.targets, self.notes = trees, targets, notes
        self.tried: dict[str, int] = {}
        self.reached: list[LibraryRepairState] = []
        self.untried: list[tuple[LibraryRepairState, Sequence[LibraryFix]]] = []
        self.blocked: LibraryRepairState | None = None

    def step(self, state: LibraryRepairState, fixes: Sequence[LibraryFix]) -> list[LibraryRepairState]:
        """The states after each fix: those with all targets passing first, then those in which the first
        error moved."""
        found: list[LibraryRepairState] = []
        rivals, symbol = MOST_RIVALS, ""
        for number, fix in enumerate(fixes[:MOST_TRIED], 1):
            if self.trees.is_over() or rivals < 0:
                break
            if symbol and fix.symbol.rpartition(".")[2] != symbol.rpartition(".")[2]:
                continue  # another lost name belongs to the next step
            after = self._after(state, [fix], self._targets_for(state, fix)) if self._may_move(state, fix) else None
            if after is None:
                continue
            found.append(after)
            rest = rivals_of(fix, fixes[number:MOST_TRIED])
            rest = [one for one in rest if not is_part(one, fix, self.texts(one, state.texts))]
            if not after.is_green and (is_clear(fix, rest) or self._settles(state, after, fix, rest)):
                self.untried += [(state, rest)] if rest else []
                break
            rivals -= any(one.is_green for one in found)
            symbol = fix.symbol
        return sorted(self._beside_keywords(state, found), key=progress_order)

    def after_rivals(self, end: LibraryRepairState) -> list[LibraryRepairState]:
        """The states after rivals of an earlier step, and after the steps that followed it where these led nowhere.

        end: the state that they led to.
        """
        state, rivals = self.untried.pop()
        found, number = self.step(state, rivals), len(state.steps) + 1
        if len(end.steps) <= number or end.steps[: number - 1] != state.steps:
            return found
        return [self._followed(one, end) or one for one in found]

    def _followed(self, rival: LibraryRepairState, end: LibraryRepairState) -> LibraryRepairState | None:
        """The state after the steps of another one that followed the one in whose place the last one is."""
        number = len(rival.steps)
        before = next((one for one in self.reached if one.steps == end.steps[:number]), None)
        if before is None or rival.is_green:
            return None
        were, now = (self._texts_now(end.texts, one.texts) for one in (before, rival))
        steps = []
        try:
            for fix in end.steps[number:]:
                texts = {file: merged(were[file], now[file], text) for file, text in fix.texts.items()}
                were.update(fix.texts)
                now.update(texts)
                steps.append(replace(fix, texts=texts))
        except Overlap:
            return None
        return self._after(rival, steps, self.targets)

    def _beside_keywords(
        self, before: LibraryRepairState, found: Sequence[LibraryRepairState]
    ) -> list[LibraryRepairState]:
        """The states, with less confidence where the same tests pass with other names for the last step's keyword."""
        weighed = {}
        for state in found if not any(one.is_green for one in found) else ():  # else all steps are compared later
            alike = [one for one in found if one.passed == state.passed != before.passed]
            weighed[id(state)] = replace(state, confidence=confidence_beside_keywords(state, alike))
        self.reached = [weighed.get(id(one), one) for one in self.reached]
        return [weighed.get(id(one), one) for one in found]

    def _settles(
        self, before: LibraryRepairState, after: LibraryRepairState, fix: LibraryFix, rivals: Sequence[LibraryFix]
    ) -> bool:
        """Whether the tests whose errors name the symbol of a fix pass with it: then its rivals wait, but for other
        names for a keyword that are believed alike."""
        if any(is_other_keyword(fix, one) and one.likelihood >= ALIKE * fix.likelihood for one in rivals):
            return False
        naming = [self.target_of(one.test) for one in self._naming(before, fix)][:FIRST_TARGETS]
        return bool(naming) and after.passed.issuperset(naming) and not any(map(is_collection_id, naming))

    def _after(
        self, state: LibraryRepairState, fixes: Sequence[LibraryFix], first: list[TestId]
    ) -> LibraryRepairState | None:
        """The state with more fixes, each made on top of those before; None if nothing moves for these targets."""
        texts, some = dict(state.texts), [*self.targets] if self._is_quick() else first
        for fix in fixes:
            texts.update(fix.texts)
            self.tried[fix.kind] = self.tried.get(fix.kind, 0) + 1
            self._tell(fix)
        measured = self.trees.measured(texts, some)
        if measured is None:
            if len(fixes) == 1:
                self._note_fault(state, fixes[0])
            return None
        if not measured[1] and len(some) < len(self.targets) and (whole := self.trees.measured(texts, self.targets)):
            some, measured = self.targets, whole  # else all of them take too long: what the first ones say is known
        run, failures = measured
        passed = state.passed - set(some) | passing(run, some)
        unmeasured = [one for one in state.failures if self.target_of(one.test) not in some]
        left = [*failures, *unmeasured]
        left.sort(key=lambda one: self.targets.index(self.target_of(one.test)))
        outdated = self._outdated(unmeasured, state, texts)
        steps, confidence = (*state.steps, *fixes), confidence_after(state, fixes)
        after = LibraryRepairState(texts, steps, frozenset(passed), tuple(left), run, confidence, outdated)
        if not left and not passed.issuperset(self.targets):
            return None  # the targets no longer exist
        judged = some if passed.issuperset(first) else first
        others = set(some).difference(judged)
        kept = tuple(one for one in left if self.target_of(one.test) not in others)
        seen = replace(after, failures=kept, passed=after.passed - (others - state.passed))
        if not self._has_moved(state, seen, judged):
            return None
        self.reached.append(after)
        return after

    def _is_quick(self) -> bool:
        """Whether all targets may run with each fix: how the others fail then is no open question for the next step."""
        is_known = not any(map(is_collection_id, self.targets))
        return is_known and 0 < self.trees.request.suite_seconds <= QUICK_SECONDS

    def _outdated(
        self, unmeasured: Sequence[Failure], state: LibraryRepairState, texts: Mapping[str, str]
    ) -> frozenset[TestId]:
        """The tests that were not run with new texts, and whose failures are about a line that these change."""
        before = self._texts_now(texts, state.texts)
        changed = [one.test for one in unmeasured if ends_at_changed_line(one, before, texts)]
        return frozenset([*changed, *(one.test for one in unmeasured if one.test in state.outdated)])

    def texts(self, changed: LibraryFix | LibraryRepairState, now: Mapping[str, str]) -> dict[str, str]:
        """The texts of changed files as they are `now`, the original ones of the others."""
        return self._texts_now(changed.texts, now)

    def _texts_now(self, files: Iterable[str], now: Mapping[str, str]) -> dict[str, str]:
        sources = {file: self.trees.sources.source(file) for file in files}
        return {file: now.get(file, one.text if one is not None else "") for file, one in sources.items()}

    def _may_move(self, state: LibraryRepairState, fix: LibraryFix) -> bool:
        """Return whether a fix can change how the first targets fail. Remembers the first sure fix that can't."""
        some = self._targets_for(state, fix)
        failures = [one for one in state.current_failures if self.target_of(one.test) in some]
        if can_move(fix, failures, self.texts(fix, state.texts)):
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
        if fault is None or fault.kind not in ("usage", "crash") or self.trees.clock.cancelled():
            return
        message = " ".join(fault.message.split())[:LONGEST_FAULT]
        self._keep_blocked(state, fix, f"With it the tests can't run: {message.removesuffix('.')}")

    def target_of(self, test: TestId) -> TestId:
        """The target that a test is, or the uncollected target file that it is in."""
        return test if test in self.targets else test.file_id

    def _targets_for(self, state: LibraryRepairState, fix: LibraryFix) -> list[TestId]:
        """The first targets that still fail, those first whose error names the symbol of the fix."""
        tests = (self.target_of(one.test) for one in (*self._naming(state, fix), *state.failures))
        return list(dict.fromkeys(tests))[:FIRST_TARGETS]

    @staticmethod
    def _naming(state: LibraryRepairState, fix: LibraryFix) -> list[Failure]:
        """The failures whose error names the symbol of a fix."""
        return [one for one in state.failures if names_error(fix, one)]

    def _has_moved(self, before: LibraryRepairState, after: LibraryRepairState, measured: Sequence[str]) -> bool:
        """Whether more targets pass, or the measured ones fail further on, or with another error that the patch did not
        cause."""
        if not after.passed >= before.passed:
            return False
        old = self.texts(after, before.texts)
        old_errors, new_errors = (self._errors(state, measured) for state in (before, after))
        if any(kind in _PATCH_FAULTS for kind, *_ in new_errors - old_errors) or is_misused(before, after, old):
            return False
        is_other = len(after.passed) > len(before.passed) or new_errors != old_errors
        return after.is_green or is_other or gets_further(before, after, old)

    def _errors(self, state: LibraryRepairState, measured: Sequence[str]) -> set[tuple[str, str, bool]]:
        """Type and text of the errors of some targets, and whether the tests themselves raise them."""
        return {
            (one.error_type, one.error, bool(one.frames) and self.trees.is_test_side(one.frames[-1].file))
            for one in state.failures
            if self.target_of(one.test) in measured
        }

    def _tell(self, fix: LibraryFix) -> None:
        if self.trees.request.on_progress is not None:
            place = f"{next(iter(fix.texts))}: {fix.symbol}"
            self.trees.request.on_progress(Progress(sum(self.tried.values()), self.trees.clock.passed(), 0, place))


def confidence_after(state: LibraryRepairState, fixes: Sequence[LibraryFix]) -> float:
    """The confidence, 0 to 1, in the steps of a state and more fixes."""
    confidence = state.confidence
    for number, fix in enumerate(fixes, len(state.steps)):
        confidence = min(confidence, fix.likelihood) * (ONE_MORE_STEP if number else 1.0)
    return confidence

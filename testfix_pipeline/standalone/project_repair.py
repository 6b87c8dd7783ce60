"""One repair of a project: from the first measurement over bug after bug to the report."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from testfix_pipeline.core.change_history import Change
from testfix_pipeline.core.configuration.setting_sources import CycleConfig
from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.cycle_rules.triage import code_failures
from testfix_pipeline.core.patch_policy.doctests import test_files
from testfix_pipeline.core.records import Cluster, FixHistory
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.imported_modules import preloaded_interpreter
from testfix_pipeline.execution.run_faults import require_measurement
from testfix_pipeline.explanation.abstention import (
    ASKS_MODEL,
    abstention,
    parts_of,
    trial_seconds,
    with_joined_clusters,
)
from testfix_pipeline.explanation.incomplete_code import LackingPart, lacking_parts
from testfix_pipeline.explanation.product_sources import ProductSources
from testfix_pipeline.repair.engine import Progress, RankedPatch, RepairRequest, RepairResult
from testfix_pipeline.repair.engines import repair
from testfix_pipeline.repair.search.joint_repair import complete_for, joint_request, or_else
from testfix_pipeline.repair.validation.warm_start import WarmStart
from testfix_pipeline.standalone.apply_repair import changed_texts
from testfix_pipeline.standalone.bench import Bench, MeasuredSuite
from testfix_pipeline.standalone.bug_report import bug_report, not_tried, suspicious_lines, updates_of
from testfix_pipeline.standalone.chosen_failures import check_wanted, left_alone, request_for, with_reruns
from testfix_pipeline.standalone.executed_lines import LinesOnDemand, needs_no_lines
from testfix_pipeline.standalone.open_groups import OpenGroups, first_fixed, is_cut_off, to_confirm
from testfix_pipeline.standalone.present_environment import PresentEnvironment, belongs
from testfix_pipeline.standalone.report import Bug, Check, Outcome, ProjectRepair
from testfix_pipeline.updates.diagnosis import with_repaired
from testfix_pipeline.updates.needed_test_changes import needed_test_changes
from testfix_pipeline.updates.project_versions import versions_at
from testfix_pipeline.workspace.git.change_history import project_changes
from testfix_pipeline.workspace.git.project_folder import ProjectFolder
from testfix_pipeline.workspace.sessions.landed_fixes import landed_before


@dataclass(frozen=True)
class RepairProgress:
    """The progress. Preparing: `title` says what. Measuring: `done` of `total` tests have ended. Searching: `done`
    candidates were tried.

    bug, bugs: number and count of the current bug, from 1; `title` is its title. best: the best patch so far, in words;
    patch: when it was found, its confidence, how long the search for better ones lasts; "" before there is one.
    """

    stage: Literal["preparing", "measuring", "searching", "confirming"]
    done: int = 0
    total: int = 0
    bug: int = 0
    bugs: int = 0
    title: str = ""
    place: str = ""
    best: str = ""
    patch: str = ""


@dataclass(frozen=True)
class Wish:
    """The caller's arguments."""

    tests: Sequence[str] | None
    seconds: float
    cores: int
    history: bool
    cancel: Callable[[], bool]
    say: Callable[[RepairProgress], None]
    take: Callable[[], bool]
    beside: PresentEnvironment | None = None

    def search_ends(self) -> bool:
        """Whether the search must end, with or without a patch."""
        return self.cancel() or self.take()


_Stage = Literal["measuring", "confirming"]


class ProjectWork:
    """One repair of a project, from the first measurement to the report."""

    def __init__(self, place: ProjectFolder, config: CycleConfig, folder: Path, wish: Wish) -> None:
        self.place = place
        self.wish = wish
        self.accept_doubtful = config.accept_doubtful
        self.stage: _Stage = "measuring"
        self.bugs: list[Bug] = []
        self.groups = OpenGroups()
        self.found = False
        self.lacking: list[LackingPart] = []
        self.deadline = 0.0
        self.wanted: Collection[str] | None = None
        packages = wish.beside.packages if wish.beside is not None else {}
        self.bench = Bench.open(place, config, folder, self._is_cancelled, self._tests_ended, packages)
        if wish.beside is not None and self.bench.target.uses_interpreter:
            known = versions_at(place, self.bench.target)
            self.bench.versions = replace(known, present=wish.beside.versions)
        self.lines = LinesOnDemand(self.bench, wish.search_ends)
        self.warm = WarmStart(self.bench.target, self.bench.tree)
        self.programs = preloaded_interpreter(self.bench.target, self.bench.tree, folder / "library-copies")

    def run(self, started: float) -> ProjectRepair:
        try:
            with self.programs:
                return self._repair(started)
        finally:
            self.warm.close()

    def _warm_up(self) -> None:
        """Start a warm worker on the current tree, in place of the one on the earlier tree."""
        self.warm.close()
        self.warm = WarmStart(self.bench.target, self.bench.tree)

    def _repair(self, started: float) -> ProjectRepair:
        self._report_stage("measuring")
        first = self.bench.measure()
        if first.run.fault is not None and self._is_cancelled():
            return self._report(started, first, first, "cancelled")
        require_measurement(first.run)
        if self.bench.target.suites != self.warm.project.suites:
            self._warm_up()
        first = with_reruns(self.bench, first, self.warm)
        self.wanted = check_wanted(self.wish.tests, first)
        if self.wish.beside is not None:
            self.wish.beside.hear(first)
        last = self._repair_all(first)
        return self._report(started, first, last, self._outcome(last))

    def _repair_all(self, now: MeasuredSuite) -> MeasuredSuite:
        """Repair bug after bug, the largest first, on top of earlier repairs; return the last measurement."""
        changes, landed = self._changes(), FixHistory(attempts=landed_before(self.place.root))
        self.deadline = time.monotonic() + self.wish.seconds
        while groups := self._open(now):
            self.lacking = self._lacking(now, changes)
            groups = with_joined_clusters(groups, self.lacking)
            left = self.deadline - time.monotonic()
            if left <= 0 or self.wish.search_ends():
                self.bugs += [not_tried(group, updates_of(group, now.failures)) for group in groups]
                break
            seconds = min(left, self._most_seconds(groups, now))
            request = replace(self._request(groups, now, seconds), changes=changes, history=landed)
            if not needs_no_lines(request, self.groups):
                request = self.lines.request(request, groups, now, self.warm)
            place = len(self.bugs) + 1, len(self.bugs) + len(groups)
            self.wish.say(RepairProgress("searching", 0, 0, *place, groups[0].title))
            now = self._repair_one(groups, request, now)
        return now

    def _lacking(self, now: MeasuredSuite, changes: Sequence[Change]) -> list[LackingPart]:
        """Return what failing tests need and the program lacks, which no small edit makes up for."""
        sources = ProductSources(self.bench.root, frozenset(test_files(now.run.outcomes)))
        executed = now.coverage.tests if now.coverage is not None else {}
        return lacking_parts(sources, code_failures(now.failures), executed, now.passing, changes)

    def _most_seconds(self, groups: Sequence[Cluster], now: MeasuredSuite) -> float:
        """Return the seconds for all groups: few if the first one lacks a part of the program."""
        if not parts_of(self.lacking, groups[0].tests):
            return math.inf
        outcomes = now.run.outcomes
        return len(groups) * trial_seconds(sum(outcomes[one].duration for one in groups[0].tests if one in outcomes))

    def _is_cancelled(self) -> bool:
        """Whether to end runs of the suite. A patch chosen by `take` is still confirmed."""
        return self.wish.cancel() or (self.wish.take() and not self.found)

    def _open(self, now: MeasuredSuite) -> list[Cluster]:
        return self.groups.of([one for one in code_failures(now.failures) if self._is_wanted(one.test)])

    def _is_wanted(self, test: TestId) -> bool:
        if self.wish.beside is not None and self.wish.beside.is_red(test):
            return False
        return self.wanted is None or belongs(test, self.wanted)

    def _changes(self) -> list[Change]:
        known = self.wish.history and bool(self.place.head)
        return project_changes(self.place.git, self.place.root, self.place.subdir) if known else []

    def _repair_one(self, groups: list[Cluster], request: RepairRequest, now: MeasuredSuite) -> MeasuredSuite:
        """Search for the first group and settle it; before that jointly for groups with a possible common cause, once.

        Steps for libraries that fix tests of another group alone settle that one. request: for the first group, with
        the seconds for all.
        """
        until, request = time.monotonic() + request.seconds, replace(request, seconds=request.seconds / len(groups))
        wider = joint_request(request)
        if wider is None or self.groups.is_in_vain(wider):
            result = repair(request)
            self.groups.tried(groups[0], now.failures, result)
            return self._settle(groups[0], result, now)
        joined = sum(not set(wider.failing).isdisjoint(group.tests) for group in groups)
        wider = replace(wider, seconds=wider.seconds * joined)
        first = repair(wider)
        group = first_fixed(groups, wider, first)
        until += first.excluded_seconds

        def rest() -> RepairResult:
            left = max(1.0, until - time.monotonic())
            alone = self.lines.request(replace(request, seconds=left), groups, now, self.warm)
            return repair(replace(alone, seconds=max(1.0, alone.seconds) / len(groups)))

        result = complete_for(first, group.tests)
        if group is groups[0]:
            result = or_else(result, rest, group.tests)
            self.groups.tried(group, now.failures, result)
        after = self._settle(group, result, now)
        if group is not groups[0] and after is now and self.wish.search_ends():
            self.groups.tried(group, now.failures, result)  # its report stays
        elif group is not groups[0] and after is now:
            self.bugs.pop()  # its own search is still to come
        if after is now or (wider.libraries_only and not is_cut_off(wider, first)):
            self.groups.tried_together(wider, after.failures)
        return after

    def _request(self, groups: list[Cluster], now: MeasuredSuite, seconds: float) -> RepairRequest:
        group, number, total = groups[0], len(self.bugs) + 1, len(self.bugs) + len(groups)

        def heard(said: Progress) -> None:
            about = number, total, group.title, said.place, said.best, said.patch
            self.found = said.found_after is not None
            self.wish.say(RepairProgress("searching", said.tried, 0, *about))

        failures = [failure for failure in now.failures if any(failure.test in one.tests for one in groups)]
        request = request_for(self.bench, now, group.tests, self.warm, seconds, self.wish.cores)
        return replace(
            request,
            failures=failures,
            cancel=self.wish.search_ends,
            on_progress=heard,
            apart=True,
            programs=self.programs,
            follows_update=request.follows_update or any(bug.updates for bug in self.bugs),
            updated=[
                TestId(test) for bug in self.bugs if any(one.certain for one in bug.updates) for test in bug.tests
            ],
        )

    def _settle(self, group: Cluster, result: RepairResult, now: MeasuredSuite) -> MeasuredSuite:
        """Confirm the best patch that holds, keep it in the copy, and record the bug's outcome.

        A patch of low confidence is reverted and shown as a lead, unless such patches are accepted.
        """
        self.deadline += result.excluded_seconds
        suspicious, chosen = suspicious_lines(result, self.bench.root), to_confirm(group, result)
        shown, check, after, beside = None, None, now, self.wish.beside
        updates = with_repaired(updates_of(group, now.failures), result.updates)
        for found in beside.holding_first(chosen) if beside is not None else chosen:
            if check is not None and check.confirmed and updates:
                break  # a less likely patch does not land in the place of a likelier one that is a lead
            patch = self._reduce_confidence(found, now)
            lands = self.accept_doubtful or not is_doubtful(patch.confidence)
            if check is not None and check.confirmed and not lands:
                continue  # one lead is enough
            tried, measured = self._confirm(patch, group, now, keep=lands)
            if tried.confirmed or shown is None:
                shown, check = patch, tried
            if tried.confirmed and lands:
                after = measured
                if beside is not None:
                    beside.keep(patch)
                self.groups.landed(after.failures)
                break
            if self._is_cancelled():
                break
        shown = shown or (result.patches[0] if result.patches else result.begun)
        held_back = check is not None and check.confirmed and after is now
        bug = bug_report(group, result, shown, check, suspicious, self.place.head != "", held_back)
        if bug.outcome == "open" and (why := abstention(parts_of(self.lacking, group.tests), now.failures)):
            bug = bug.model_copy(update={"abstained": f"{why[0].upper()}{why[1:]}.", "next_steps": [ASKS_MODEL]})
        self.bugs.append(bug.model_copy(update={"updates": updates}))
        if after is not now and self._open(after):
            self._warm_up()
        return after

    def _reduce_confidence(self, patch: RankedPatch, now: MeasuredSuite) -> RankedPatch:
        """Return the patch, with reduced confidence if it only silences an error, or fits what one test has."""
        left, known = self.deadline - time.monotonic(), is_doubtful(patch.confidence)
        unseen = (
            []
            if known
            else (not patch.kind.startswith("library.") and self.bench.fitted(patch.contents, {*patch.fixes}))
            or self.bench.unseen(patch.contents, {*patch.fixes}, now, left, patch.clean_run)
        )
        return patch.as_lead(unseen) if unseen else patch

    def _confirm(
        self, patch: RankedPatch, group: Cluster, now: MeasuredSuite, keep: bool
    ) -> tuple[Check, MeasuredSuite]:
        if refused := self.bench.refusal(patch.contents, group.tests, now.run.outcomes):
            return Check(confirmed=False, reason=refused), now
        self._report_stage("confirming")
        verdict, after = self.bench.try_out(patch.contents, now, patch.clean_run, self.wish.seconds, keep=keep)
        stopped = not verdict.accepted and self._is_cancelled()
        check = Check(
            confirmed=verdict.accepted,
            passed=len(after.run.passed),
            failing=len(after.run.failing),
            broken=list(verdict.newly_failing),
            reason="The run was cancelled before it ended." if stopped else verdict.reason,
            cancelled=stopped,
            holds_at_present=self.wish.beside.holds(patch) if self.wish.beside is not None else None,
        )
        return check, after

    def _report_stage(self, stage: _Stage) -> None:
        """Report a new stage at once, since a short run ends before its first report."""
        self.stage = stage
        self.wish.say(RepairProgress(stage, bug=len(self.bugs)))

    def _tests_ended(self, done: int, total: int) -> None:
        self.wish.say(RepairProgress(self.stage, done, total, len(self.bugs)))

    def _outcome(self, last: MeasuredSuite) -> Outcome:
        left = [one for one in last.failures if not one.flaky and self._is_wanted(one.test)]
        if not left:
            return "fixed" if self.bugs else "green"
        return "partly" if any(bug.is_built_upon for bug in self.bugs) else "open"

    def _report(self, started: float, first: MeasuredSuite, last: MeasuredSuite, outcome: Outcome) -> ProjectRepair:
        files = changed_texts(self.place.subdir, self.bench.root, self.bench.originals)
        report = ProjectRepair(
            project=str(self.place.root),
            repository=str(self.place.repo_root),
            commit=self.place.head,
            interpreter=self.bench.target.described_interpreter,
            containment=first.run.containment,
            outcome=outcome,
            tests=max(len(first.run.outcomes), len(last.run.outcomes)),  # an uncollected file counted as one
            failing_before=len(first.run.failing),
            failing_after=len(last.run.failing),
            bugs=self.bugs,
            tests_need_patch=needed_test_changes(last.failures, self.bench.root).patch,
            left_alone=left_alone(last.failures),
            diff="".join(file.diff for file in files),
            seconds=round(time.monotonic() - started, 2),
            notes=self.bench.notices,
        )
        report._files = files
        report.review = bool(report.unsure)
        report.outcome = "partial" if report.review and outcome == "fixed" else outcome
        return report

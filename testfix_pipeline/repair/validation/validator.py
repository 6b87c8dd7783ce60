"""Tries candidates: failing tests first, then passing tests that run the edited lines, then the whole suite."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.test_ids import TestId, file_of
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.processes import scratch_folders
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.model.outcome import CandidateOutcome
from testfix_pipeline.repair.model.verdict import Finding, Verdict, outcomes_of_files
from testfix_pipeline.repair.validation.baseline import MEMORY_BYTES, Baseline, measure
from testfix_pipeline.repair.validation.processes import Processes
from testfix_pipeline.repair.validation.shared_process import TOO_LONG, SharedProcess
from testfix_pipeline.repair.validation.warm_server_client import Answer, WarmServer

# Seconds that the extra failing tests of a first look may take together by their own baseline.
LOOK_SECONDS = 0.06
LOOK_TESTS = 4
COVERING_TESTS = 400
# How many partial patches that fix the very same tests get a run of the whole suite: so many, and more where all their
# runs take no longer than so many seconds.
SAME_PARTIAL, MOST_SAME_PARTIAL, PARTIAL_SECONDS = 3, 30, 2.0
# Where more tests than this fail, and that many partial patches are known, a part of them is asked before all are.
MANY_FAILING, SAMPLE = 200, 20
# CPU seconds for the import with a candidate: some, and so many times what it takes without.
IMPORT_LIMIT = (0.3, 5.0)
# CPU seconds for a test that was never seen before, of a file that could not be collected.
UNKNOWN_CPU = 10.0


@dataclass(frozen=True)
class Aims:
    """`failing` are to be fixed, `others` fail otherwise and may be fixed too, `passing` must stay passing.

    endless: the failing ones that are known not to come to an end.
    """

    failing: Sequence[TestId]
    others: Sequence[TestId]
    passing: Sequence[TestId]
    endless: Collection[TestId] = ()


class Validator(contextlib.AbstractContextManager["Validator"]):
    """Runs candidates on one private tree, in up to two processes, which leaving the `with` block ends.

    baseline: another validator's, None = this one measures it. pristine: a tree equal to `tree` that is only read.
    discard: a folder to remove should this process die. on_progress: called during the first run of the suite.
    processes: those of the same tree that the caller has started and will end. scope: the tests to work with, None for
    all. All methods that run tests raise ServerLost where not even a fresh process can run them, and TimeIsUp.
    """

    def __init__(
        self,
        project: TargetProject,
        tree: Path,
        aims: Aims,
        coverage: CoverageMap | None,
        baseline: Baseline | None = None,
        *,
        clock: Clock | None = None,
        pristine: Path | None = None,
        discard: Path | None = None,
        on_progress: Callable[[str], None] = lambda place: None,
        processes: Processes | None = None,
        scope: Sequence[TestId] | None = None,
    ) -> None:
        self.coverage = coverage
        self.kills: dict[TestId, int] = {}
        self.partial: dict[frozenset[str], int] = {}
        self._passes_alone: dict[TestId, bool] = {}
        self.before: Mapping[TestId, Sequence[TestId]] = {}
        with contextlib.ExitStack() as closing:
            pristine = pristine or _own_folder(closing) / "pristine"
            self.processes = processes or closing.enter_context(
                Processes(project, tree, pristine, clock or Clock(), discard, scope)
            )
            self.notes = self.processes.notes
            self.root = self.processes.root
            self.baseline = baseline or self._measure(aims, on_progress)
            self.processes.know(lean=self.baseline.lean, cpu=self.baseline.cpu)
            self._closing = closing.pop_all()
        self.before = self.baseline.before
        self.passing = self._reliable(aims.passing)
        self.others = aims.others
        self.failing = self._really_failing(aims.failing)
        self.shared = SharedProcess(self)
        self._fresh_limits: dict[str, Any] | None = None
        self._fixed_by_import: set[TestId] = set()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()

    @property
    def warm(self) -> WarmServer | None:
        return self.processes.warm

    # -- baseline ------------------------------------------------------------------------------------------------------

    def _measure(self, aims: Aims, on_progress: Callable[[str], None]) -> Baseline:
        known = {*aims.failing, *aims.others}
        found = measure(self.processes, aims.failing, known, on_progress, aims.endless)
        if self.warm is not None and found.hung - {*aims.endless} and self.processes.threads:
            self.processes.leave_warm(
                "The tests need threads that their import starts: each candidate is imported again."
            )
            found = measure(self.processes, aims.failing, known, on_progress, aims.endless)
        if not found.whole:
            seen, there = len(found.outcomes), len(self.processes.items)
            self.notes.append(f"The first run of the suite took too long: {seen} of {there} tests were seen.")
        return found

    def _reliable(self, passing: Sequence[TestId]) -> list[TestId]:
        known = self.baseline.outcomes
        if not known:
            return list(passing)
        reliable = [t for t in passing if self.baseline.passes(t) or not (self.baseline.whole or t in known)]
        if len(reliable) < len(passing):
            lost = len(passing) - len(reliable)
            self.notes.append(f"{lost} passing tests do not pass in one warm process; the final run speaks for them.")
        return reliable

    def _really_failing(self, failing: Sequence[TestId]) -> list[TestId]:
        found = [test for test in failing if not self.baseline.passes(test)]
        if len(found) < len(failing):
            self.notes.append(f"{len(failing) - len(found)} failing tests pass in the warm process and can't guide it.")
        order = {test: (test in self.baseline.hung, self._takes_a_process(test)) for test in found}
        return sorted(found, key=lambda test: (*order[test], self.baseline.seconds_with_import(test)))

    def _takes_a_process(self, test: TestId) -> bool:
        """Whether only its framework can judge a test, where others are judged by one process again and again."""
        return self.warm is None and test not in self.processes.items

    @property
    def may_depend_on_order(self) -> bool:
        """Whether a failing test may depend on those before it."""
        return bool(self.baseline.perhaps_before)

    def respect_order(self) -> None:
        """From now on, run the tests before a failing one that may depend on them."""
        self.before = {**self.baseline.perhaps_before, **self.baseline.before}
        self._fresh_limits = None  # what passed alone may fail now

    # -- one candidate -------------------------------------------------------------------------------------------------

    def request(self, tests: Sequence[TestId], **more: Any) -> dict[str, Any]:
        """An order to run these tests, as `WarmServer.ask` takes it."""
        return {"tests": list(tests), "idle": self.baseline.idle, "memory": MEMORY_BYTES, **more}

    def _ask(
        self,
        candidate: Candidate,
        tests: Sequence[TestId],
        must: Collection[TestId] = (),
        look: Sequence[TestId] = (),
        patient: bool = True,
    ) -> Answer:
        """`must`: the run ends at the first of these that fails; `look`: or when none of these passed.

        Not `patient`: those of the look get little time.
        """
        request = self.request(tests, must=list(must), look=list(look))
        if not patient:
            request.update(self.baseline.tight(look))
        if self.swappable(candidate) and all(test in self.processes.items for test in tests):
            request["install"] = self.processes.orders(candidate)
            answer = self.processes.ask_warm(request, candidate=candidate)
            if answer.end != "not live":
                return answer
        request["cpu"] = {**self.baseline.cpu_of(tests), **request.get("cpu", {})}
        return self._ask_fresh(candidate, request, len(look) if look else 0)

    def _ask_fresh(self, candidate: Candidate, request: dict[str, Any], looked_at: int) -> Answer:
        """In a process that imports everything again; a test that passes there without a candidate says nothing."""
        if self._fresh_limits is None:
            self._fresh_limits = self._try_fresh()
        files = {file_of(test) for test in request["tests"]}
        uncollected = any(map(is_collection_id, request["tests"]))  # whose import ended early, whose tests are unknown
        limits = self._fresh_limits if len(files) == 1 and looked_at and not uncollected else {}
        answer = self.processes.ask_fresh(candidate, {"unknown_cpu": UNKNOWN_CPU, **request, **limits})
        outcomes = {test: one for test, one in answer.outcomes.items() if test not in self._fixed_by_import}
        return replace(answer, outcomes={**outcomes, **outcomes_of_files(request["tests"], outcomes)})

    def _try_fresh(self) -> dict[str, Any]:
        """What the import of a failing test's file may take; notes failing tests that pass when imported again."""
        tests = self.first_look(0)
        asked = [*self.before.get(tests[0], ()), *tests]
        answer = self.processes.ask_fresh(None, self.request(asked, cpu=self.baseline.cpu_of(asked)))
        passed = {test for test in tests if test in answer.outcomes and answer.outcomes[test].passed}
        if self.warm is None:  # then nothing else has shown how long they take
            self.baseline = replace(self.baseline, alone={**answer.outcomes, **self.baseline.alone})
        if passed:
            self.notes.append(
                f"{len(passed)} failing tests pass in a fresh process, which can't judge candidates then."
            )
        self._fixed_by_import = passed
        free, factor = IMPORT_LIMIT
        return {"import_cpu": free + factor * answer.import_cpu} if answer.import_cpu else {}

    def flips(self, trials: Sequence[Candidate], tests: Sequence[TestId]) -> list[float]:
        """The share of these failing tests that each candidate fixes, whatever else it breaks. Raises ServerLost."""
        found = []
        for trial, verdict in zip(trials, self.shared.look(trials, tests), strict=True):
            outcomes = self.outcomes_under(trial, tests) if verdict is None else {}
            found.append(sum(outcome.passed for outcome in outcomes.values()) / len(tests))
        return found

    def _import_lines(self, part: Part) -> Collection[int]:
        return self.coverage.import_lines.get(part.source.path, ()) if self.coverage else ()

    def try_candidate(self, candidate: Candidate, first_test: int = 0, patient: bool = True) -> Verdict:
        """Stages until the candidate is out. `first_test` is the index of the failing test that is looked at first.

        Not `patient`: where that test takes longer than most repairs need, the verdict is "slow".
        """
        first = self.first_look(first_test)
        before = self.before.get(first[0], ())
        guards = [test for test in self._guards(candidate) if test not in before]
        answer = self._ask(candidate, [*before, *first, *guards], guards, first, patient)
        if answer.end in ("syntax", "no run", "lost"):
            return Verdict("invalid")
        fixed = {test for test in first if test in answer.outcomes and answer.outcomes[test].passed}
        if not fixed:
            return self._not_fixed(answer, first[0], patient)
        broken = self._broken(answer, guards)
        if broken and not self._alone(candidate, broken) and self._fails_alone_only_with(broken):
            self.kills[broken] = self.kills.get(broken, 0) + 1
            return Verdict("kills", frozenset(fixed), frozenset({broken}), answer.outcomes)
        if self._fails_a_sample(candidate):
            return Verdict("moved", frozenset(fixed), outcomes=answer.outcomes)
        fixed |= self._other_targets(candidate, first)
        key = frozenset(fixed)
        if not fixed >= set(self.failing) and self.partial.get(key, 0) >= self._most_partial():
            return Verdict("moved", key, outcomes=answer.outcomes)
        verdict = self._whole_suite(candidate, fixed)
        if verdict.finding == "partial":
            self.partial[key] = self.partial.get(key, 0) + 1
        return verdict

    def _most_partial(self) -> int:
        affordable = int(PARTIAL_SECONDS / max(self.baseline.total_seconds, 0.001))
        return min(MOST_SAME_PARTIAL, max(SAME_PARTIAL, affordable))

    def outcomes_under(self, candidate: Candidate, tests: Sequence[TestId]) -> Mapping[TestId, CandidateOutcome]:
        """What these tests do under a candidate, whatever the others would say; empty where it can't be run."""
        return self._ask(candidate, tests).outcomes

    def _not_fixed(self, answer: Answer, test: TestId, patient: bool) -> Verdict:
        if not patient and answer.end in TOO_LONG:
            return Verdict("slow", outcomes=answer.outcomes)
        return Verdict("moved" if self.moved(test, answer) else "same", outcomes=answer.outcomes)

    def _fails_a_sample(self, candidate: Candidate) -> bool:
        """Whether it fixes not even some of very many failing tests; partial patches of these cost a suite each."""
        if len(self.failing) < MANY_FAILING or sum(self.partial.values()) < SAME_PARTIAL:
            return False
        some = self.failing[:: len(self.failing) // SAMPLE]
        outcomes = self._ask(candidate, some, some).outcomes
        return not all(test in outcomes and outcomes[test].passed for test in some)

    def _other_targets(self, candidate: Candidate, first: Collection[TestId]) -> set[TestId]:
        """Which of the target tests that were not looked at first pass as well; those that take a process of their own
        are only asked where all others do."""
        rest = [test for test in self.failing if test not in first and test not in self.baseline.hung]
        passed: set[TestId] = set()
        for apart in (False, True):
            tests = [test for test in rest if self._takes_a_process(test) == apart]
            if tests and (not apart or passed.issuperset(one for one in rest if one not in tests)):
                outcomes = self._ask(candidate, tests).outcomes.values()
                passed |= {outcome.test for outcome in outcomes if outcome.passed}
        return passed

    def screen(self, batch: Sequence[Candidate], first_test: int = 0) -> list[Verdict | None]:
        """A cheap first look at many candidates in one child; None for those that need `try_candidate`."""
        return self.shared.look(batch, self.first_look(first_test))

    def swappable(self, candidate: Candidate) -> bool:
        """Whether a candidate can be put into the functions of a running process."""
        return self.processes.can_try(candidate, self._import_lines)

    def first_look(self, first_test: int) -> list[TestId]:
        """The failing test with this index and a few more that cost next to nothing."""
        first = [self.failing[first_test]]
        spent = 0.0
        for test in self.failing:
            spent += self.baseline.seconds_with_import(test, {file_of(first[0])})
            if spent >= LOOK_SECONDS or len(first) >= LOOK_TESTS or first[0] in self.before:
                break
            alike = self._takes_a_process(test) == self._takes_a_process(first[0])
            if alike and test not in first and test not in self.baseline.hung and test not in self.before:
                first.append(test)
        return first

    def covering(self, candidate: Candidate) -> list[TestId]:
        """Passing tests that run the edited lines."""
        if self.coverage is None:
            return []
        covering = set[TestId]().union(*(self.coverage.tests_on(p.source.path, p.lines) for p in candidate.parts))
        return [test for test in self.passing if test in covering]

    def _guards(self, candidate: Candidate) -> list[TestId]:
        """Those that guard against a candidate: best killers first, then the quickest."""
        found = self.covering(candidate)
        found.sort(key=lambda test: (-self.kills.get(test, 0), self.baseline.seconds(test)))
        return found[:COVERING_TESTS]

    def moved(self, test: TestId, answer: Answer) -> bool:
        """Whether a test fails otherwise than it did without a candidate."""
        before, after = self.baseline.outcomes.get(test), answer.outcomes.get(test)
        if after is None:
            return False
        if before is None:
            return True
        return (before.error, before.message, before.line) != (after.error, after.message, after.line)

    def _broken(self, answer: Answer, guards: Sequence[TestId]) -> TestId | None:
        """The guarding test that failed, or that was running when the child was ended."""
        for test in guards:
            if test not in answer.outcomes:
                return test if answer.end != "done" else None
            if not answer.outcomes[test].passed:
                return test
        return None

    def _alone(self, candidate: Candidate, test: TestId) -> bool:
        """Whether a test that failed after others passes by itself: then the order is to blame, not the candidate."""
        return self._ask(candidate, [test], [test]).outcomes.get(test, CandidateOutcome(test, "failed")).passed

    def _fails_alone_only_with(self, test: TestId) -> bool:
        """Whether a test passes by itself without a candidate; if not, only the suite's own order says anything."""
        if self.warm is None or test not in self.processes.items:
            return True
        if test not in self._passes_alone:
            outcome = self.processes.ask_warm(self.request([test])).outcomes.get(test)
            self._passes_alone[test] = outcome is not None and outcome.passed
        return self._passes_alone[test]

    def _whole_suite(self, candidate: Candidate, fixed: Collection[TestId]) -> Verdict:
        """Everything in natural order in a fresh child, where there is time for it."""
        if not self.baseline.whole or self.baseline.total_seconds > self.processes.clock.final_left():
            self.notes.append("There was no time to run the whole suite with each patch.")
            finding: Finding = "plausible" if set(self.failing) <= set(fixed) else "partial"
            return Verdict(finding, frozenset(fixed), whole_suite=False)
        tests = self._everything()
        must = {*self.passing, *fixed}
        answer = self._ask(candidate, tests, must)
        passed = {test for test, outcome in answer.outcomes.items() if outcome.passed}
        broken = frozenset(test for test in self.passing if test not in passed) if answer.end == "done" else frozenset()
        if answer.end != "done":
            left = [test for test in tests if test in must and test not in passed]
            broken = frozenset(left[:1])
        gained = frozenset(passed & {*self.failing, *self.others})
        if broken or not gained:
            for test in broken:
                self.kills[test] = self.kills.get(test, 0) + 1
            return Verdict("kills", gained, broken, answer.outcomes)
        whole = all(test in gained for test in self.failing)
        return Verdict("plausible" if whole else "partial", gained, frozenset(), answer.outcomes)

    def _everything(self) -> list[TestId]:
        """All tests in natural order, those that hang without being a target left out."""
        if self.warm is None:
            return [*self.passing, *self.failing]
        skip = self.baseline.hung - set(self.failing)
        extra = [test for test in self.failing if test not in self.processes.items]
        return [*(test for test in self.processes.items if test not in skip), *extra]


def _own_folder(closing: contextlib.ExitStack) -> Path:
    folder = scratch_folders.make_folder()
    closing.callback(scratch_folders.drop, folder)
    return folder

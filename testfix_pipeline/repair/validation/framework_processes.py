"""The processes of one worker for tests of other frameworks than pytest.

Where a framework's tests can be run warm (`framework_warm.py`), candidates are tried there first. Tests that do
otherwise there than in their framework, and those of frameworks without such a process, take one of their own a run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

from testfix_pipeline.core.records import Failure, Outcome, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.execution.warm_suites import CompiledSuite, WarmSuite
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.model.outcome import CandidateOutcome
from testfix_pipeline.repair.model.verdict import outcomes_of_files
from testfix_pipeline.repair.validation.baseline import Baseline
from testfix_pipeline.repair.validation.compiled_warm import CompiledWarm
from testfix_pipeline.repair.validation.framework_warm import (
    NEVER_ENDS,
    UNSUPPORTED,
    FrameworkWarm,
    Limits,
    WarmLook,
    WarmProcess,
)
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.private_tree import PrivateTree
from testfix_pipeline.repair.validation.processes import Processes, Request, WaitOptions
from testfix_pipeline.repair.validation.warm_server_client import REQUEST_SECONDS, Answer

_FREE_SECONDS, _FACTOR = 4.0, 4.0
"""How long a run with a candidate may take: so many seconds, and so many times what the whole suite takes without."""
_SHORT_TEST = 1.0
"""Seconds that one test may take before its framework ends it, at least."""
_UNKNOWN_SECONDS = 5.0
"""Seconds that a test may take in the warm process as long as nothing is known of it."""
_TIGHT, _PATIENT = (0.06, 6.0), (0.6, 8.0)
"""Seconds that a test may take there in a first look, and later: so many, and so many times what it takes without."""
_MOST_RESTARTS = 100
_MOST_REASON = 300
"""Characters of what a process says of itself that a note quotes."""
_UNJUDGED = "Each patch takes a slow run of the test framework: the warm process can't judge the failing tests: {}."
_ASSERTIONS = frozenset({"AssertionError", "JestAssertionError", "Error", "AssertionError [ERR_ASSERTION]", ""})


@dataclass(frozen=True)
class ExpectedOutcomes:
    """What tests do without a candidate, as their framework said. errors: types of those that failed, where known."""

    failing: Sequence[TestId]
    passing: Sequence[TestId]
    errors: Mapping[TestId, str]

    @classmethod
    def of(cls, failing: Sequence[TestId], passing: Sequence[TestId], failures: Iterable[Failure]) -> ExpectedOutcomes:
        """The outcomes of these tests, with the error types that some failures tell of the failing ones."""
        wanted = set(failing)
        errors = {one.test: one.error_type for one in failures if one.error_type and one.test in wanted}
        return cls(list(failing), list(passing), errors)

    def agrees(self, *found: CandidateOutcome) -> bool:
        """Whether a test did the same elsewhere, each time."""
        return all(self._agrees(one) for one in found)

    def _agrees(self, one: CandidateOutcome) -> bool:
        if one.test not in self.failing:
            return one.passed
        said = self.errors.get(one.test)
        same = said is None or said == one.error or {said, one.error} <= _ASSERTIONS or _is_endless(one)
        return one.status == "failed" and one.error != UNSUPPORTED and same


def of_frameworks(project: TargetProject, tests: Iterable[TestId]) -> bool:
    """Whether none of these tests runs in the project's interpreter."""
    files = {test.file for test in tests}
    return bool(files) and not any(map(project.runs_in_interpreter, files))


class FrameworkProcesses(Processes):
    """Runs candidates over one private tree, in a warm process or by the project's own frameworks.

    `warm` is None all the same: that is the process of pytest, whose live functions can be swapped and watched.
    """

    def __init__(
        self, project: TargetProject, tree: Path, pristine: Path, clock: Clock, scope: Sequence[TestId] | None = None
    ) -> None:
        self.project = project
        self.root = str(project.root(tree).resolve())
        self.clock = clock
        self.notes: list[str] = []
        self.touched = False
        self.warm = None
        self.tree = tree
        self.items: dict[TestId, None] = {}
        self._scope = scope
        self._guard = PrivateTree(tree, pristine)
        self._seconds = 0.0
        self._quick: WarmProcess | None = None
        self._baseline: Baseline | None = None
        self._measured: ExpectedOutcomes | None = None
        self._restarts = 0
        self._why_unjudged = ""

    def begin(self, clock: Clock, scope: Sequence[TestId] | None) -> None:
        self.clock, self._scope, self.notes, self._restarts = clock, scope, [], 0
        if self._quick is not None and self._quick.is_over:
            self.close()
        if self._quick is not None:
            self._quick.clock = clock

    @property
    def threads(self) -> int:
        return 0

    @property
    def batch(self) -> int:
        return self._quick.batch if self._quick is not None else super().batch

    @property
    def compares_calls(self) -> bool:
        """Whether a warm process runs that can repeat calls of functions under patches."""
        return isinstance(self._quick, FrameworkWarm)

    def close(self) -> None:
        """End the warm process."""
        if self._quick is not None:
            self._quick.close()
            self._quick = None

    def prepare_fresh(self) -> None:
        """Nothing is started ahead of a run."""

    def know(self, **known: Any) -> None:
        """Each run gets everything with its request."""

    def measure(self, expected: ExpectedOutcomes, known: Baseline | None = None) -> Baseline:
        """What the tests do without a candidate. expected: what they did; known: what another worker measured.

        Where the failing tests do the same in a warm process, that says it; else a run of the whole suite. What the
        same tests did in an earlier search of the same tree is not measured again.
        """
        if known is None:
            known = self._measured_before(expected)
        if known is None or known is not self._baseline:
            self._start_warm(expected.failing)
        if known is None:
            known = self._measured_warm(expected)
        if known is None:
            answer = self._run(None, self._scope, self.clock.wall_left())
            known = Baseline(answer.outcomes, whole=answer.end == "done")
        if self._quick is not None and not any(test in known.alone for test in expected.failing):
            self.close()
        if self._why_unjudged:
            self.notes.append(_UNJUDGED.format(self._why_unjudged))
        self._baseline, self._measured = known, expected
        unjudged = [test for test in expected.failing if self._quick is not None and test not in known.alone]
        self.items = dict.fromkeys(test for test in known.outcomes if test not in unjudged)
        slowest = max((one.waited for one in known.outcomes.values()), default=0.0)
        self.project = replace(self.project, test_seconds=_SHORT_TEST + _FACTOR * slowest)
        self._seconds = max(self._seconds, known.total_seconds)
        return known

    def _measured_before(self, expected: ExpectedOutcomes) -> Baseline | None:
        """What the tests did, if just these were measured last and the process that judged them still runs."""
        known = self._baseline if expected == self._measured else None
        return known if known is not None and (self._quick is not None) == bool(known.alone) else None

    def _start_warm(self, failing: Sequence[TestId]) -> None:
        """Start a warm process of the suite of the failing tests, unless the one that runs is of that suite."""
        suites = [one for one in self.project.suites if failing and one.owns(failing[0].file)]
        running: object = self._quick.suite if self._quick is not None else None
        if any(running is one for one in suites):
            return
        self.close()
        for suite in suites:
            try:
                if isinstance(suite, CompiledSuite) and suite.is_compiled:
                    self._quick = CompiledWarm(self.project, suite, self.tree, self.clock)
                elif isinstance(suite, WarmSuite):
                    self._quick = FrameworkWarm(self.project, suite, self.tree, self.clock)
            except ServerLost as lost:
                self._why_unjudged = str(lost)[:_MOST_REASON]
            if self._quick is not None:
                return

    def _measured_warm(self, expected: ExpectedOutcomes) -> Baseline | None:
        """What the tests do in the warm process, those left out that do otherwise than is expected.

        None where no failing test fails there as it should. Tests that it can judge have an outcome in `alone`, too;
        those of a file that it can't load are none of these, though they fail.
        """
        if self._quick is None:
            return None
        tests = [*expected.failing, *expected.passing]
        unknown = Limits(_UNKNOWN_SECONDS, _UNKNOWN_SECONDS)
        looks = [self._looked(tests, [{}], unknown)[0] for _ in range(2)]
        once, again = (one.outcomes for one in looks)
        loaded = [test for test in tests if test in once and (test.is_file or test.file in looks[-1].imports)]
        right = {test: once[test] for test in loaded if test in again and expected.agrees(once[test], again[test])}
        failing = [test for test in expected.failing if test in right]
        self._why_unjudged = "" if failing else _why_unjudged(looks[-1], expected.failing)
        if not failing:
            return None
        missing = {test: CandidateOutcome(test, "failed") for test in expected.failing if test not in right}
        alone = {test: again[test] for test in failing}
        return Baseline({**right, **missing}, alone=alone, imports=looks[-1].imports)

    def _looked(self, tests: Sequence[TestId], texts: Sequence[Mapping[str, str]], limits: Limits) -> list[WarmLook]:
        """What the warm process says; it tells of tests that take longer than they may as never ending."""
        assert self._quick is not None
        known = self._baseline.total_seconds if self._baseline is not None else _UNKNOWN_SECONDS
        try:
            allowed = _FREE_SECONDS + _FACTOR * (limits.test + limits.load + known)
            found = self._quick.look(tests, texts, limits, allowed, most_endless=1 if len(texts) > 1 else 2)
        finally:
            self.touched = self._guard.restore()
        if found and found[-1].lost:
            self._restarts += 1
            if self._restarts > _MOST_RESTARTS:
                self.close()
        return [one._replace(outcomes={**one.outcomes, **outcomes_of_files(tests, one.outcomes)}) for one in found]

    def can_try(self, candidate: Candidate, import_lines: Callable[[Part], Collection[int]]) -> bool:
        return self._quick is not None

    def orders(self, candidate: Candidate) -> Sequence[Mapping[str, Any]]:
        return [{"texts": candidate.texts}]

    def ask_warm(self, request: Request, candidate: Candidate | None = None, **waiting: Unpack[WaitOptions]) -> Answer:
        """See `Processes.ask_warm`. Every module of the project is evaluated again for each candidate."""
        if self._quick is None:
            return Answer(end="not live")
        tests = request["tests"]
        if "batch" in request:
            texts = [_texts(orders) for orders in request["batch"]]
            found = self._looked(tests, [*texts, {}], self._limit(tests, _TIGHT))
            answers = tuple(self._answer_of(one) for one in found if not one.lost)
            return Answer(batch=answers, end="loop" if found[-1].lost else "done")
        self.write(candidate)
        texts, look = [_texts(request.get("install", ()))], request.get("look") or ()
        tight = bool(look) and "cpu" in request
        if look:
            first = self._answer_of(self._looked(look, texts, self._limit(look, _TIGHT if tight else _PATIENT))[0])
            rest = [test for test in tests if test not in look]
            if not rest or not any(one.passed for one in first.outcomes.values()) or self._quick is None:
                return first
            self.write(candidate)
            second = self._answer_of(self._looked(rest, texts, self._limit(rest, _PATIENT))[0])
            return replace(second, outcomes={**first.outcomes, **second.outcomes})
        return self._answer_of(self._looked(tests, texts, self._limit(tests, _PATIENT))[0])

    def _limit(self, tests: Sequence[TestId], limit: tuple[float, float]) -> Limits:
        """What one of these tests may take, and the import of its file: of one that fails, no time is known."""
        free, factor = limit
        known = self._baseline.outcomes if self._baseline is not None else {}
        ended = [known[test] for test in tests if test in known and known[test].error not in NEVER_ENDS]
        slowest = max((one.seconds + one.waited for one in ended), default=0.0)
        imports = max(self._baseline.imports.values(), default=0.0) if self._baseline is not None else _UNKNOWN_SECONDS
        fails = any(test.is_file for test in tests)
        return Limits(free + factor * slowest, max(free + factor * imports, _UNKNOWN_SECONDS * fails))

    def _answer_of(self, look: WarmLook) -> Answer:
        """Tests that were ended are those of a loop, unless they do not end without a candidate either."""
        known = self._baseline.outcomes if self._baseline is not None else {}
        ended = (one.test for one in look.outcomes.values() if one.error == "NeverEnds")
        endless = not all(_is_endless(known.get(test)) for test in ended)
        if look.is_invalid or look.is_costly:
            return Answer(end="syntax" if look.is_invalid else "loop")
        return Answer(outcomes=dict(look.outcomes), end="loop" if look.lost or endless else "done")

    def ask_as_is(self, request: Request, **waiting: Unpack[WaitOptions]) -> Answer:
        return self.ask_warm(request) if self._quick is not None else self.ask_fresh(None, request, **waiting)

    def ask_fresh(self, candidate: Candidate | None, request: Request, **waiting: Unpack[WaitOptions]) -> Answer:
        """What the tests of a request do with a candidate in the files. Raises TimeIsUp."""
        try:
            self.write(candidate)
            seconds = min(waiting.get("seconds", REQUEST_SECONDS), _FREE_SECONDS + _FACTOR * self._seconds)
            return self._run(candidate, request["tests"], seconds)
        finally:
            self._guard.restore()

    def counted(self, texts: Mapping[str, str], tests: Sequence[TestId]) -> Mapping[TestId, Sequence[str]]:
        """What the counters of files with other texts tell of each test that the warm process can judge.

        Raises TimeIsUp.
        """
        known = [test for test in tests if self._baseline is not None and test in self._baseline.alone]
        known += [test for test in tests if test not in known and self._baseline and self._baseline.passes(test)]
        if self._quick is None or not known:
            return {}
        try:
            limits = self._limit(known, _PATIENT)
            allowed = _FREE_SECONDS + _FACTOR * (limits.test + limits.load + self._seconds)
            return self._quick.look(known, [texts], limits, allowed, lines=True)[0].lines
        finally:
            self._guard.restore()

    def compared_calls(self, request: Mapping[str, Any]) -> list[dict[str, Any]]:
        """See `WarmProcess.compare`; empty where no process runs warm. Raises ServerLost, TimeIsUp."""
        if self._quick is None:
            return []
        try:
            return self._quick.compare(request, _FREE_SECONDS + _FACTOR * request["seconds"])
        finally:
            self._guard.restore()

    def looks_at_varied(self, tests: Sequence[TestId], texts: Sequence[Mapping[str, str]]) -> list[WarmLook]:
        """What tests do with each of some sets of texts, those of test files among them; as far as the process comes.

        Empty where nothing contains it: nobody wrote these tests. Raises ServerLost, TimeIsUp.
        """
        if self._quick is None or not self._quick.is_contained:
            return []
        return self._looked(tests, texts, self._limit(tests, _TIGHT))

    def recorded(self, texts: Mapping[str, str], test: TestId, record: str) -> str:
        """What files with other texts write into a file of the project while a test runs. Raises TimeIsUp."""
        try:
            for path, text in texts.items():
                Path(self.root, path).write_text(text, newline="")
            self._run(None, [test], _FREE_SECONDS + _FACTOR * self._seconds)
            written = Path(self.root, record)
            return written.read_text() if written.exists() else ""
        finally:
            self._guard.restore()

    def _run(self, candidate: Candidate | None, tests: Sequence[TestId] | None, seconds: float) -> Answer:
        self.clock.check()
        began = time.monotonic()
        run = run_suite(
            self.project,
            self.tree,
            tests=None if tests is None else list(map(TestId, tests)),
            timeout=max(0.1, min(seconds, self.clock.wall_left())),
            cancel=lambda: self.clock.over() is not None,
            farewell_seconds=0.0,
        )
        self.clock.check()
        if candidate is None and tests is None:
            self._seconds = time.monotonic() - began
        return _answer(run, tests)


def _why_unjudged(look: WarmLook, failing: Sequence[TestId]) -> str:
    """Why a warm process can't judge any of some failing tests, by what it did with them."""
    found = [look.outcomes[test] for test in failing if test in look.outcomes]
    unsupported = [one.message for one in found if one.error == UNSUPPORTED]
    if look.why or unsupported:
        return (look.why or f"it does not support {unsupported[0]}")[:_MOST_REASON]
    errors = [f"{one.error}: {one.message}".partition("\n")[0] for one in found if one.status != "passed"]
    return f"they fail otherwise there ({errors[0]})"[:_MOST_REASON] if errors else "they don't fail there"


def _texts(orders: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    return {path: text for order in orders for path, text in order["texts"].items()}


def _is_endless(one: CandidateOutcome | None) -> bool:
    return one is not None and one.error in NEVER_ENDS


def _answer(run: SuiteRun, tests: Sequence[TestId] | None) -> Answer:
    """The outcomes in the order that was asked for. A run with a fault has an end that no verdict takes for a pass."""
    order = run.outcomes if tests is None else [test for test in tests if test in run.outcomes]
    end = "done" if run.fault is None else "wall" if run.fault.kind == "timeout" else "exit"
    found = {test: _outcome(run.outcomes[test]) for test in order}
    return Answer(outcomes=found, end=end, detail=run.fault.message if run.fault else "")


def _outcome(one: Outcome) -> CandidateOutcome:
    line = str(one.frames[-1].line) if one.frames else ""
    return CandidateOutcome(one.id, one.status, one.error_type, one.message, line, one.duration, one.duration)

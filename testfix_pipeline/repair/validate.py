"""Tries candidates: failing tests first, then passing tests that run the edited lines, then the whole suite."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.candidate import Candidate, Part
from testfix_pipeline.repair.verdict import Verdict
from testfix_pipeline.repair.warm import Answer, Outcome, ServerLost, WarmServer

# Seconds that the extra failing tests of a first look may take together by their own baseline.
LOOK_SECONDS = 0.06
LOOK_TESTS = 4
COVERING_TESTS = 400
# How many partial patches that mend the very same tests are worth a whole suite each.
SAME_PARTIAL = 3
HANG_SECONDS = 3.0
# More for a fresh process, which imports and collects before the first report.
FRESH_WALL = 20.0
# What tests are taken to need before their own time is known; limits are some six times that (see warm_child).
PASSING_BASE, FAILING_BASE = 10.0, 0.5
# Wall seconds between two reports of a child, against tests that wait instead of computing.
WALL_FREE, WALL_FACTOR = 3.0, 15.0
SUITE_SECONDS = 900.0


@dataclass(frozen=True)
class Baseline:
    """What the tests do in the warm process without a candidate."""

    outcomes: Mapping[str, Outcome]
    hung: frozenset[str]

    def seconds(self, test: str) -> float:
        outcome = self.outcomes.get(test)
        return max(outcome.seconds, 0.01) if outcome else 0.05

    def passes(self, test: str) -> bool:
        return test in self.outcomes and self.outcomes[test].passed


@dataclass(frozen=True)
class Aims:
    """`failing` are to be mended, `others` fail otherwise and may be mended too, `passing` must stay passing."""

    failing: Sequence[str]
    others: Sequence[str]
    passing: Sequence[str]


class Validator(contextlib.AbstractContextManager["Validator"]):
    """Runs candidates on one private tree, in up to two processes, which leaving the `with` block ends.

    `baseline` is another validator's, where there is one. Raises ServerLost where not even a fresh process can run
    tests.
    """

    def __init__(
        self,
        project: TargetProject,
        tree: Path,
        aims: Aims,
        coverage: CoverageMap | None,
        baseline: Baseline | None = None,
    ) -> None:
        self.project = project
        self.tree = tree
        self.coverage = coverage
        self.root = str(project.root(tree).resolve())
        self.kills: dict[str, int] = {}
        self.notes: list[str] = []
        self.partial: dict[frozenset[str], int] = {}
        self.batching = True
        self._fresh: WarmServer | None = None
        self._closing = contextlib.ExitStack()
        self.warm: WarmServer | None = self._open("warm")
        self.baseline = Baseline({}, frozenset())
        self.baseline = baseline or self._baseline({*aims.failing, *aims.others})
        self.passing = self._reliable(aims.passing)
        self.others = aims.others
        self.failing = self._really_failing(aims.failing)
        self.everything_fresh = self.warm is None or any(test not in self.warm.items for test in self.failing)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()

    def _open(self, mode: str) -> WarmServer | None:
        try:
            preload = self.warm.modules if mode == "fresh" and self.warm else ()
            return self._closing.enter_context(WarmServer(self.project, self.tree, mode, preload))
        except ServerLost as lost:
            if mode == "fresh":
                raise
            self.notes.append(f"The tests could not be loaded into a warm process: {str(lost)[:300]}")
            return None

    # -- baseline ------------------------------------------------------------------------------------------------------

    def _baseline(self, failing: Collection[str]) -> Baseline:
        """All tests once, in natural order; one that hangs or ends the process is noted and left out from then on."""
        outcomes: dict[str, Outcome] = {}
        hung: set[str] = set()
        if self.warm is None:
            return Baseline({}, frozenset())
        left = list(self.warm.items)
        base = {test: FAILING_BASE if test in failing else PASSING_BASE for test in left}
        while left:
            request = self._request(left, base=base, wall=WALL_FREE + WALL_FACTOR * HANG_SECONDS)
            answer = self.warm.ask(request, SUITE_SECONDS)
            outcomes.update(answer.outcomes)
            left = left[len(answer.outcomes) :]
            if left and answer.end == "done":
                break
            hung.update(left[:1])
            left = left[1:]
            if len(hung) > 20:
                break
        return Baseline(outcomes, frozenset(hung))

    def _reliable(self, passing: Sequence[str]) -> list[str]:
        if self.warm is None:
            return list(passing)
        reliable = [test for test in passing if self.baseline.passes(test)]
        if len(reliable) < len(passing):
            lost = len(passing) - len(reliable)
            self.notes.append(f"{lost} passing tests do not pass in one warm process; the final run speaks for them.")
        return reliable

    def _really_failing(self, failing: Sequence[str]) -> list[str]:
        found = [test for test in failing if not self.baseline.passes(test)]
        if len(found) < len(failing):
            self.notes.append(f"{len(failing) - len(found)} failing tests pass in the warm process and can't guide it.")
        return sorted(found, key=lambda test: (test in self.baseline.hung, self.baseline.seconds(test)))

    def trace(self, tests: Sequence[str]) -> dict[str, dict[str, frozenset[int]]]:
        """The lines that these tests run, for tests whose recorded coverage is missing."""
        found: dict[str, dict[str, frozenset[int]]] = {}
        for test in tests if self.warm else ():
            assert self.warm is not None
            request = {**self._request([test]), "trace": True, "seconds": HANG_SECONDS, "wall": 4 * HANG_SECONDS}
            answer = self.warm.ask(request, SUITE_SECONDS)
            for name, files in answer.lines.items():
                found[name] = {file: frozenset(lines) for file, lines in files.items()}
        return found

    # -- one candidate -------------------------------------------------------------------------------------------------

    def _request(
        self,
        tests: Sequence[str] | None,
        changes: Sequence[Mapping[str, Any]] = (),
        must: Collection[str] = (),
        **more: Any,
    ) -> dict[str, Any]:
        known = self.baseline.outcomes
        base = {test: self.baseline.seconds(test) for test in tests or known if test in known}
        return {
            "tests": tests,
            "install": list(changes),
            "must": list(must),
            "base": base,
            "base_default": 0.2,
            "wall": WALL_FREE + WALL_FACTOR * max(base.values(), default=1.0),
            **more,
        }

    def _ask(
        self, candidate: Candidate, tests: Sequence[str], must: Collection[str], look: Sequence[str] = ()
    ) -> Answer:
        """`must`: the run ends at the first of these that fails; `look`: or when none of these passed."""
        if self._swappable(candidate):
            assert self.warm is not None
            changes = [change for part in candidate.parts for change in part.changes(self.root)]
            answer = self.warm.ask(self._request(tests, changes, must, look=list(look)), SUITE_SECONDS)
            if answer.end != "not live":
                return answer
        return self._ask_fresh(candidate, tests, must, look)

    def _import_lines(self, part: Part) -> Collection[int]:
        return self.coverage.import_lines.get(part.source.path, ()) if self.coverage else ()

    def _ask_fresh(
        self, candidate: Candidate, tests: Sequence[str], must: Collection[str], look: Sequence[str]
    ) -> Answer:
        """Writes the candidate into the private tree for the time of the run."""
        if self._fresh is None:
            self._fresh = self._open("fresh")
        assert self._fresh is not None
        paths = {part: Path(self.root) / part.source.path for part in candidate.parts}
        originals = {path: path.read_bytes() if path.exists() else None for path in paths.values()}
        try:
            for part, path in paths.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(part.contents)
            request = self._request(tests, (), must, look=list(look), paths=sorted({t.split("::")[0] for t in tests}))
            return self._fresh.ask({**request, "wall": request["wall"] + FRESH_WALL}, SUITE_SECONDS)
        finally:
            for path, original in originals.items():
                path.unlink() if original is None else path.write_bytes(original)

    def try_candidate(self, candidate: Candidate, focus: int = 0) -> Verdict:
        """Stages until the candidate is out. `focus` is the failing test that is looked at first. Raises ServerLost."""
        first = self.first_look(focus)
        guards = self._covering(candidate)
        answer = self._ask(candidate, [*first, *guards], guards, first)
        if answer.end in ("syntax", "no run"):
            return Verdict("invalid")
        fixed = {test for test in first if test in answer.outcomes and answer.outcomes[test].passed}
        if not fixed:
            moved = any(self._moved(test, answer) for test in first[:1])
            return Verdict("moved" if moved else "same", outcomes=answer.outcomes)
        broken = self._broken(answer, guards)
        if broken and not self._alone(candidate, broken):
            self.kills[broken] = self.kills.get(broken, 0) + 1
            return Verdict("kills", frozenset(fixed), frozenset({broken}), answer.outcomes)
        fixed |= self._other_targets(candidate, first)
        key = frozenset(fixed)
        if not fixed >= set(self.failing) and self.partial.get(key, 0) >= SAME_PARTIAL:
            return Verdict("moved", key, outcomes=answer.outcomes)
        verdict = self._whole_suite(candidate, fixed)
        if verdict.finding == "partial":
            self.partial[key] = self.partial.get(key, 0) + 1
        return verdict

    def outcomes_under(self, candidate: Candidate, tests: Sequence[str]) -> Mapping[str, Outcome]:
        """What these tests do under a candidate, whatever the others would say; empty where it can't be run."""
        return self._ask(candidate, tests, ()).outcomes

    def _other_targets(self, candidate: Candidate, first: Collection[str]) -> set[str]:
        """Which of the target tests that were not looked at first pass as well."""
        rest = [test for test in self.failing if test not in first and test not in self.baseline.hung]
        answer = self._ask(candidate, rest, ()) if rest else Answer()
        return {test for test, outcome in answer.outcomes.items() if outcome.passed}

    def screen(self, batch: Sequence[Candidate], focus: int = 0) -> list[Verdict | None]:
        """A cheap first look at many candidates in one child; None for those that need `try_candidate`.

        One process runs them all, so what one leaves behind could blind the next: the child ends with a look at the
        unedited code, and where that does not fail as it did before, nothing of it counts and it was the last batch.
        """
        verdicts: list[Verdict | None] = [None] * len(batch)
        left = [number for number, candidate in enumerate(batch) if self._swappable(candidate)]
        while self.batching and len(left) > 1:
            seen = self._look_at([batch[number] for number in left], self.first_look(focus))
            for number, verdict in zip(left, seen, strict=False):
                verdicts[number] = verdict
            left = left[len(seen) :]
        return verdicts

    def _look_at(self, batch: Sequence[Candidate], look: Sequence[str]) -> list[Verdict | None]:
        """Verdicts on the first candidates of a batch: on all, or up to the one that ended the process."""
        assert self.warm is not None
        changes = [[c for part in candidate.parts for c in part.changes(self.root)] for candidate in batch]
        answer = self.warm.ask({**self._request(look), "batch": changes}, SUITE_SECONDS)
        seen = [self._screened(one, look) for one in answer.batch]
        if len(seen) > len(batch):
            check = seen.pop()
            self.batching = check is not None and check.finding == "same"
        else:
            seen.append(Verdict("same", outcomes=answer.outcomes))
        return seen[: len(batch)] if self.batching else [None] * len(batch)

    def _screened(self, answer: Answer, look: Sequence[str]) -> Verdict | None:
        if answer.end == "syntax":
            return Verdict("invalid")
        if answer.end != "done" or any(outcome.passed for outcome in answer.outcomes.values()):
            return None
        return Verdict("moved" if self._moved(look[0], answer) else "same", outcomes=answer.outcomes)

    def _swappable(self, candidate: Candidate) -> bool:
        return not self.everything_fresh and not any(p.runs_at_import(self._import_lines(p)) for p in candidate.parts)

    def first_look(self, focus: int) -> list[str]:
        """The failing test in focus and a few more that cost next to nothing."""
        first = [self.failing[focus]]
        spent = 0.0
        for test in self.failing:
            spent += self.baseline.seconds(test)
            if (
                test not in first
                and test not in self.baseline.hung
                and spent < LOOK_SECONDS
                and len(first) < LOOK_TESTS
            ):
                first.append(test)
        return first

    def covering(self, candidate: Candidate) -> list[str]:
        """Passing tests that run the edited lines."""
        if self.coverage is None:
            return []
        covering = set[str]().union(*(self.coverage.tests_on(p.source.path, p.lines) for p in candidate.parts))
        return [test for test in self.passing if test in covering]

    def _covering(self, candidate: Candidate) -> list[str]:
        """Those that guard against a candidate: best killers first, then the quickest."""
        found = self.covering(candidate)
        found.sort(key=lambda test: (-self.kills.get(test, 0), self.baseline.seconds(test)))
        return found[:COVERING_TESTS]

    def _moved(self, test: str, answer: Answer) -> bool:
        before, after = self.baseline.outcomes.get(test), answer.outcomes.get(test)
        if after is None:
            return False
        if before is None:
            return True
        return (before.error, before.message, before.line) != (after.error, after.message, after.line)

    def _broken(self, answer: Answer, guards: Sequence[str]) -> str:
        """The guarding test that failed, or that was running when the child was ended."""
        for test in guards:
            if test not in answer.outcomes:
                return test if answer.end != "done" else ""
            if not answer.outcomes[test].passed:
                return test
        return ""

    def _alone(self, candidate: Candidate, test: str) -> bool:
        """Whether a test that failed after others passes by itself: then the order is to blame, not the candidate."""
        return self._ask(candidate, [test], [test]).outcomes.get(test, Outcome(test, "failed")).passed

    def _whole_suite(self, candidate: Candidate, fixed: Collection[str]) -> Verdict:
        """Everything in natural order in a fresh child."""
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

    def _everything(self) -> list[str]:
        """All tests in natural order, those that hang without being a target left out."""
        if self.warm is None:
            return [*self.passing, *self.failing]
        skip = self.baseline.hung - set(self.failing)
        extra = [test for test in self.failing if test not in self.warm.items]
        return [*(test for test in self.warm.items if test not in skip), *extra]

"""The filter that generated tests must pass: three real pytest runs in the tree, under two hash seeds."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.plan_records import REDUNDANT
from testfix_pipeline.core.progress import OnProgress, WorkProgress, ignore_progress
from testfix_pipeline.core.records import Outcome, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.generation.rendering import Draft
from testfix_pipeline.planning.generation.subjects.time_budget import OVER

_SEEDS = ("0", "1", "0")
_SLOW_SECONDS = 1.0
_SLOW_COMMAND_SECONDS = 5.0  # it starts an interpreter, which takes a second on a busy machine


@dataclass
class AdmissionVerdict:
    """Whether a draft is admitted, and if not, why.

    new_lines: the number of lines of its module that no test ran before.
    """

    draft: Draft
    is_admitted: bool
    reason: str
    kills: list[str]
    new_lines: int


@contextmanager
def temporary_files(root: Path, files: Mapping[str, str]) -> Iterator[None]:
    """Write files into the tree for the `with` block; afterwards the tree is as before, without new folders."""
    made: list[Path] = []
    try:
        for name, text in files.items():
            path = root / name
            made += [folder for folder in path.parents if root in folder.parents and not folder.exists()]
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                made.append(path)
                file.write(text)
        yield
    finally:
        for path in [one for one in made if not one.is_dir()]:
            path.unlink(missing_ok=True)
        for folder in sorted({one for one in made if one.is_dir()}, key=lambda one: -len(one.parts)):
            _remove_empty(folder)


def _remove_empty(folder: Path) -> None:
    if not any(folder.iterdir()):
        folder.rmdir()


@contextmanager
def replaced_text(path: Path, text: str) -> Iterator[None]:
    """Replace the text of a file for the `with` block."""
    before = path.read_bytes()
    try:
        path.write_text(text, encoding="utf-8")
        yield
    finally:
        path.write_bytes(before)


def admit(
    target: TargetProject,
    tree: Path,
    files: Mapping[str, str],
    drafts: Sequence[Draft],
    *,
    covered: Callable[[str], frozenset[int]],
    timeout: float,
    on_progress: OnProgress = ignore_progress,
) -> tuple[list[AdmissionVerdict], str]:
    """Return the verdicts in the order of the drafts, and why no run was possible, "" if runs were.

    `covered` gives the lines of a file that the project's own tests run already. If there is too little time, only the
    drafts that ran are judged.
    """
    # A fixture of the project may repeat each test; what pytest calls the runs is known once it has found them.
    ids = list(dict.fromkeys(name for one in drafts for name in one.cases or (TestId(one.node_id).file_id,)))
    seconds = timeout / len(_SEEDS)
    with temporary_files(target.root(tree), files), tempfile.TemporaryDirectory(prefix="testfix-generation-") as folder:
        recorded = Path(folder) / "coverage.json"
        runs = []
        for number, seed in enumerate(_SEEDS):
            on_progress(WorkProgress(f"running the {len(drafts)} drafted tests several times", number, len(_SEEDS)))
            order = ids if number < 2 else ids[::-1]
            run = _run_drafts(target, tree, files, order, seed, None if number else recorded, seconds)
            if run.fault is not None and not run.outcomes:
                return [], run.fault.message
            runs.append(run)
            ids = executed_tests(run, ids if number else collected_cases(drafts, run.collected))
        lines = CoverageMap.load(recorded)
    return Judge(runs, lines, covered).verdicts(drafts), ""


def collected_cases(drafts: Sequence[Draft], collected: Sequence[TestId]) -> list[TestId]:
    """The ids under which pytest runs the drafts, in their order; sets those of each draft that has none yet."""
    by_test: dict[str, list[TestId]] = {}
    for one in collected:
        by_test.setdefault(one.partition("[")[0], []).append(one)
    for draft in drafts:
        draft.cases = draft.cases or tuple(by_test.get(draft.node_id, ()))
    return [name for draft in drafts for name in draft.cases]


def _run_drafts(
    target: TargetProject,
    tree: Path,
    files: Mapping[str, str],
    order: Sequence[TestId],
    seed: str,
    recorded: Path | None,
    seconds: float,
) -> SuiteRun:
    """Return a run in this order. recorded: where the first run writes the coverage."""
    return run_suite(
        target,
        tree,
        tests=order,
        ordered=True,
        hash_seed=seed,
        record_coverage=recorded,
        timeout=seconds,
        # The first run finds the files as the project's own suite will; the others need not collect it all.
        extra_args=() if recorded else sorted(files),
    )


def executed_tests(run: SuiteRun, tests: Sequence[TestId]) -> list[TestId]:
    """The tests that a run came to before its time limit."""
    is_cut = run.fault is not None and run.fault.kind == "timeout"
    return [test for test in tests if not is_cut or test in run.outcomes]


class Judge:
    """Judges drafts by their runs; `lines` are the lines that each test ran in the first run.

    A test that states a criterion's expectation, or is the first of a requirement of layers 2 and 3, needs no new line
    or fault.
    """

    def __init__(self, runs: Sequence[SuiteRun], lines: CoverageMap, covered: Callable[[str], frozenset[int]]) -> None:
        self._runs = runs
        self._lines = lines
        self._covered = covered
        self._killed: set[str] = set()
        self._served: set[str] = set()
        self._new: dict[str, set[int]] = {}

    def verdicts(self, drafts: Sequence[Draft]) -> list[AdmissionVerdict]:
        """The verdict on each draft, in order."""
        return [self._verdict(draft) for draft in drafts]

    def _verdict(self, draft: Draft) -> AdmissionVerdict:
        wanted = "skipped" if draft.mark else "passed"
        outcomes = [run.outcomes.get(name) for run in self._runs for name in draft.node_ids]
        had_its_turn = all(len(executed_tests(run, draft.node_ids)) == len(draft.node_ids) for run in self._runs)
        most = _SLOW_COMMAND_SECONDS if draft.layer == "L3" else _SLOW_SECONDS
        reason = _why_rejected(outcomes, wanted, most) if had_its_turn else OVER
        subject, file = draft.subject, draft.subject.module.file
        ran = lines_of(self._lines, draft.node_ids, file)
        # A command runs in a process of its own: that a test of it notices a broken function was tried before.
        if not reason and draft.layer != "L3" and ran.isdisjoint(subject.body_lines):
            reason = "does not exercise its subject"
        mutants = draft.kills
        fresh = set(ran) - self._covered(file) - self._new.get(file, set())
        asked = set(draft.required) | (set(draft.requirements) - self._served)
        if not reason and not draft.mark and not (asked or mutants - self._killed or fresh):
            reason = REDUNDANT
        if reason:
            return AdmissionVerdict(draft, False, reason, [], 0)
        self._served |= set(draft.requirements)
        if not draft.mark:
            self._killed |= mutants
            self._new.setdefault(file, set()).update(fresh)
        return AdmissionVerdict(draft, True, draft.reason, sorted(mutants), 0 if draft.mark else len(fresh))


def lines_of(lines: CoverageMap, tests: Sequence[TestId], file: str) -> frozenset[int]:
    """The lines of a file that at least one of the tests runs."""
    return frozenset().union(*(lines.tests.get(test, {}).get(file, frozenset()) for test in tests))


def _why_rejected(outcomes: Sequence[Outcome | None], wanted: str, most: float) -> str:
    """Why a test is rejected for the results of its runs or a run time over `most` seconds, "" if it is not."""
    found = [outcome for outcome in outcomes if outcome is not None]
    statuses = Counter(str(outcome.status) for outcome in found)
    if len(found) < len(outcomes):
        return "does not run"
    if statuses[wanted] == len(outcomes):
        slow = max(outcome.duration for outcome in found) > most
        return "is slow" if slow else ""
    if len(statuses) > 1:
        return "is not stable over three runs and two hash seeds"
    return "fails when pytest runs it" if statuses["failed"] else "does not run"

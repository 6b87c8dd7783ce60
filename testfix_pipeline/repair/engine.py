"""The entry point of the repair engine: `repair(request)` searches for patches that make failing tests pass.

Usable as a library without anything else of the pipeline but `execution` and `core`. See `benchmarks/candidates.py`.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from testfix_pipeline.core.records import Failure, FixHistory
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair import clues as clue_reader
from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits.edit import Clues
from testfix_pipeline.repair.localise import Localiser, Suspect, line_scores
from testfix_pipeline.repair.project import Sources
from testfix_pipeline.repair.rank import Found, RankedPatch, ranked
from testfix_pipeline.repair.search import Space, candidates, pairs
from testfix_pipeline.repair.validate import Validator, Verdict
from testfix_pipeline.repair.warm import ServerLost, private_copy

__all__ = ["Progress", "RankedPatch", "RepairRequest", "RepairResult", "repair"]

AFTER_FIRST_SECONDS = 3.0
AFTER_FIRST_SHARE = 0.15
PROGRESS_SECONDS = 1.0


@dataclass(frozen=True)
class Progress:
    """Said about once a second while the search runs."""

    tried: int
    seconds: float
    plausible: int
    place: str


@dataclass(frozen=True)
class RepairRequest:
    """What to repair.

    tree: a checkout of the repository; it is copied, never modified. failing: the target tests of this attempt; all_failing: every
    test that fails now; passing: tests that must stay passing. share/shares: disjoint deterministic parts of the search.
    allowed_lines: by file, the only lines that edits may touch. exclude: fingerprints of proposals not to make again.
    older: earlier texts of files, newest first, from version control: the source of undo edits.
    """

    project: TargetProject
    tree: Path
    failing: Sequence[str]
    all_failing: Sequence[str]
    passing: Sequence[str]
    failures: Sequence[Failure]
    coverage: CoverageMap | None
    seconds: float
    cores: int = 1
    share: int = 0
    shares: int = 1
    allowed_lines: Mapping[str, Collection[int]] | None = None
    exclude: Collection[str] = ()
    history: FixHistory | None = None
    after_first_seconds: float | None = None
    cancel: Callable[[], bool] | None = None
    on_progress: Callable[[Progress], None] | None = None
    older: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class RepairResult:
    """What was found, best first. `exhausted`: "found" where a complete patch is there, else what ran out.

    tried_kinds: how many candidates of each kind were run. suspicious: (file, line, score), most suspicious first.
    """

    patches: tuple[RankedPatch, ...]
    candidates_tried: int
    exhausted: Literal["space", "budget", "found", "cancelled"]
    suspicious: list[tuple[str, int, float]]
    seconds: float
    notes: list[str]
    tried_kinds: dict[str, int]


class _Search:
    """One run of the engine: its clock, its counts and what it found."""

    def __init__(self, request: RepairRequest, validator: Validator, space: Space, started: float) -> None:
        self.request = request
        self.validator = validator
        self.space = space
        self.started = started
        self.deadline = started + request.seconds
        self.found: list[Found] = []
        self.promising: list[Candidate] = []
        self.kinds: dict[str, int] = {}
        self.tried = 0
        self.ended: Literal["space", "budget", "found", "cancelled"] | None = None
        self._said = started

    def run(self) -> None:
        """Single edits for every failing test in focus, then pairs of promising ones."""
        for focus in range(len(self.validator.failing)):
            if focus == 0 or not self._looked_at(focus):
                self._all(candidates(self.space), focus)
            if self.ended or self.found:
                break
        if not self.ended and not self._complete():
            self._all(pairs(self.space, self._ordered_promising()), 0)
        self.ended = self.ended or ("found" if self._complete() else "space")

    def _looked_at(self, focus: int) -> bool:
        return self.validator.failing[focus] in self.validator.first_look(0)

    def _ordered_promising(self) -> list[Candidate]:
        return sorted(self.promising, key=lambda c: -c.score)

    def _complete(self) -> bool:
        return any(one.verdict.finding == "plausible" for one in self.found)

    def _all(self, proposals: Iterator[Candidate], focus: int) -> None:
        for candidate in proposals:
            if self._time_is_up():
                return
            if candidate.fingerprint not in self.request.exclude:
                self._try(candidate, focus)

    def _try(self, candidate: Candidate, focus: int) -> None:
        self.tried += 1
        self.kinds[candidate.kind] = self.kinds.get(candidate.kind, 0) + 1
        verdict = self.validator.try_candidate(candidate, focus)
        if verdict.finding in ("plausible", "partial"):
            self._keep(candidate, verdict)
        elif verdict.finding in ("moved", "kills"):
            self.promising.append(candidate)
        self._say(candidate)

    def _keep(self, candidate: Candidate, verdict: Verdict) -> None:
        first = not self._complete()
        self.found.append(Found(candidate, verdict))
        if first and self._complete():
            wanted = self.request.after_first_seconds
            extra = min(AFTER_FIRST_SECONDS, AFTER_FIRST_SHARE * self.request.seconds) if wanted is None else wanted
            self.deadline = min(self.deadline, time.monotonic() + extra)

    def _time_is_up(self) -> bool:
        if self.request.cancel is not None and self.request.cancel():
            self.ended = "cancelled"
        elif time.monotonic() > self.deadline:
            self.ended = "found" if self._complete() else "budget"
        return self.ended is not None

    def _say(self, candidate: Candidate) -> None:
        now = time.monotonic()
        if self.request.on_progress is not None and now - self._said > PROGRESS_SECONDS:
            self._said = now
            place = f"{candidate.source.path}:{candidate.edits[0].line}"
            self.request.on_progress(Progress(self.tried, now - self.started, len(self.found), place))


def repair(request: RepairRequest) -> RepairResult:
    """Search until a complete patch is found (and a few seconds more), the space is empty, or the time is over.

    Never modifies `request.tree`. Bad luck is a value: no patches, and notes that say why. Errors of the installation
    (no interpreter, a sandbox that does not work) are MeasurementError.
    """
    started = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="testfix-repair-"))
    try:
        tree = private_copy(request.tree, folder / "tree", request.project.shared)
        return _repair_in(request, tree, started)
    except ServerLost as lost:
        return RepairResult((), 0, "space", [], time.monotonic() - started, [f"The warm process was lost: {lost}"], {})
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _repair_in(request: RepairRequest, tree: Path, started: float) -> RepairResult:
    others = [test for test in request.all_failing if test not in set(request.failing)]
    validator = Validator(request.project, tree, request.failing, others, request.passing, request.coverage)
    try:
        if not validator.failing:
            return RepairResult((), 0, "space", [], time.monotonic() - started, validator.notes, {})
        space, suspects, clues = _space(request, validator, request.project.root(tree))
        search = _Search(request, validator, space, started)
        try:
            search.run()
        except ServerLost as lost:
            validator.notes.append(f"The warm process was lost: {lost}")
        return _result(search, suspects, clues)
    finally:
        validator.close()


def _space(request: RepairRequest, validator: Validator, root: Path) -> tuple[Space, list[Suspect], Clues]:
    test_files = {test.split("::")[0] for test in (*request.failing, *request.all_failing, *request.passing)}
    sources = Sources(root, test_files)
    failures = [failure for failure in request.failures if failure.test in set(validator.failing)]
    executed = dict(request.coverage.tests) if request.coverage else {}
    missing = [test for test in validator.failing if not executed.get(test)]
    executed.update(validator.trace(missing[:10]))
    suspects = Localiser(sources, failures).rank(line_scores(executed, validator.failing, validator.passing))
    clues = clue_reader.gather(failures, root)
    space = Space(sources, suspects, clues, request.older, request.share, request.shares, request.allowed_lines)
    return space, suspects, clues


def _result(search: _Search, suspects: Sequence[Suspect], clues: Clues) -> RepairResult:
    return RepairResult(
        patches=tuple(ranked(search.found, clues)),
        candidates_tried=search.tried,
        exhausted=search.ended or "budget",
        suspicious=[(s.file, s.line, round(s.score, 4)) for s in suspects[:200]],
        seconds=time.monotonic() - search.started,
        notes=search.validator.notes,
        tried_kinds=search.kinds,
    )

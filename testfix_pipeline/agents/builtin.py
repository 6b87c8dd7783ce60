"""The built-in repair engine as planner and worker: no network, no model."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer, AnalysisRequest, FixAnswer, FixRequest
from testfix_pipeline.core.change_history import Change
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.found_patches import FoundPatch
from testfix_pipeline.core.languages import PROGRAMMING, PYTHON
from testfix_pipeline.core.patch_policy.doctests import test_files
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.processor_share import MOST_STRETCH
from testfix_pipeline.core.records import Attempt, Cluster, Failure, FixHistory
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.test_selection import is_short
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.explanation.incomplete_code import LackingPart, lacking_parts
from testfix_pipeline.explanation.model import Place
from testfix_pipeline.explanation.product_sources import ProductSources
from testfix_pipeline.explanation.root_cause import evident_sentences, run_difference
from testfix_pipeline.repair.engine import Progress, RepairRequest, RepairResult
from testfix_pipeline.repair.engines import repair
from testfix_pipeline.repair.interruption import Interruption, interruptible
from testfix_pipeline.repair.language.registry import languages
from testfix_pipeline.repair.languages.python.syntax.uncompilable_files import broken_files, complaint_locations
from testfix_pipeline.repair.localise import FaultLocation, Symptoms, localise
from testfix_pipeline.repair.model.source_languages import is_source
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.ranking.objections import objections
from testfix_pipeline.repair.search.search_memory import SearchMemory
from testfix_pipeline.repair.validation.framework_processes import of_frameworks
from testfix_pipeline.repair.validation.warm_start import WarmStart

NAME = "builtin"
HYPOTHESES = (
    "the most suspicious place holds a small mistake",
    "the defect lies elsewhere on the failing tests' path",
    "something is missing, was lost in a recent change, or differs in kind from the code around it",
)
# The number of suspicious places that the analysis names as modification points.
SHOWN = 10
# The number of earlier changes by models that a search starts from.
MOST_LEADS = 3


@dataclass(frozen=True)
class BuiltinAgent:
    """Planner and worker. `seconds` in the requests limits the search; `cores`: the number of processes.

    earlier: the project's required library versions before an update, by its folder. scope: in a large suite the tests
    that the search uses, which `coverage` describes; None for all. counted, warm: see `AgentContext`.
    """

    target: TargetProject
    coverage: CoverageMap
    cores: int = field(default_factory=lambda: os.cpu_count() or 1)
    changes: Callable[[], list[Change]] | None = None
    landed: Callable[[], list[Attempt]] | None = None
    earlier: Callable[[Path], Mapping[str, str]] | None = None
    on_progress: Callable[[Progress], None] | None = None
    cancel: Callable[[], bool] | None = None
    scope: Sequence[TestId] | None = None
    counted: Callable[[Path, Sequence[TestId]], CoverageMap] | None = None
    warm: Callable[[Path | None], AbstractContextManager[WarmStart | None]] = lambda tree: nullcontext()
    name: str = NAME

    def analyse(self, request: AnalysisRequest) -> AgentAnswer:
        """Return one strategy per cluster, or `alternatives` of one: suspicious places by spectrum."""
        root = self.target.root(request.tree)
        strategies = []
        agent = self._with_lines(request.tree, [test for cluster in request.clusters for test in cluster.tests])
        sources = ProductSources(root, frozenset(test_files(request.results.outcomes)))
        for cluster, share in _shares(request):
            why = _unrepairable(self.target, cluster.tests)
            if why:
                strategies.append(_strategy_by_errors(cluster, request.results.failures, why))
                continue
            places = agent._localise(root, cluster.tests, request)
            # what is a stub is evident of its function
            lacking = [one.words for one in agent._lacking(sources, cluster.tests, request) if one.kind == "name"]
            differences = agent._differences(cluster.tests, places[:1], request)
            strategies.append(_strategy(sources, cluster, places, share, request.alternatives, lacking, differences))
        payload = {"hypotheses": strategies}
        return AgentAnswer(tool=NAME, model="", kind="ok", text=_report(request, strategies), payload=payload, raw="")

    def _with_lines(self, tree: Path, tests: Sequence[TestId]) -> BuiltinAgent:
        """Return the agent with the lines of failing tests that other frameworks than pytest run."""
        others = [test for test in tests if of_frameworks(self.target, [test])]
        if self.counted is None or not others or _unrepairable(self.target, others):
            return self
        found = self.counted(tree, others)
        tests_by_lines = {**self.coverage.tests, **found.tests}
        return replace(self, coverage=replace(self.coverage, tests=tests_by_lines), counted=None)

    def _localise(self, root: Path, tests: Sequence[TestId], request: AnalysisRequest) -> list[FaultLocation]:
        outcomes = request.results.outcomes
        passing = [test for test, outcome in outcomes.items() if outcome.status == "passed"]
        passing = passing if self.scope is None else [test for test in passing if test in self.coverage.tests]
        failures = _failures_of(request.results.failures, tests)
        sources = Sources(root, test_files(outcomes))
        places = localise(
            sources, Symptoms(tests, passing, self.coverage.tests, failures, imported=self.coverage.import_lines)
        )
        return [*complaint_locations(broken_files(root, failures, tests)), *places]

    def _differences(
        self, tests: Sequence[TestId], places: Sequence[FaultLocation], request: AnalysisRequest
    ) -> list[str]:
        """Return how failing and passing runs differ at suspicious places."""
        executed, passed = self.coverage.tests, request.results.passed_tests
        known = [test for test in passed if test in executed]
        said = (run_difference(executed, tests, known, _shown(place)) for place in places)
        return [one.rstrip(".") for one in said if one]

    def _lacking(self, sources: ProductSources, tests: Sequence[TestId], request: AnalysisRequest) -> list[LackingPart]:
        failures = _failures_of(request.results.failures, tests)
        changes = self.changes() if self.changes else ()
        return lacking_parts(sources, failures, self.coverage.tests, request.results.passed_tests, changes)

    def fix(self, request: FixRequest) -> FixAnswer:
        """Search, write the best patch into the worktree, and report other plausible patches."""
        tests = request.task.context.failure_context.failed_tests
        why = _unrepairable(self.target, tests)
        if why:
            return FixAnswer(status="blocked", note=why, exhausted="space")
        wanted = self._with_lines(request.tree, tests)._repair_request(request)
        own = self.scope is not None or of_frameworks(self.target, tests)  # what only this search works with
        with interruptible() as interruption, self.warm(None if own else request.tree) as started:
            result = repair(self._interrupted_by(replace(wanted, started=started), interruption))
        stopped = interruption.taken()
        if not result.patches:
            ended = "it was stopped" if stopped else "the time ran out"
            why = "every edit in the space was tried" if result.exhausted == "space" else ended
            return FixAnswer(
                status="blocked",
                note=f"{_unlikely(request)}nothing plausible found: {why}, {result.candidates_tried} candidates",
                candidates_tried=result.candidates_tried,
                exhausted="space" if result.exhausted == "space" else "budget",
                details={**_details(result), "abstained": request.task.context.fix_strategy.unlikely},
                interrupted=stopped,
            )
        best = result.patches[0]
        root = self.target.root(request.tree)
        for path, content in best.contents.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)
        return FixAnswer(
            status="complete",
            deliverables=sorted(best.files),
            note=f"{best.description} at {best.location}",
            confidence=best.confidence,
            candidates_tried=result.candidates_tried,
            proposal=best.fingerprint,
            details={**_details(result), "abstained": request.task.context.fix_strategy.unlikely},
            interrupted=stopped,
        )

    def _interrupted_by(self, request: RepairRequest, interruption: Interruption) -> RepairRequest:
        """Return the request for a search that Ctrl-C ends once it has a plausible patch, which a resume judges."""

        def report(said: Progress) -> None:
            interruption.possible = said.found_after is not None
            if self.on_progress is not None:
                self.on_progress(said)

        def ended() -> bool:
            return interruption.taken() or (self.cancel is not None and self.cancel())

        return replace(request, on_progress=report, cancel=ended)

    def _repair_request(self, request: FixRequest) -> RepairRequest:
        context = request.task.context
        outcomes = request.results.outcomes
        search, tests = context.search, context.failure_context.failed_tests
        return RepairRequest(
            project=self.target,
            tree=request.tree,
            failing=tests,
            all_failing=[t for t, o in outcomes.items() if o.status in ("failed", "error")],
            passing=[t for t, o in outcomes.items() if o.status == "passed"],
            failures=request.results.failures,
            coverage=self.coverage,
            scope=self.scope,
            suite_seconds=request.results.duration,
            # What is found is judged by the whole suite in a clean process before it lands. A large one is not run once
            # more for that, and of a short one the second run costs more than a second search, which is rare.
            confirm=self.scope is None and not is_short(request.results.outcomes),
            seconds=request.seconds,
            stretch=min(MOST_STRETCH, request.stretch),
            cores=self.cores,
            shard=search.share,
            shards=search.shares,
            allowed_lines=self._allowed_lines(request, tests) or None if search.executed_lines_only else None,
            exclude=_refused_before(request.history.attempts),
            history=FixHistory(attempts=[*(self.landed() if self.landed else ()), *request.history.attempts]),
            changes=self.changes() if self.changes else (),
            patches=[*request.patches, *_leads(request.history.attempts, tests)],
            on_progress=self.on_progress,
            cancel=self.cancel,
            earlier=self.earlier(self.target.root(request.tree)) if self.earlier else {},
            follows_update=any(one.details.get("updates") for one in request.history.attempts),
            updated=list(_updated(request.history.attempts)),
            memory=_memory_of(request.session_id) if request.session_id else None,
        )

    def _allowed_lines(self, request: FixRequest, tests: Sequence[TestId]) -> dict[str, frozenset[int]]:
        """Return the lines of statements that failing tests run, and those of files that do not compile.

        Empty if none are known.
        """
        root = self.target.root(request.tree)
        lines: dict[str, frozenset[int]] = {}
        for test in tests:
            for path, executed in self.coverage.tests.get(test, {}).items():
                lines[path] = lines.get(path, frozenset()) | executed
        lines = {path: executed | _statement_lines(root, path, executed) for path, executed in lines.items()}
        failures = _failures_of(request.results.failures, tests)
        for source in broken_files(root, failures, tests):
            lines[source.path] = frozenset(range(1, len(source.line_starts) + 1))
        return lines


@lru_cache(4)
def _memory_of(session: str) -> SearchMemory:
    """The memory of a session's searches, as long as its process lives."""
    return SearchMemory()


def _statement_lines(root: Path, path: str, executed: Iterable[int]) -> frozenset[int]:
    """Return all lines of the statements that begin in executed lines: counters tell only where a statement begins."""
    source = Sources(root, ()).source(path)
    found = [source.statements.get(line) for line in executed] if source is not None else []
    return frozenset(line for one in found if source is not None and one is not None for line in source.lines_of(one))


def _shares(request: AnalysisRequest) -> list[tuple[Cluster, int]]:
    if request.alternatives > 1:
        return [(request.clusters[0], share) for share in range(request.alternatives)]
    return [(cluster, 0) for cluster in request.clusters]


def _failures_of(failures: list[Failure], tests: Sequence[TestId]) -> list[Failure]:
    wanted = set(tests)
    return [failure for failure in failures if failure.test in wanted]


def _refused_before(attempts: list[Attempt]) -> set[str]:
    return {attempt.proposal for attempt in attempts if attempt.proposal and attempt.result != "landed"}


def _leads(attempts: list[Attempt], tests: Sequence[TestId]) -> list[str]:
    """Return changes by models, or found around them, that fixed some of these tests and did not land, latest first."""
    others = [one for one in attempts if one.tool != NAME or one.derived_from]
    mine = [one for one in others if one.result == "lead" and set(one.target_tests) & set(tests)]
    return list(dict.fromkeys(one.patch for one in reversed(mine) if one.patch))[:MOST_LEADS]


def _strategy(
    sources: ProductSources,
    cluster: Cluster,
    places: list[FaultLocation],
    share: int,
    shares: int,
    lacking: Sequence[str] = (),
    differences: Sequence[str] = (),
) -> dict[str, object]:
    top = _of_share(places, share, shares)[:SHOWN]
    first = top[0] if top else None
    cause = (
        f"{cluster.title}: most suspicious is {_point(first)}"
        if first
        else f"{cluster.title}: no executed source line is known"
    )
    if shares > 1:
        cause = f"{cause} (hypothesis: {HYPOTHESES[share % len(HYPOTHESES)]})"
    return {
        "approach": "generate and validate small edits at the places that failing tests run and passing ones don't",
        "root_causes": [cause, *lacking, *evident_sentences(sources, list(map(_shown, top))), *differences],
        "modification_points": list(dict.fromkeys(_point(place) for place in top)),
        "confidence_score": round(first.score, 3) if first else 0.0,
        "expected_outcome": f"{counted(len(cluster.tests), 'failing test')} to pass, none to break",
        "verification_steps": ["run the failing tests", "run the affected tests", "run the full suite"],
        "test_execution": {"mode": "affected_only", "affected_tests": cluster.tests, "fallback_to_full": True},
        "hypothesis": HYPOTHESES[share % len(HYPOTHESES)] if shares > 1 else "",
    }


def _shown(place: FaultLocation) -> Place:
    return Place(file=place.file, line=place.line, function=place.function)


def _unlikely(request: FixRequest) -> str:
    """Return why no small edit can repair the tests, as the beginning of a sentence; "" if one may."""
    why = request.task.context.fix_strategy.unlikely
    return f"{why}; " if why else ""


def _of_share(places: list[FaultLocation], share: int, shares: int) -> list[FaultLocation]:
    """Return a hypothesis' suspicious places: the first has the most suspicious function, the second the others.

    The third is about missing or lost code, which can be anywhere.
    """
    if shares == 1 or not places or share > 1:
        return places
    first = (places[0].file, places[0].function)
    found = [one for one in places if ((one.file, one.function) == first) == (share == 0)]
    return found or places


def _point(place: FaultLocation) -> str:
    return f"{place.file}:{place.function}:{place.line}"


def _report(request: AnalysisRequest, strategies: list[dict[str, object]]) -> str:
    lines = ["Spectrum-based fault localisation (Ochiai) over recorded per-test coverage."]
    for cluster, strategy in zip(_shares(request), strategies, strict=True):
        lines.append(f"\n{cluster[0].title or cluster[0].signature} ({len(cluster[0].tests)} tests)")
        lines += [f"- {point}" for point in strategy["modification_points"]]  # type: ignore[attr-defined]
        lines += [f"- evident: {cause}" for cause in strategy["root_causes"][1:]]  # type: ignore[index]
    return "\n".join(lines)


def _updated(attempts: Sequence[Attempt]) -> Iterator[TestId]:
    """Yield the target tests of landed attempts that name a certain update; an agent may write anything there."""
    for one in attempts:
        said = one.details.get("updates") if one.stands else None
        if isinstance(said, list) and any(isinstance(row, dict) and row.get("certain") for row in said):
            yield from one.target_tests


def _details(result: RepairResult) -> dict[str, object]:
    best = next(iter(result.patches), None)
    return {
        "suspicious": [[file, line, round(score, 3)] for file, line, score in result.suspicious[:SHOWN]],
        "seconds": round(result.seconds, 2),
        "first_seconds": None if result.first_seconds is None else round(result.first_seconds, 2),
        "exhausted": result.exhausted,
        "kinds_tried": result.tried_kinds,
        "notes": result.notes,
        "updates": [one.model_dump() for one in result.updates],
        "regression": result.regression.text if result.regression else "",
        "against": [*best.against, *objections(best.features)] if best is not None else [],
        "plausible": [
            asdict(FoundPatch(p.kind, p.location, p.description, p.confidence, p.diff, sorted(p.fixes), p.complete))
            for p in result.patches[:5]
        ],
    }


def _unrepairable(project: TargetProject, tests: Iterable[TestId]) -> str:
    """Return why the engine can repair none of the tests, as a sentence; "" if it may try."""
    files = [TestId(test).file for test in tests]
    frameworks = [_framework(project, file) for file in files]
    if not files or not all(frameworks) or any(map(is_source, files)):
        return ""
    known = ", ".join(dict.fromkeys(PROGRAMMING.get(min(one.suffixes), PYTHON) for one in languages()))
    used = ", ".join("a command that only reports" if one == "report" else one for one in dict.fromkeys(frameworks))
    return f"the built-in engine can't try patches with {used}; it repairs {known} with their own test frameworks"


def _framework(project: TargetProject, file: str) -> str:
    """Return the framework of a test file, "" for those that run in the project's interpreter."""
    suite = project.suite_of(file)
    if suite is None:
        return "another framework"
    return "" if suite.in_interpreter else suite.framework


def _strategy_by_errors(cluster: Cluster, failures: Sequence[Failure], why: str) -> dict[str, object]:
    """Return a strategy with the places in the tests' errors, for tools that are asked after the engine."""
    mine = [failure for failure in failures if failure.test in set(cluster.tests)]
    frames = [frame for failure in mine for frame in reversed(failure.frames)]
    frames.sort(key=lambda frame: is_test_side(frame.file))  # the project's own code first
    points = dict.fromkeys(f"{frame.file}:{frame.function or '<module>'}:{frame.line}" for frame in frames)
    return {
        "approach": "none: only the places that the errors name are known",
        "root_causes": [f"{cluster.title}: {why}"],
        "modification_points": list(points),
        "confidence_score": 0.0,
        "expected_outcome": f"{counted(len(cluster.tests), 'failing test')} to pass, none to break",
        "verification_steps": ["run the full suite"],
        "test_execution": {"mode": "full_suite", "affected_tests": cluster.tests, "fallback_to_full": True},
        "hypothesis": "",
    }

"""Measures the suite by our own runner with the frozen test files, and builds the session's results."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from pydantic import Field

from testfix_pipeline.agents.tool_chain import ChainAnswer
from testfix_pipeline.core.agent_protocol.opinions import Opinion, opinions_in, with_opinions
from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.cycle_rules.explained_failures import with_findings, with_flaky_causes, with_obsolete
from testfix_pipeline.core.cycle_rules.results import changed_cases, summarise
from testfix_pipeline.core.cycle_rules.triage import breakdown
from testfix_pipeline.core.cycle_rules.unparsed_files import with_unparsed_first
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import Failure, Outcome, RunFault, SuiteResults, SuiteRun, utc_now
from testfix_pipeline.core.session_parts import UnparsedFile
from testfix_pipeline.core.signatures import normalise_message
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution import flaky_tests
from testfix_pipeline.execution.affected_tests.test_selection import is_short
from testfix_pipeline.execution.coverage_map import load_or_none
from testfix_pipeline.execution.failure_records import failure_records
from testfix_pipeline.execution.hanging_tests import measure_with_limits, was_ended_by_limit
from testfix_pipeline.execution.other_ids import place_of
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.run_options import Stage
from testfix_pipeline.execution.static_checks.compilation import unparsed_files
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.measurement.package_check import with_same_packages
from testfix_pipeline.steps.session.coverage_records import drop_oldest
from testfix_pipeline.steps.session.progress_list import counting_tests, note, progress_reporter
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.test_side import is_test_side, planted
from testfix_pipeline.steps.session.workbench import Workbench

LOG = ".process/test-output.log"
# The progress text of a run, before the number of ended tests.
RUNNING = "running the project's tests"
# A suite may take max(30 min, 3 x its last full run).
LEAST_TIMEOUT = 1800.0
TIMEOUT_FACTOR = 3.0
# The number of unparsed files named in a line; test-results.json has them all.
_NAMED = 3
_MANY_FAILING = 40
"""From so many failing tests on, only a few of those with the same error are run again."""
# How often the baseline runs again to see whether ids differ without a change, too: a random one may come twice.
_ID_RUNS = 2
OPINIONS = ".process/opinions.json"


def suite_timeout(wb: Workbench) -> float:
    """The seconds that one run of the suite may take."""
    if wb.config.suite_timeout_seconds:
        return float(wb.config.suite_timeout_seconds)
    known = wb.store.results()
    last = known.duration if known is not None else 0.0
    return max(LEAST_TIMEOUT, TIMEOUT_FACTOR * last)


def restore_test_side(wb: Workbench, tree: Path) -> None:
    """Restore all test-side files of a worktree to the frozen ones, and remove others.

    Ignored files and byte code are removed, too: an earlier run may have left them for the next one.
    """
    base = {path for path in wb.mirror.files(wb.frozen) if is_test_side(wb, path)}
    wb.mirror.restore(tree, wb.frozen, base | planted(wb, tree))


def run_tests(wb: Workbench, tree: Path, tests: Iterable[TestId] | None = None, *, first: bool = False) -> SuiteRun:
    """Measure the suite or some tests. An execution error is retried once; the second one is the run's fault.

    The project's files are compiled first: those that do not parse are reported at once and in `run.unparsed`. first:
    for the baseline, which has no earlier packages to compare.
    """
    wanted = None if tests is None else sorted(tests)
    what = RUNNING if wanted is None else f"{RUNNING} that the change can affect"
    restore_test_side(wb, tree)
    # say before the suite runs which files do not parse
    unparsed = unparsed_files(wb.target, tree)
    if unparsed:
        more = f" (and {len(unparsed) - _NAMED} more)" if len(unparsed) > _NAMED else ""
        note(wb, "; ".join(one.describe() for one in unparsed[:_NAMED]) + more)
    measure = partial(_measure_twice_at_most, wb, tree, wanted, what)
    run = with_same_packages(wb, tree, measure, first)
    changed = _steady_places(wb, run)
    if changed:
        run = with_same_packages(wb, tree, partial(measure, changed), first)
    run = run.model_copy(update={"fault": _with_cause(run.fault, unparsed), "unparsed": unparsed})
    return compared_run(wb, tree, run, whole=wanted is None, changed=changed)


def _measure_twice_at_most(
    wb: Workbench, tree: Path, wanted: list[TestId] | None, what: str, changed: Collection[str] = ()
) -> SuiteRun:
    """Measure once, and again if the fault may be temporary. changed: places whose tests keep their ids."""
    run, target = SuiteRun(), wb.target
    if changed:
        kept = tuple(test for test in target.known.tests if place_of(test) not in changed)
        target = replace(target, known=replace(target.known, tests=kept))
    for _ in range(2):
        run = measure_with_limits(target, partial(_run_stage, wb, tree, wanted, what))
        if run.fault is None or run.fault.kind in ("usage", "no_tests", "foreign_import", "timeout"):
            break
    return run


def compared_run(
    wb: Workbench, tree: Path, run: SuiteRun, *, whole: bool = True, changed: Collection[str] = ()
) -> SuiteRun:
    """Return the run, with a fault if it can't be compared with the session's last results.

    whole: of all tests. changed: places whose tests have other ids by the change alone.
    """
    fault = run.fault or breakdown_fault(wb, tree, run) or (changed_ids_fault(wb, run, changed) if whole else None)
    return run.model_copy(update={"fault": fault, "outcomes": _with_joint_outcomes(wb, run)})


def _with_cause(fault: RunFault | None, unparsed: list[UnparsedFile]) -> RunFault | None:
    """Return the fault with the unparsed files that may explain it: an invalid conftest.py ends pytest."""
    if fault is None or not unparsed or fault.kind not in ("usage", "crash", "no_tests"):
        return fault
    described = "; ".join(one.describe() for one in unparsed[:_NAMED])
    return fault.model_copy(update={"message": f"{described}. {fault.message}"})


def _run_stage(
    wb: Workbench, tree: Path, wanted: list[TestId] | None, what: str, target: TargetProject, stage: Stage,
    chosen: list[TestId] | None,
) -> SuiteRun:  # fmt: skip
    """Run the wanted tests, or the `chosen` ones among them, under the limits of a stage."""
    restore_test_side(wb, tree)
    on_test = counting_tests(wb, what if chosen is None else f"{what}: a second look at tests that did not end")
    tests = wanted if chosen is None else chosen
    return run_suite(target, tree, tests=tests, timeout=suite_timeout(wb), on_test=on_test, stage=stage)


def prove_flakes(
    wb: Workbench,
    tree: Path,
    tests: Collection[TestId],
    outcomes: Mapping[TestId, Outcome],
    elsewhere: flaky_tests.ConcurrentSuiteRun | None = None,
    failing_again: flaky_tests.FailingAgain | None = None,
) -> dict[TestId, flaky_tests.FlakeVerdict]:
    """Re-run failing tests on the same tree and return a verdict for each.

    `elsewhere`, `failing_again`: see `flaky_tests.rerun_failing_tests`. Tests that never ended were repeated when they
    were measured, and have no verdict here. A test that passes in every re-run may depend on earlier tests or fail
    rarely: it is flaky if it passes in one more run of the whole suite.
    """
    known = [test for test in outcomes if test in tests]  # in the order in which they ran
    wanted = [
        test
        for test in [*known, *sorted({*tests} - {*known})]
        if test not in outcomes or not was_ended_by_limit(outcomes[test])
    ]
    if not wanted:
        return {}
    quick = is_short({test: outcomes[test] for test in wanted if test in outcomes})

    def rerun(some: Sequence[TestId]) -> dict[TestId, flaky_tests.FlakeVerdict]:
        chosen = set(some)
        return flaky_tests.rerun_failing_tests(
            wb.target,
            tree,
            [test for test in wanted if test in chosen],
            timeout=suite_timeout(wb),
            on_progress=progress_reporter(wb),
            elsewhere=elsewhere,
            failing_again=failing_again if quick else None,
            quick=quick,
        )

    verdicts = (
        rerun(wanted) if len(wanted) < _MANY_FAILING else flaky_tests.rerun_samples(_by_error(wanted, outcomes), rerun)
    )
    doubtful = {test for test, verdict in verdicts.items() if verdict.kind == "order_dependent"}
    once_more = run_tests(wb, tree) if doubtful else SuiteRun()
    steady = once_more.passed & doubtful if once_more.fault is None else set()
    evidence = "Failed in one run of the whole suite and passed in the next on the same tree."
    return {t: replace(v, kind="flaky", evidence=evidence) if t in steady else v for t, v in verdicts.items()}


def _by_error(tests: Iterable[TestId], outcomes: Mapping[TestId, Outcome]) -> list[list[TestId]]:
    """Return the tests in groups of the same error; those without a known outcome are one."""
    groups: dict[tuple[str, str], list[TestId]] = {}
    for test in tests:
        known = outcomes.get(test)
        key = (known.error_type, normalise_message(known.message)) if known is not None else ("", "")
        groups.setdefault(key, []).append(test)
    return list(groups.values())


def flaky_tests_in(verdicts: Mapping[TestId, flaky_tests.FlakeVerdict]) -> set[TestId]:
    """Return the tests whose verdict is flaky."""
    return {test for test, verdict in verdicts.items() if verdict.kind == "flaky"}


def build_failures(
    wb: Workbench,
    tree: Path,
    outcomes: Mapping[TestId, Outcome],
    used_to_pass: Iterable[TestId],
    verdicts: Mapping[TestId, flaky_tests.FlakeVerdict],
) -> list[Failure]:
    """Return the failures of a run as records, with opinions of models and the updates that may cause them.

    Failures by an unparsed file come first, the others in order of test id. verdicts: those of re-runs on this run's
    failures; what the session knows of the others still counts.
    """
    earlier = wb.store.results()
    known = [one for one in (earlier.failures if earlier else ()) if one.test not in verdicts]
    flaky = flaky_tests_in(verdicts) | {one.test for one in known if one.flaky}
    orders = {one.test: one.order for one in known if one.order}
    orders |= {test: one.evidence for test, one in verdicts.items() if one.kind == "order_dependent"}
    found = failure_records(outcomes, wb.root(tree), used_to_pass, flaky, wb.target, orders)
    if not found:
        return []
    from testfix_pipeline.steps.measurement.update_findings import diagnose_updates  # only failures need it

    explained = found
    if earlier is not None:
        explained = with_flaky_causes(with_findings(found, earlier.order_findings), earlier.flaky_findings)
        explained = with_obsolete(explained, earlier.obsolete_tests)
    failures = _with_stored_opinions(wb, diagnose_updates(wb, tree, explained, outcomes))
    return with_unparsed_first(failures, unparsed_files(wb.target, tree) if failures else [])


def breakdown_fault(wb: Workbench, tree: Path, run: SuiteRun) -> RunFault | None:
    """Return the fault of a run that failed by the machine, not the code; else None: see `triage.breakdown`."""
    passed = _passed_before(wb)
    if not passed & run.failing:
        return None
    why = breakdown(passed & run.outcomes.keys(), failure_records(run.outcomes, wb.root(tree), target=wb.target))
    return RunFault(kind="breakdown", message=why) if why else None


def changed_ids_fault(wb: Workbench, run: SuiteRun, changed: Collection[str] = ()) -> RunFault | None:
    """Return the fault of a full run in which passing tests got other ids; None if there are none."""
    pairs = changed_cases(sorted(_passed_before(wb)), run.collected) or _changed_at(changed, wb, run)
    if not pairs:
        return None
    old, new = pairs[0]
    number = f"{len(pairs)} tests have" if len(pairs) > 1 else "A test has"
    message = f"{number} other ids than before ({old} is now {new}), which change from run to run or by the fix."
    return RunFault(kind="changed_ids", message=message)


def _changed_at(places: Collection[str], wb: Workbench, run: SuiteRun) -> list[tuple[TestId, TestId]]:
    """Return pairs of a test that passed and is lost, and of a new one, of these places."""
    known = wb.store.results()
    here = [test for test in run.collected if place_of(test) in places]
    lost = [test for test in sorted(_passed_before(wb)) if place_of(test) in places and test not in here]
    new = [test for test in here if known is not None and test not in known.outcomes]
    return list(zip(lost, new, strict=False))


def _steady_places(wb: Workbench, run: SuiteRun) -> set[str]:
    """Return the places whose tests have other ids in a run, but not in two runs of the baseline with its tests."""
    proved = _UNSTEADY.setdefault(wb.store.folder, set())
    for _ in range(_ID_RUNS):
        unproved = set(run.other_ids) - proved
        if unproved:
            with wb.worktree(f"ids-{secrets.token_hex(3)}", wb.baseline) as tree:
                files = sorted({TestId(place).file_id for place in unproved})
                proved |= set(run_suite(wb.target, tree, tests=files, timeout=suite_timeout(wb)).other_ids)
    return set(run.other_ids) - proved


def _with_joint_outcomes(wb: Workbench, run: SuiteRun) -> dict[TestId, Outcome]:
    """Return the outcomes; tests that count together keep the earlier ones if some fail in both."""
    known = wb.store.results()
    before = known.outcomes if known is not None else {}
    found = dict(run.outcomes)
    for tests in run.joined:
        earlier = {test: before[test] for test in tests if test in before and test in found}
        if any(one.status in ("failed", "error") and test in run.failing for test, one in earlier.items()):
            found |= earlier
    return found


_UNSTEADY: dict[Path, set[str]] = {}
"""By session folder: the places whose tests had other ids in another run of the baseline."""


def _passed_before(wb: Workbench) -> set[TestId]:
    known = wb.store.results()
    return known.passed_tests if known else set()


def results_of(
    wb: Workbench, run: SuiteRun, failures: list[Failure], measured: Iterable[TestId] | None = None
) -> SuiteResults:
    """Return the `test-results.json` of a full run, over the measured set of the baseline.

    It also holds the containment, the files that do not parse, the adapter's grade and the installed packages.
    """
    results = summarise(
        run.outcomes,
        measured=set(measured) if measured is not None else None,
        failures=failures,
        mode="full_suite",
        command=" ".join(run.command),
        duration=run.duration,
        collected_at=utc_now(),
    )
    known = wb.store.results()
    packages = run.packages or (known.packages if known is not None else "")
    grade = {"grade": run.grade, "grade_reason": run.grade_reason} if run.grade else {}
    left_out = {"left_out": known.left_out} if known is not None and known.left_out else {}
    findings = ("order_findings", "flaky_findings", "obsolete_tests")
    kept = {name: getattr(known, name) for name in findings} if known is not None else {}
    given = {"packages": packages, "build_seconds": run.build_seconds, **grade, **left_out, **kept}
    return results.model_copy(update={"containment": run.containment, "unparsed": run.unparsed, **given})


def ensure_coverage(wb: Workbench, commit: str) -> None:
    """Record the per-test coverage of a commit's content once.

    Only pytest's runner records coverage, so that a project without tests in Python has none.
    """
    if not wb.target.uses_interpreter:
        return
    target = wb.coverage_file(commit)
    if load_or_none(target) is None:
        record_coverage(wb, commit, target)


def record_coverage(
    wb: Workbench,
    commit: str,
    target: Path,
    tests: Sequence[TestId] | None = None,
    *,
    hash_seed: str = "0",
    aside: threading.Event | None = None,
) -> SuiteRun:
    """Record in a file the lines that all or some tests of a commit execute; return the run.

    aside: for a run beside other work: it reports no progress, and ends when this event is set.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    on_test = counting_tests(wb, f"{RUNNING} once more, to see which lines each one runs") if aside is None else None
    own_name = f"coverage-{commit[:12]}-{secrets.token_hex(3)}"  # parallel attempts may record the same commit
    with wb.worktree(own_name, commit) as tree:
        restore_test_side(wb, tree)
        run = run_suite(
            wb.target, tree, tests=tests, timeout=suite_timeout(wb), record_coverage=target, on_test=on_test,
            hash_seed=hash_seed, cancel=aside.is_set if aside is not None else None,
        )  # fmt: skip
    drop_oldest(target.parent)
    return run


class _StoredOpinions(Record):
    opinions: list[Opinion] = Field(default_factory=list)


def opinions_of(wb: Workbench) -> list[Opinion]:
    """The opinions so far, oldest first."""
    return (read_stored(wb, OPINIONS, _StoredOpinions) or _StoredOpinions()).opinions


def _with_stored_opinions(wb: Workbench, failures: Sequence[Failure]) -> list[Failure]:
    """The failures with the stored opinions of models."""
    return with_opinions(failures, opinions_of(wb))


def store_opinions(wb: Workbench, analysis: ChainAnswer) -> None:
    """Store the opinions in the analysis that counts, and add them to the session's present failures."""
    results = wb.results()
    said = opinions_in(analysis.answer.payload or {}, results.failures, analysis.tool)
    if not said or analysis.tool == BUILTIN:
        return
    known = opinions_of(wb)
    fresh = [one for one in said if one not in known]
    wb.store.write_sealed(OPINIONS, _StoredOpinions(opinions=[*known, *fresh]))
    wb.store.save_results(results.model_copy(update={"failures": _with_stored_opinions(wb, results.failures)}))

"""Phase 5, the fix cycle, as a state machine. Start reading here.

Every function takes a reference to a session, reads what it needs from the session's files, and is idempotent: called
again after a kill it continues where the work stopped. Dagster's ops call these functions one by one; `run` calls them
in a loop. Neither has any state of its own.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, ParamSpec, TypeVar

from testfix_pipeline.core.cycle_rules.decisions import Decision
from testfix_pipeline.core.errors import BudgetSpent, InternalError, MeasurementError, PipelineError, UnknownSession
from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.plan_records import Analysis, ContextPackage, GateReport, Generation
from testfix_pipeline.core.records import Attempt
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.execution.processes import scratch_folders
from testfix_pipeline.steps import completion, task_scheduling
from testfix_pipeline.steps.environment_recheck import measure_again
from testfix_pipeline.steps.generation import frozen_tests
from testfix_pipeline.steps.iteration import attempt as attempts
from testfix_pipeline.steps.iteration import iteration_plan, land_attempts, shared_attempts
from testfix_pipeline.steps.iteration.cycle_end import end_cycle
from testfix_pipeline.steps.iteration.session_agents import check_tools, record_for_search
from testfix_pipeline.steps.measurement.first_run import note_other_frameworks
from testfix_pipeline.steps.planning import layer_zero
from testfix_pipeline.steps.session import session_clock, session_spans, workbench
from testfix_pipeline.steps.session.generated_tests import may_generate
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.steps.session.progress_list import announce
from testfix_pipeline.steps.session.progress_listeners import publish
from testfix_pipeline.steps.session.session_ref import SessionRef as SessionRef
from testfix_pipeline.steps.session.sharing import shared_step, work_on
from testfix_pipeline.steps.session.step_journal import check_records
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.tools import model_tools
from testfix_pipeline.workspace.error_reports import pipeline_error

P = ParamSpec("P")
T = TypeVar("T")


def _reporting(work: Callable[P, T]) -> Callable[P, T]:
    """Raise any error of the work as a PipelineError with a next step: a full disk, or a bug."""

    @functools.wraps(work)
    def reporting(*arguments: P.args, **named: P.kwargs) -> T:
        ref = arguments[0] if arguments else None
        try:
            with session_spans.of_session(ref.key) if isinstance(ref, SessionRef) else nullcontext():
                return work(*arguments, **named)
        except PipelineError:
            raise
        except Exception as error:
            raise pipeline_error(error, ref.resume if isinstance(ref, SessionRef) else "") from error

    return reporting


def _shared(work: Callable[P, T]) -> Callable[P, T]:
    """Run the step on a shared session: fetch the session before, push after. Other sessions are not affected."""

    @functools.wraps(work)
    def shared(*arguments: P.args, **named: P.kwargs) -> T:
        ref = arguments[0] if arguments else None
        if not isinstance(ref, SessionRef) or ref.shared is None:
            return work(*arguments, **named)
        with shared_step(ref.shared, ref.owner):
            return work(*arguments, **named)

    return shared


def _step(work: Callable[P, T]) -> Callable[P, T]:
    """As `_reporting` and `_shared`, for a required step: a bug sets the session to failed; `resume` tries again."""
    reporting = _reporting(_shared(work))

    @functools.wraps(work)
    def step(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return reporting(*arguments, **named)
        except InternalError as error:
            if arguments and isinstance(arguments[0], SessionRef):
                fail(arguments[0], error)
            raise

    return step


def _pausing(work: Callable[P, T]) -> Callable[P, T]:
    """Pause the session if a step outside of the iterations raises BudgetSpent, and raise it again."""

    @functools.wraps(work)
    def step(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return work(*arguments, **named)
        except BudgetSpent as spent:
            ref = arguments[0]
            assert isinstance(ref, SessionRef)
            reason = completion.budget_spent_text(ref.open(), spent)
            pause(ref, reason)
            raise BudgetSpent(reason, spent.next_step) from spent

    return step


@_step
def start(launch: Mapping[str, Any], owner: str, taken: Collection[str] = ()) -> SessionRef:
    """Open a new session: `kind` in the launch is `fix` or `run`. Refusals come before anything is written.

    taken: ids of sessions that are used elsewhere.
    """
    check_tools(list(launch.get("agents") or []))
    scratch_folders.sweep()
    try:
        wb = workbench.open_session(dict(launch), owner, taken)
        model_tools.look_once(wb)
    except Exception:
        release(owner)
        raise
    session_clock.take_up(wb.store, owner)
    announce(wb, "measuring the baseline")
    return SessionRef(str(wb.project.root), wb.session_id, owner)


@_step
@_pausing
def gather_context(ref: SessionRef) -> ContextPackage:
    """Phase 2: gathers the context package of a `run`, with measured coverage if the project's tests run."""
    from testfix_pipeline.steps.planning import planning_phases  # takes a while to load

    wb = ref.open()
    package = planning_phases.gather_context(wb)
    announce(wb)
    return package


@_step
@_pausing
def analyse_tests(ref: SessionRef) -> Analysis:
    """Phase 3: writes TEST_ANALYSIS_RESULTS.md and the raw analysis."""
    from testfix_pipeline.steps.planning import planning_phases  # takes a while to load

    wb = ref.open()
    found = planning_phases.analyse_tests(wb)
    announce(wb)
    return found


@_step
@_pausing
def plan_tasks(ref: SessionRef) -> list[Task]:
    """Phase 4: writes and verifies the tasks and documents, and shows their summary. Phase 5 follows directly."""
    from testfix_pipeline.steps.planning import planning_phases  # takes a while to load

    wb = ref.open()
    tasks = planning_phases.plan_session(wb)
    announce(wb)
    publish(planning_phases.plan_summary(wb))
    return tasks


@_step
@_pausing
def generate_tests(ref: SessionRef) -> Generation:
    """Carry out IMPL-001. A `fix` has neither this task nor the gates, and skips them."""
    wb = ref.open()
    if not may_generate(wb):
        return Generation()
    from testfix_pipeline.steps.generation import test_generation  # takes a while to load

    made = test_generation.generate_tests(wb)
    announce(wb)
    return made


@_step
@_pausing
def validate_code(ref: SessionRef) -> GateReport:
    """Carry out IMPL-001.3, the gate for L0 and AI-code issues."""
    wb = ref.open()
    if not may_generate(wb):
        return GateReport(gate="IMPL-001.3", reason="not wanted")
    from testfix_pipeline.steps.generation import test_generation  # takes a while to load

    report = test_generation.validate_generated(wb)
    announce(wb)
    return report


@_step
@_pausing
def review_tests(ref: SessionRef) -> GateReport:
    """Carry out IMPL-001.5, the quality gate, with up to two more rounds of generation."""
    wb = ref.open()
    if not may_generate(wb):
        return GateReport(gate="IMPL-001.5", reason="not wanted")
    from testfix_pipeline.steps.generation import test_generation  # takes a while to load

    report = test_generation.review_generated(wb)
    announce(wb)
    return report


@_step
@_pausing
def measure(ref: SessionRef, changes: Mapping[str, Any] | None = None) -> Workbench:
    """Measure the baseline unless that is done; make a stopped session active again.

    `changes` may raise limits (`max_iterations`, `budget_seconds`...). If the suite can't be measured, the session
    fails. IMPL-002 begins here: its dependencies are carried out first, in the order of the queue.
    """
    wb = _take_up(ref, dict(changes or {}))
    model_tools.look_once(wb)
    layer_zero.note_missing_tools(wb)
    note_other_frameworks(wb)
    with _failing(ref):
        measure_again(wb)
        frozen_tests.measure_with_generated(wb)
        record_for_search(ref.open())  # opened again: now it has the hanging tests
    announce(wb)
    return wb


def _take_up(ref: SessionRef, changes: dict[str, Any]) -> Workbench:
    """Return the session, active and without leftovers of a dead owner."""
    wb = ref.open()
    try:
        if wb.session.status == "completed":
            if wb.session.baseline_commit:
                completion.complete(wb)  # completing may have been interrupted
            raise UnknownSession(f"Session {ref.session_id} is completed.", "Start a new one with `testfix fix`.")
        wb.mirror.sweep()
        scratch_folders.sweep()
        wb = workbench.prepare_again(wb)  # before any record is read: the journal may be another tool's
        check_records(wb)
        task_scheduling.reach_cycle(wb)
        if wb.session.status != "active" or changes:
            workbench.reopen(wb, changes)
            wb = ref.open()
    except Exception:
        wb.mirror.close()
        release(ref.owner)
        raise
    return wb


@contextmanager
def _failing(ref: SessionRef) -> Iterator[None]:
    """Set the session to failed if its tests can't be measured any more; a resume tries again."""
    try:
        yield
    except MeasurementError as error:
        fail(ref, error)
        raise


@_step
def plan(ref: SessionRef, number: int) -> list[str] | None:
    """Return the ids of the fix tasks of iteration `number`; None if the cycle is over."""
    wb = ref.open()
    try:
        with _failing(ref):
            tasks = iteration_plan.plan_iteration(wb, number)
    except BudgetSpent as spent:
        _end_for_budget(wb, spent)
        tasks = None
    announce(wb)
    if ref.shared is not None and tasks is not None:
        shared_attempts.offer_attempts(work_on(ref.shared), wb, tasks)
    return tasks


def _end_for_budget(wb: Workbench, spent: BudgetSpent) -> None:
    """End the cycle for this run; planned and open tasks remain for a resume."""
    end_cycle(wb, Decision("paused", completion.budget_spent_text(wb, spent)))


@_reporting
def attempt(ref: SessionRef, task_id: str) -> Attempt:
    """Carry out one fix task in its own worktree. An attempt that raises is repeated when its iteration settles.

    Raises BudgetSpent; settling then pauses the cycle.
    """
    wb = ref.open()
    return session_spans.traced_attempt(ref.key, task_id, lambda: attempts.carry_out(wb, task_id))


@_reporting
def work(ref: SessionRef, number: int) -> list[str]:
    """Carry out attempts of a shared iteration until none is open; return the tasks carried out here."""
    assert ref.shared is not None
    return shared_attempts.carry_out_open(work_on(ref.shared), ref.open, number)


@_step
def settle_iteration(ref: SessionRef, number: int) -> IterationRecord:
    """Land, roll back or leave the commits of an iteration's attempts."""
    wb = ref.open()
    shared = work_on(ref.shared) if ref.shared is not None else None
    claims = shared_attempts.gather_attempts(shared, ref.open, number) if shared is not None else []
    try:
        record = land_attempts.close_iteration(wb, number)
        if shared is not None:
            shared_attempts.conclude_attempts(shared, claims)
    except BudgetSpent as spent:
        if shared is not None:
            shared_attempts.reopen_attempts(shared, claims)
        _end_for_budget(wb, spent)
        record = wb.state().iteration(number)
    session_spans.iteration_span(ref.key, record)
    announce(wb)
    return record


@_step
@_pausing
def finish(ref: SessionRef) -> dict[str, Any]:
    """Run the iterations after those that the caller unrolled, then close. Returns the result."""
    iterations = ref.open().state().iterations
    number = len(iterations) if iterations and iterations[-1].completed_at is None else len(iterations) + 1
    while (tasks := plan(ref, number)) is not None:
        for task_id in tasks if ref.shared is None else ():  # `settle_iteration` carries out those of a shared session
            with suppress(BudgetSpent):
                attempt(ref, task_id)
        settle_iteration(ref, number)
        number += 1
    wb = ref.open()
    found = completion.complete(wb)
    if ref.shared is None:  # a shared session is archived where it was opened
        found = completion.archive_completed(wb, found, ref.owner)
    session_spans.session_span(ref.key, wb.session.created_at, found)
    _leave(ref)
    return found


def _leave(ref: SessionRef) -> None:
    """Release the session, so that another run can continue it."""
    release(ref.owner)
    if ref.shared is not None:
        work_on(ref.shared).is_left = True


@_step
def pause(ref: SessionRef, reason: str = "Stopped by the user.") -> dict[str, Any]:
    """Pause the session of a stopped run: its results stay, and `resume` continues. Returns the result."""
    found = completion.pause(ref.open(), reason)
    _leave(ref)
    return found


def fail(ref: SessionRef, why: PipelineError) -> None:
    """Close a session as failed. Errors in here are ignored: `why` is the error that the user needs."""
    with suppress(Exception):
        _fail(ref, why)
    release(ref.owner)


@_shared
def _fail(ref: SessionRef, why: PipelineError) -> None:
    wb = ref.open()
    if wb.session.status in ("planning", "active"):
        wb.set_status("failed", error=str(why), next_step=why.next_step)
        announce(wb, str(why))
    wb.mirror.close()
    _leave(ref)


@_step
def run(launch: Mapping[str, Any], owner: str | None = None) -> dict[str, Any]:
    """Run the whole cycle in this process, without Dagster. Returns the result."""
    ref = start(launch, owner or f"process-{os.getpid()}")
    try:
        if launch.get("kind") == "run":
            plan_tasks(ref)
            generate_tests(ref), validate_code(ref), review_tests(ref)
        measure(ref)
        return finish(ref)
    except BudgetSpent:
        return completion.stored_result(ref.store)

"""Carries out one attempt at a fix task: a worker changes its own worktree; our runs judge the change."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.gate import SHARE
from testfix_pipeline.core.agent_protocol.protocol import FixAnswer, FixRequest
from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.errors import MACHINE, BudgetSpent, MachineError, ProjectError
from testfix_pipeline.core.records import Attempt, AttemptOutcome
from testfix_pipeline.core.task_records import Task, TaskContext, UnjudgedPatch
from testfix_pipeline.steps.iteration.attempt_confidence import AttemptConfidence, assess_confidence
from testfix_pipeline.steps.iteration.attempt_journal import attempt_file, derived_attempt, run_file, stored_attempt
from testfix_pipeline.steps.iteration.judgement import Judgement, judge_change
from testfix_pipeline.steps.iteration.near_miss import (
    KEPT,
    WORTH_IT,
    apply_patch,
    change_around,
    derived_task,
    is_near_miss,
)
from testfix_pipeline.steps.iteration.refusals import describe, refusal_of, size_refusals
from testfix_pipeline.steps.iteration.repeated_changes import find_same_change, repeated_reason
from testfix_pipeline.steps.iteration.session_agents import (
    Agent,
    fix_purpose,
    fix_workers,
    record_work,
    recorded_work,
    repeat_work,
    why_failed,
)
from testfix_pipeline.steps.measurement.concurrent_runs import store_confirming_run
from testfix_pipeline.steps.planning.layer_zero import added_findings
from testfix_pipeline.steps.session.spending import RUNS_OF_AN_ITERATION, seconds_left, suite_seconds
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.tools.shown_files import files_for_fix
from testfix_pipeline.workspace.error_reports import pipeline_error

# The least search time of a hypothesis in seconds, however quickly another one succeeded.
LEAST_COMPARISON = 5.0
# The time of a judgement beside the suite's runs: worktrees, commits, interpreter start (measured: .3 to 1 s).
JUDGING_S = 1.0
LEAST_SEARCH_S = 1.0
# Makes a change in a worktree of a commit, and returns the answer and the tool.
Make = Callable[[Path, str], tuple[FixAnswer, str]]


def carry_out(wb: Workbench, task_id: str) -> Attempt:
    """Carry out one fix task and return its attempt.

    Returns a journalled attempt without repeating it. What the engine makes of a model's failed change is another
    attempt, which is journalled beside it. Expected failures don't raise.
    """
    done = stored_attempt(wb, task_id)
    if done is None:
        task = wb.store.task(task_id)
        wb.store.save_task(task.model_copy(update={"status": "in_progress"}))
        done = _journalled_attempt(wb, task, partial(_make_change, wb, task))
    if done.result not in WORTH_IT or derived_attempt(wb, task_id) is not None:
        return done  # attempts of other tools need not have a task any more
    task = wb.store.task(task_id)
    if is_near_miss(wb, task, done):
        _journalled_attempt(wb, derived_task(task), partial(change_around, wb, task, done))
    return done


def _journalled_attempt(wb: Workbench, task: Task, make: Make) -> Attempt:
    started = time.monotonic()
    done = _attempt_in_worktree(wb, task, make)
    done = done.model_copy(update={"duration": round(time.monotonic() - started, 3)})
    wb.store.write_sealed(attempt_file(task.id), done)
    return done


def tip_before(wb: Workbench, task: Task) -> str:
    """Return the commit that the iteration of a task started from."""
    number = task.meta.iteration
    record = wb.state().iteration(number)
    return record.tip_before or wb.mirror.tip


def _attempt_in_worktree(wb: Workbench, task: Task, make: Make) -> Attempt:
    commit = tip_before(wb, task)
    with wb.worktree(task.id, commit) as tree:
        try:
            answer, tool = make(tree, commit)
        except (MachineError, ProjectError, BudgetSpent):  # not a worker's fault; a resume may succeed
            raise
        except Exception as error:  # the cycle continues and reports any worker's error
            if isinstance(error, OSError) and error.errno in MACHINE:
                raise
            said = f"the worker failed: {pipeline_error(error)}"
            return _record(wb, task, FixAnswer("blocked", note=said), "error", said)
        # the task with the tool that made the change, which may differ from the planner's
        mine = task.model_copy(update={"meta": task.meta.model_copy(update={"tool": tool})})
        if answer.interrupted:
            _store_unjudged(wb, mine, wb.mirror.diff(tree), answer)
            raise KeyboardInterrupt
        return _judge_change(wb, mine, tree, commit, answer)


def _make_change(wb: Workbench, task: Task, tree: Path, commit: str) -> tuple[FixAnswer, str]:
    """Make the change in the worktree.

    Returns the answer and the tool. Uses the analysis' own patch if it applies; otherwise the first available worker,
    beginning with the tool that planned the task.
    """
    planner = task.meta.tool
    found = task.context.unjudged_patch
    if found and not found.derived and apply_patch(wb, tree, found.patch):
        return FixAnswer("complete", **found.model_dump(include=KEPT)), found.tool
    strategy = task.context.fix_strategy
    if strategy.patch and apply_patch(wb, tree, strategy.patch):
        answer = FixAnswer("complete", note="the patch of the analysis", confidence=strategy.confidence_score)
        return answer, planner
    where = fix_purpose(task)
    for make in fix_workers(wb, planner, commit, where):
        worker = make()
        answer = _ask_worker(wb, worker, task, tree, commit)
        if answer.interrupted or not why_failed(wb, worker, where, answer):
            break
        wb.mirror.reset(tree, commit)
    return answer, worker.name


def _ask_worker(wb: Workbench, worker: Agent, task: Task, tree: Path, commit: str) -> FixAnswer:
    """Return the answer of one worker, asked again after an error; in a replay its recorded work."""
    where = fix_purpose(task)
    recorded = recorded_work(wb, worker, where)
    if recorded is not None:
        answer = repeat_work(recorded, tree)
    else:
        try:
            answer = worker.fix(_request(wb, task, tree, worker))
        except Exception:
            wb.mirror.reset(tree, commit)
            answer = worker.fix(_request(wb, _simplify(task), tree, worker))
    record_work(wb, worker, where, tree, answer)
    return answer


def _request(wb: Workbench, task: Task, tree: Path, worker: Agent) -> FixRequest:
    is_builtin = worker.name == BUILTIN
    left = _seconds_to_search(wb) if is_builtin else 0.0
    seconds = min(_search_seconds(wb, task), left) if is_builtin else _model_seconds(wb)
    return FixRequest(
        task=task,
        tree=tree,
        results=wb.results(),
        history=wb.store.history(),
        paths={} if is_builtin else files_for_fix(wb, task),
        session_id=wb.session_id,
        seconds=seconds,
        stretch=left / seconds if is_builtin else 1.0,
    )


def _model_seconds(wb: Workbench) -> float:
    """Return the seconds that a model may work on a fix: its own limit, or a share of the time left if that is less."""
    return min(wb.config.fix_seconds, SHARE * seconds_left(wb))


def _seconds_to_search(wb: Workbench) -> float:
    """Return the seconds left without those that judging a patch takes. Raises BudgetSpent if too few are left."""
    judging = JUDGING_S + RUNS_OF_AN_ITERATION * suite_seconds(wb.results())
    left = seconds_left(wb) - judging
    if left < LEAST_SEARCH_S:
        raise BudgetSpent(
            f"The budget is spent: {seconds_left(wb):.0f} s are left, and judging a patch takes {judging:.0f} s."
        )
    return left


def _search_seconds(wb: Workbench, task: Task) -> float:
    """Return the worker's search time in seconds; less after another hypothesis has fixed all of its targets.

    The remaining hypotheses are tried for comparison, for at most twice the time of the successful one.
    """
    given = task.context.search.seconds
    if task.meta.strategy != "exploratory":
        return given
    record = wb.state().iteration(task.meta.iteration)
    done = [stored_attempt(wb, other) for other in record.fix_tasks if other != task.id]
    good = [
        one.duration
        for one in done
        if one is not None and not one.doubtful and set(one.target_tests) <= set(one.newly_passing)
    ]
    return min([given, *(max(LEAST_COMPARISON, 2 * seconds) for seconds in good)])


def _simplify(task: Task) -> Task:
    """Return the task with only the parts of its context that a fix needs."""
    known = task.context
    context = TaskContext(
        failure_context=known.failure_context,
        fix_strategy=known.fix_strategy,
        search=known.search,
        proposal_key=known.proposal_key,
    )
    return task.model_copy(update={"context": context})


def _judge_change(wb: Workbench, task: Task, tree: Path, commit: str, answer: FixAnswer) -> Attempt:
    changes = wb.mirror.changes(tree)
    if not changes:
        return _record(wb, task, answer, "nothing_found", answer.note or "the worker changed nothing")
    large = "; ".join(map(describe, size_refusals(wb, changes)))
    if large:
        return _record(wb, task, answer, "refused", large)
    paths = [change.path for change in changes]
    patch = wb.mirror.diff(tree, paths)
    earlier = find_same_change(wb, task, patch)
    if earlier is not None:
        return _record(wb, task, answer, "repeated", repeated_reason(earlier), patch=patch, repeats=earlier.task_id)
    refused = refusal_of(wb, tree, changes, task.context.failure_context.failed_tests)
    if refused:
        return _record(wb, task, answer, "refused", refused, patch=patch)
    kept = wb.mirror.commit(tree, f"test-cycle: attempt {task.id} ({task.meta.strategy})", paths=paths)
    wb.mirror.keep(kept, task.id)
    wb.mirror.reset(tree, kept, ignored=True)  # judge only what would land, without other files
    wb.prepare(tree)
    with _storing_unjudged(wb, task, patch, answer):
        judged = judge_change(wb, task, tree, commit, changes)
    if judged.run is not None:
        wb.store.write_sealed(run_file(task.id), judged.run)
    if judged.confirmed is not None:
        store_confirming_run(wb, kept, judged.confirmed)
    static = added_findings(wb, tree, commit, changes) if judged.verdict.accepted and not judged.fault else []
    weighed = assess_confidence(wb, task, tree, changes, judged, answer, static)
    found = _record_judged(wb, task, replace(answer, confidence=weighed.confidence), judged, weighed)
    about = {"patch": patch, "commit": kept, "changed_files": paths}
    return found.model_copy(update={**about, "static_findings": [finding.describe() for finding in static]})


def _record_judged(
    wb: Workbench, task: Task, answer: FixAnswer, judged: Judgement, weighed: AttemptConfidence
) -> Attempt:
    """Return the record of an attempt whose tests were run."""
    outcome: AttemptOutcome = "error" if judged.fault else "refused" if judged.refused else judged.verdict.outcome
    if outcome == "landed":
        # An acceptable attempt is "left_out" until `settle` has chosen among all attempts of the iteration.
        outcome = "lead" if weighed.held_back else "left_out"
    return _record(
        wb,
        task,
        answer,
        outcome,
        judged.fault or weighed.reason or judged.verdict.reason,
        acceptable=outcome == "left_out",
        doubtful=outcome == "lead" and weighed.held_back,
        doubts=list(weighed.doubts),
        pass_rate_after=judged.rate,
        newly_passing=list(judged.verdict.newly_passing),
        newly_failing=list(judged.verdict.newly_failing),
        affected_tests=list(judged.affected),
        selection=judged.selection,
        selection_missed=list(judged.missed),
    )


@contextmanager
def _storing_unjudged(wb: Workbench, task: Task, patch: str, answer: FixAnswer) -> Iterator[None]:
    """Store the patch with its task if the budget, or the user, ends the run before it is judged."""
    try:
        yield
    except BaseException as error:
        if isinstance(error, BudgetSpent) or not isinstance(error, Exception):
            _store_unjudged(wb, task, patch, answer)
        raise


def _store_unjudged(wb: Workbench, task: Task, patch: str, answer: FixAnswer) -> None:
    """Store a patch with its task, or the one that it is derived from; a resume judges it first."""
    if not patch:
        return
    origin, known = task.meta.derived_from, {name: getattr(answer, name) for name in KEPT}
    found = UnjudgedPatch(patch=patch, tool=task.meta.tool, derived=bool(origin), **known)
    kept = wb.store.task(origin or task.id)
    context = kept.context.model_copy(update={"unjudged_patch": found})
    wb.store.save_task(kept.model_copy(update={"context": context}))


def _record(
    wb: Workbench, task: Task, answer: FixAnswer, result: AttemptOutcome, reason: str, **fields: Any
) -> Attempt:
    strategy = task.context.fix_strategy
    return Attempt(
        iteration=task.meta.iteration,
        task_id=task.id,
        strategy=task.meta.strategy,
        tool=task.meta.tool,
        derived_from=task.meta.derived_from,
        target_tests=task.context.failure_context.failed_tests,
        root_causes=strategy.root_causes,
        modification_points=strategy.modification_points,
        confidence=answer.confidence,
        pass_rate_before=task.context.failure_context.pass_rate,
        result=result,
        reason=reason,
        proposal=answer.proposal,
        candidates_tried=answer.candidates_tried,
        note=answer.note,
        exhausted=answer.exhausted,
        shares=task.context.search.shares,
        tree=wb.mirror.tree_hash(tip_before(wb, task)),
        proposal_key=task.context.proposal_key,
        details=answer.details,
        hypothesis=strategy.hypothesis,
    ).model_copy(update=fields)

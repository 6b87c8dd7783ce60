"""Closes an iteration: chooses among its attempts, lands or rolls back, writes the journal.

The journal decides, not the scheduler: planned attempts without a record are run here. The branch's copies of state and
results are checkpoints: if a kill left the branch ahead of the journal, the journal is completed from them, so that a
landed fix is never repeated.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from testfix_pipeline.core.checksummed_file import unseal
from testfix_pipeline.core.cycle_rules.results import format_rate
from testfix_pipeline.core.cycle_rules.strategy import stuck_tests
from testfix_pipeline.core.errors import MeasurementError, ProjectError
from testfix_pipeline.core.iteration_records import IterationRecord, IterationState
from testfix_pipeline.core.records import Attempt, SuiteResults, SuiteRun, utc_now
from testfix_pipeline.steps.iteration.attempt import carry_out
from testfix_pipeline.steps.iteration.attempt_journal import derived_attempt, run_file
from testfix_pipeline.steps.iteration.judgement import has_fallen, verdict_of
from testfix_pipeline.steps.iteration.repeated_changes import mark_repeats
from testfix_pipeline.steps.measurement.baseline import baseline_run
from testfix_pipeline.steps.measurement.suite_measurement import (
    LOG,
    build_failures,
    prove_flakes,
    results_of,
    run_tests,
)
from testfix_pipeline.steps.reports.summaries import write_iteration_summary
from testfix_pipeline.steps.reports.who_answered import call_lines, fix_answers, note_answers
from testfix_pipeline.steps.session.generated_tests import (
    contradicted_tests,
    fulfilled_tests,
    keep_generation,
    settle,
    without,
)
from testfix_pipeline.steps.session.spending import touch_clock
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import FIX_TASK, Workbench, parallel_id

RESULTS = ".process/test-results.json"
STATE = ".process/iteration-state.json"
_WORD = re.compile(r"\w+|[^\w\s]+")


@dataclass(frozen=True)
class LandingChoice:
    """The decision on an iteration: attempts to land with their full run, or the regressed attempt, or neither."""

    winners: tuple[Attempt, ...] = ()
    run: SuiteRun | None = None
    regressed: Attempt | None = None


def close_iteration(wb: Workbench, number: int) -> IterationRecord:
    """Close iteration `number` and return its record. May be repeated."""
    state = touch_clock(wb)
    record = state.iteration(number)
    if record.completed_at:
        return record
    own = [carry_out(wb, task_id) for task_id in record.fix_tasks]
    around = filter(None, (derived_attempt(wb, task_id) for task_id in record.fix_tasks))
    attempts = mark_repeats([*own, *around])
    # the fixes are made: the next action is to decide by their runs
    wb.store.save_state(wb.state().model_copy(update={"next_action": "retest", "current_task": FIX_TASK}))
    if wb.mirror.tip != record.tip_before:
        return _close_from_branch(wb, record, attempts)
    choice = _choose(wb, record, attempts)
    if choice.run is not None:
        return _land(wb, record, attempts, choice.winners, choice.run)
    if choice.regressed is not None:
        return _roll_back(wb, record, attempts, choice.regressed)
    results = wb.results()
    return _write_closed(wb, _closed_record(record, "no_gain", results), results, attempts)


def _choose(wb: Workbench, record: IterationRecord, attempts: Sequence[Attempt]) -> LandingChoice:
    acceptable = sorted((one for one in attempts if one.acceptable), key=_rank_key)
    if record.strategy == "aggressive" and acceptable:
        return _choose_merge(wb, record, acceptable)
    if acceptable:
        return LandingChoice((acceptable[0],), _full_run(wb, acceptable[0]))
    return LandingChoice(regressed=_find_regressed(wb, attempts))


def _rank_key(one: Attempt) -> tuple[float, float, int, str]:
    """Return the sort key of an attempt: best pass rate, then higher confidence, smaller change, the task's name."""
    return (-(one.pass_rate_after or 0.0), -one.confidence, _changed_words(one.patch), one.task_id)


def _changed_words(patch: str) -> int:
    """Return how many words and signs a patch takes away and adds: two for another operator in a long line."""
    lines = [line for line in patch.splitlines() if not line.startswith(("---", "+++"))]
    old, new = (Counter(_WORD.findall("\n".join(one[1:] for one in lines if one[:1] == sign))) for sign in "-+")
    return (old - new).total() + (new - old).total()


def _full_run(wb: Workbench, one: Attempt) -> SuiteRun:
    """Return the full run that judged an attempt; repeat it if it was lost."""
    known = read_stored(wb, run_file(one.task_id), SuiteRun)
    if known is not None:
        return known
    with wb.worktree(f"again-{one.task_id}", one.commit) as tree:
        run = run_tests(wb, tree)
    if run.fault is not None:
        raise MeasurementError(f"The attempt {one.task_id} can't be measured again: {run.fault.message}", "Resume.")
    return run


def _find_regressed(wb: Workbench, attempts: Sequence[Attempt]) -> Attempt | None:
    """Return the best measured attempt at a task if it fell by more than ten points in a full run; else None."""
    own = [one for one in attempts if not one.derived_from]
    measured = sorted((one for one in own if one.pass_rate_after is not None and one.commit), key=_rank_key)
    return measured[0] if measured and _has_fallen(wb, measured[0]) else None


def _has_fallen(wb: Workbench, one: Attempt) -> bool:
    return wb.store.path(run_file(one.task_id)).exists() and has_fallen(wb, _full_run(wb, one))


def _regressed_origins(wb: Workbench, attempts: Sequence[Attempt], winners: Sequence[Attempt]) -> list[Attempt]:
    """Return the attempts that fell and that the engine found a winner around."""
    origins = {one.derived_from for one in winners}
    return [one for one in attempts if one.task_id in origins and _has_fallen(wb, one)]


def _choose_merge(wb: Workbench, record: IterationRecord, acceptable: list[Attempt]) -> LandingChoice:
    """Merge the fixes, largest gain first, without conflicting ones; the full suite judges the merge.

    If the merge is not acceptable, the fixes are judged one by one, and the first good one lands.
    """
    alone = [[one] for one in acceptable] if len(acceptable) > 1 else []
    for group in [acceptable, *alone]:
        with wb.worktree(f"merge-{record.iteration}", record.tip_before) as tree:
            merged = _apply_all(wb, tree, record.tip_before, group)
            run = run_tests(wb, tree)
            if run.fault is None and verdict_of(wb, tree, wb.results().outcomes, run.outcomes).accepted:
                return LandingChoice(tuple(merged), run)
    return LandingChoice()


def _apply_all(wb: Workbench, tree: Path, base: str, group: Sequence[Attempt]) -> list[Attempt]:
    """Apply the commits of attempts to a worktree; returns the attempts that could be applied."""
    return [one for one in group if wb.mirror.apply_patch(tree, wb.mirror.source_diff(base, str(one.commit))) is None]


def _apply_again(wb: Workbench, tree: Path, base: str, group: Sequence[Attempt]) -> None:
    """Apply attempts that applied before. Raises ProjectError if one no longer applies."""
    done = {one.task_id for one in _apply_all(wb, tree, base, group)}
    missing = sorted({one.task_id for one in group} - done)
    if missing:
        raise ProjectError(
            f"The fix of {', '.join(missing)} does not go onto {base[:12]} any more.", "Run `testfix resume`."
        )


def _land(
    wb: Workbench, record: IterationRecord, attempts: Sequence[Attempt], winners: Sequence[Attempt], run: SuiteRun
) -> IterationRecord:
    before = wb.results().outcomes
    gone, fulfilled = contradicted_tests(wb, before, run), fulfilled_tests(wb, before, run)
    run = run.model_copy(update={"outcomes": {t: o for t, o in run.outcomes.items() if t not in gone}})
    fields = {"winners": [one.task_id for one in winners], "withdrawn_tests": sorted(gone)}
    fields |= _fallen_fields(_regressed_origins(wb, attempts, winners))
    left, judged = None, _judged_commit(wb, record, winners)
    if judged and not (gone or fulfilled or run.failing):
        results = results_of(wb, run, [], measured=baseline_run(wb).outcomes)
        closed = _closed_record(record, "landed", results, **fields)
        message, extra = _message(record, results.pass_rate), _checkpoint(wb, closed, results)
        commit = wb.mirror.commit_content(judged, record.tip_before, message, extra)
    else:
        with wb.worktree(f"land-{record.iteration}", record.tip_before) as tree:
            _apply_again(wb, tree, record.tip_before, winners)
            left = settle(wb, tree, gone, fulfilled) if gone or fulfilled else None
            results = measured_results(wb, tree, run)
            closed = _closed_record(record, "landed", results, **fields)
            commit = wb.mirror.commit(tree, _message(record, results.pass_rate), _checkpoint(wb, closed, results))
    wb.mirror.land(commit)
    wb.store.write_text(LOG, run.log)
    if left is not None:
        keep_generation(wb, left)
        wb.freeze(commit)
    return _write_closed(wb, closed, results, attempts, commit)


def _judged_commit(wb: Workbench, record: IterationRecord, winners: Sequence[Attempt]) -> str:
    """Return the commit of the only winner if it was made on the branch's tip; "" if there is none."""
    commit = str(winners[0].commit or "") if len(winners) == 1 else ""
    return commit if commit and wb.mirror.parent(commit) == record.tip_before else ""


def _fallen_fields(fallen: Sequence[Attempt]) -> dict[str, Any]:
    """Return the fields of an iteration's record that tell of models' regressions beside what landed."""
    if not fallen:
        return {}
    rate = max(one.pass_rate_after or 0.0 for one in fallen)
    return {"regression_detected": True, "regressed": [one.task_id for one in fallen], "best_attempt_rate": rate}


def _message(record: IterationRecord, after: float) -> str:
    rates = f"{format_rate(record.pass_rate)}% → {format_rate(after)}%"
    return f"test-cycle: iteration {record.iteration} - {record.strategy} strategy (pass: {rates})"


def measured_results(wb: Workbench, tree: Path, run: SuiteRun) -> SuiteResults:
    before = wb.results()
    passed_before = before.passed_tests
    fresh = run.failing - {failure.test for failure in before.failures}
    failures = build_failures(wb, tree, run.outcomes, passed_before, prove_flakes(wb, tree, fresh, run.outcomes))
    return results_of(wb, run, failures, measured=baseline_run(wb).outcomes)


def _roll_back(wb: Workbench, record: IterationRecord, attempts: Sequence[Attempt], fallen: Attempt) -> IterationRecord:
    """Land the attempt's commit and its revert, so that the branch shows both."""
    number, after, results = record.iteration, fallen.pass_rate_after or 0.0, wb.results()
    closed = _closed_record(record, "regression", results, winners=[fallen.task_id])
    closed = closed.model_copy(update={"regression_detected": True, "best_attempt_rate": after})
    with wb.worktree(f"land-{number}", record.tip_before) as tree:
        _apply_again(wb, tree, record.tip_before, [fallen])
        landed = wb.mirror.commit(tree, _message(record, after))
    rates = f"{format_rate(after)}% < {format_rate(record.pass_rate)}%"
    message = f"test-cycle: rollback iteration {number} - regression detected (pass: {rates})"
    wb.mirror.land(wb.mirror.revert_commit(landed, message, _checkpoint(wb, closed, results)))
    return _write_closed(wb, closed, results, attempts, landed)


def _closed_record(record: IterationRecord, result: str, results: SuiteResults, **fields: Any) -> IterationRecord:
    update = {"result": result, "pass_rate_after": results.pass_rate, "completed_at": utc_now(), **fields}
    return record.model_copy(update=update)


def _with_closed(state: IterationState, closed: IterationRecord, results: SuiteResults) -> IterationState:
    """Return the journal with an iteration closed by these results; its stuck tests are those that still fail."""
    others = [record for record in state.iterations if record.iteration != closed.iteration]
    iterations = [*others, closed]
    failing = {failure.test: failure.signature for failure in results.failures}
    update = {
        "iterations": iterations,
        "stuck_tests": sorted(stuck_tests(iterations, failing)),
        "current_task": FIX_TASK,
    }
    return state.model_copy(update={**update, "next_action": "retest"})


def _checkpoint(wb: Workbench, closed: IterationRecord, results: SuiteResults) -> dict[str, bytes]:
    """The contents of the branch's copies of results and state, by their paths in the repository."""
    state = _with_closed(wb.state(), closed, results)
    return {
        wb.session_path(RESULTS): results.as_json(indent=1).encode(),
        wb.session_path(STATE): state.as_json(indent=1).encode(),
    }


def _close_from_branch(wb: Workbench, record: IterationRecord, attempts: Sequence[Attempt]) -> IterationRecord:
    """Close the iteration with state and results from the branch's tip, which is ahead of the journal."""
    tip = wb.mirror.tip
    state = unseal(wb.mirror.read(tip, wb.session_path(STATE)) or b"", IterationState)
    results = unseal(wb.mirror.read(tip, wb.session_path(RESULTS)) or b"", SuiteResults)
    if state is None or results is None:
        raise _foreign_commits_error(wb)
    closed = next((one for one in state.iterations if one.iteration == record.iteration and one.completed_at), None)
    if closed is None:
        raise _foreign_commits_error(wb)
    commit = wb.mirror.log()[-2][0] if closed.result == "regression" else tip
    if closed.withdrawn_tests:
        keep_generation(wb, without(wb, closed.withdrawn_tests))
        wb.freeze(tip)
    return _write_closed(wb, closed, results, attempts, commit)


def _foreign_commits_error(wb: Workbench) -> ProjectError:
    return ProjectError(
        f"The session's branch {wb.session.branch} holds commits that are not the session's.",
        "Move them to a branch of their own, put this one back to where it was and resume.",
    )


def _write_closed(
    wb: Workbench,
    closed: IterationRecord,
    results: SuiteResults,
    attempts: Sequence[Attempt],
    commit: str | None = None,
) -> IterationRecord:
    """Write the closed iteration: results, history, tasks, summary, and the state last."""
    wb.store.save_results(results)
    known = {one.task_id for one in wb.store.history().attempts}
    final = [_final_attempt(one, closed, commit) for one in attempts]
    for one in final:
        if one.task_id not in known:
            wb.store.append_attempt(one)
    landed = {one.derived_from or one.task_id for one in final if one.result == "landed"}
    for task in map(wb.store.task, closed.fix_tasks):
        wb.store.save_task(task.model_copy(update={"status": "completed" if task.id in landed else "blocked"}))
    if closed.strategy == "exploratory":
        parallel = wb.store.task(parallel_id(closed.iteration))
        wb.store.save_task(parallel.model_copy(update={"status": "completed"}))
    write_iteration_summary(wb, closed, final)
    note_answers(wb, closed.iteration, fix_answers(closed, final, call_lines(wb.store)))
    wb.store.save_state(_with_closed(wb.state(), closed, results))
    return closed


def _final_attempt(one: Attempt, closed: IterationRecord, commit: str | None) -> Attempt:
    if one.task_id in closed.regressed:  # it never was on the branch
        return one.model_copy(update={"result": "regression", "rolled_back": True})
    if one.task_id not in closed.winners:
        return one
    rolled_back = closed.result == "regression"
    result = "regression" if rolled_back else "landed"
    return one.model_copy(update={"result": result, "commit": commit, "rolled_back": rolled_back})

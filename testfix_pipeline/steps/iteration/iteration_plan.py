"""Plans an iteration: decides, chooses the strategy, has the failures analysed, writes the fix tasks."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from testfix_pipeline.agents.hypotheses import without_repetitions
from testfix_pipeline.agents.tool_chain import ChainAnswer
from testfix_pipeline.core.agent_protocol.answer_refusal import is_concrete
from testfix_pipeline.core.agent_protocol.opinions import doubted_last
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer, AnalysisRequest
from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.cycle_rules.decisions import decide
from testfix_pipeline.core.cycle_rules.results import results_counts
from testfix_pipeline.core.cycle_rules.strategy import REQUIREMENTS, choose_strategy, mostly_stuck, stuck_tests
from testfix_pipeline.core.cycle_rules.triage import code_failures
from testfix_pipeline.core.cycle_rules.unparsed_files import unparsed_clusters_first
from testfix_pipeline.core.iteration_records import IterationRecord, IterationState
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import Attempt, utc_now
from testfix_pipeline.core.session_parts import RefusedAnswer
from testfix_pipeline.core.signatures import clusters
from testfix_pipeline.core.task_records import FixStrategy, Task
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.explanation.abstention import with_joined_clusters
from testfix_pipeline.steps.iteration import cycle_end
from testfix_pipeline.steps.iteration.abstaining import abstained_tests, announcement, lacking_of, why_abstain
from testfix_pipeline.steps.iteration.fix_tasks import fix_tasks, parallel_task
from testfix_pipeline.steps.iteration.session_agents import ask_chain
from testfix_pipeline.steps.iteration.targets import (
    ALTERNATIVES,
    ClusterTarget,
    clusters_by_test,
    pick_targets,
    tried_stuck_tests,
)
from testfix_pipeline.steps.measurement.suite_measurement import opinions_of, store_opinions
from testfix_pipeline.steps.reports.iteration_documents import write_analysis, write_failures, write_strategy
from testfix_pipeline.steps.reports.who_answered import analysis_answers, call_lines, note_answers
from testfix_pipeline.steps.session.progress_list import note
from testfix_pipeline.steps.session.situation import Situation
from testfix_pipeline.steps.session.spending import seconds_left, touch_clock
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.tools.shown_files import files_for_analysis


def plan_iteration(wb: Workbench, number: int) -> list[str] | None:
    """Return the ids of the fix tasks of iteration `number`, None if the cycle is over. May be repeated."""
    state = touch_clock(wb)
    if state.next_action == "complete" and (_is_paused(state) or not _has_open_iteration(state)):
        return None
    planned = next((record for record in state.iterations if record.iteration == number), None)
    if planned is not None:
        return planned.fix_tasks
    decision = cycle_end.decide_confirmed(wb, state)
    if decision.kind != "next_iteration":
        cycle_end.end_cycle(wb, decision)
        return None
    with ExitStack() as closing:
        checkout = functools.cache(lambda: closing.enter_context(wb.worktree(f"analysis-{number}")))
        return _plan_situation(wb, _situation(wb, number, checkout))


def _is_paused(state: IterationState) -> bool:
    return state.decision is not None and state.decision.kind == "paused"


def _has_open_iteration(state: IterationState) -> bool:
    return bool(state.iterations) and state.iterations[-1].completed_at is None


def _situation(wb: Workbench, number: int, checkout: Callable[[], Path]) -> Situation:
    state, results = wb.state(), wb.results()
    failures = cycle_end.requested_failures(wb, code_failures(results.failures))
    attempts, tree = wb.store.history().attempts, wb.mirror.tree_hash(wb.mirror.tip)
    given_up = abstained_tests(attempts, state, tree)
    failures = [one for one in failures if one.test not in given_up] or failures
    counts = results_counts(results)
    strategy, reason = choose_strategy(
        state.iterations, iteration=number, passed=counts.passed, failing=counts.failing, failures=failures
    )
    stuck_now = stuck_tests(state.iterations, {failure.test: failure.signature for failure in failures})
    missed = tried_stuck_tests(stuck_now, attempts)
    stuck_in_vain = mostly_stuck({test: stuck_now[test] for test in missed}, counts.failing)
    groups = doubted_last(
        clusters_by_test(failures) if stuck_in_vain else clusters(failures), opinions_of(wb), failures
    )
    lacking = lacking_of(wb, number, failures, checkout)
    groups = unparsed_clusters_first(with_joined_clusters(groups, lacking), failures)
    abstained = all(failure.test in given_up for failure in failures)
    return Situation(
        number, state, results, failures, strategy, reason, stuck_now, groups, attempts, tree, stuck_in_vain, checkout,
        lacking, abstained,
    )  # fmt: skip


def _plan_situation(wb: Workbench, now: Situation) -> list[str] | None:
    lead = cycle_end.accepted_lead(wb, now.attempts, {failure.test for failure in now.failures})
    if lead is not None:
        now = replace(now, strategy="conservative", reason=cycle_end.REASON)
        targets, analysis = [ClusterTarget(cycle_end.cluster_of(lead, now.failures), 0)], cycle_end.analysis_of(lead)
    else:
        targets = [
            replace(target, unlikely=why_abstain(target.cluster, now.lacking, now.failures))
            for target in pick_targets(now.strategy, now.groups, now.attempts, now.tree)
        ]
        analysis = _analyse(wb, now, targets)
    tasks = fix_tasks(wb, now, targets, analysis)
    if _are_all_repeats(tasks, now.attempts):
        over = decide(
            now.results,
            iterations_done=len(now.state.iterations),
            max_iterations=now.state.max_iterations,
            nothing_left=True,
        )
        whys = {one.reason.rstrip(".") for one in now.attempts}
        if over.ended_by == "nothing_left" and len(whys) == 1 and (why := whys.pop()):
            over = replace(over, reason=f"{over.reason.rstrip('.')}: {why}.")
        cycle_end.end_cycle(wb, over)
        return None
    for why in dict.fromkeys(target.unlikely for target in targets if target.unlikely and analysis.tool == BUILTIN):
        note(wb, announcement(wb, now.number, why))
    if now.strategy == "conservative" and lead is None:
        _store_untried(wb, now.number, now.tree, targets[0].cluster.tests, analysis)
    return _write_plan(wb, now, analysis, tasks)


def _analyse(wb: Workbench, now: Situation, targets: list[ClusterTarget]) -> ChainAnswer:
    """Return the remaining hypotheses of an earlier analysis, else a new analysis."""
    if now.strategy == "conservative" and not now.regrouped:
        known = _next_untried(wb, now.number, now.tree, targets[0].cluster.tests)
        if known is not None:
            return known
    analysis = ask_chain(wb, _request(wb, now, targets), rotate=now.regrouped or now.abstained)
    store_opinions(wb, analysis)
    return analysis


def _request(wb: Workbench, now: Situation, targets: list[ClusterTarget]) -> AnalysisRequest:
    return AnalysisRequest(
        session_id=wb.session_id,
        iteration=now.number,
        max_iterations=now.state.max_iterations,
        strategy=now.strategy,
        strategy_requirement=REQUIREMENTS[now.strategy],
        pass_rate=now.results.pass_rate,
        stuck_tests=now.stuck_tests,
        clusters=[target.cluster for target in targets],
        results=now.results,
        history=wb.store.history(),
        tree=now.checkout(),
        paths=files_for_analysis(wb, now.number),
        alternatives=ALTERNATIVES if now.strategy == "exploratory" else 1,
        seconds=seconds_left(wb),
    )


def _are_all_repeats(tasks: list[Task], attempts: list[Attempt]) -> bool:
    seen = {attempt.proposal_key for attempt in attempts}
    return all(task.context.proposal_key in seen for task in tasks)


def _write_plan(wb: Workbench, now: Situation, analysis: ChainAnswer, tasks: list[Task]) -> list[str]:
    for task in tasks:
        wb.store.save_task(task)
    if now.strategy == "exploratory":
        wb.store.save_task(parallel_task(now, tasks))
    answer = write_analysis(wb, now, analysis, tasks)
    write_failures(wb, now)
    write_strategy(wb, now)
    record = IterationRecord(
        iteration=now.number,
        pass_rate=now.results.pass_rate,
        strategy=now.strategy,
        failed_tests=sorted(failure.test for failure in now.results.failures),
        signatures={failure.test: failure.signature for failure in now.results.failures},
        stuck_tests=sorted(now.stuck_tests),
        fix_tasks=[task.id for task in tasks],
        clusters=[cluster.signature for cluster in now.groups],
        analysis_file=answer.deliverables["analysis_report"],
        analysis_quality="degraded" if analysis.degraded else "normal",
        tool=analysis.tool,
        started_at=utc_now(),
        strategy_reason=now.reason,
        title=_title(now, tasks),
        tip_before=wb.mirror.tip,
        refusals=[RefusedAnswer(**vars(refusal)) for refusal in analysis.refusals],
        planner_answer=answer.model_dump(),
    )
    wb.store.save_state(
        now.state.model_copy(
            update={
                "current_iteration": now.number,
                "current_task": tasks[0].id,
                "selected_strategy": now.strategy,
                "stuck_tests": sorted(now.stuck_tests),
                "next_action": "execute_fix_task",
                "iterations": [*now.state.iterations, record],
            }
        )
    )
    note_answers(wb, now.number, analysis_answers(record, call_lines(wb.store)))
    return record.fix_tasks


def _title(now: Situation, tasks: list[Task]) -> str:
    if now.strategy == "exploratory":
        return f"{len(tasks)} hypotheses for {tasks[0].title}"
    return tasks[0].title if len(tasks) == 1 else f"{len(tasks)} clusters at once"


class _UntriedHypotheses(Record):
    """The hypotheses that the analysis of `iteration` left untried, for these tests on this tree."""

    iteration: int
    tool: str
    model: str = ""
    tree: str
    tests: list[TestId]
    strategies: list[FixStrategy]


def _hypotheses_file(number: int) -> str:
    return f".process/iteration-{number}-hypotheses.json"


def _store_untried(wb: Workbench, number: int, tree: str, tests: Sequence[TestId], analysis: ChainAnswer) -> None:
    """Store the hypotheses that a conservative iteration, which tries only the first one, leaves untried.

    Stores only hypotheses that differ from the first and from each other and that could have been the only one. Stores
    an empty list if an earlier analysis of the same tree left some, so that those no longer count.
    """
    found = without_repetitions([one.model_dump() for one in analysis.strategies])
    rest = [FixStrategy.model_validate(one) for one in found[1:]]
    good = [one for one in rest if not is_doubtful(one.confidence_score) and _is_concrete(one)]
    if analysis.tool == BUILTIN or not (good or _latest_stored(wb, number, tree, tests)):
        return
    fields = {"tool": analysis.tool, "model": analysis.answer.model, "tree": tree, "tests": sorted(tests)}
    leftover = _UntriedHypotheses.model_validate({"iteration": number, **fields, "strategies": good})
    wb.store.write_sealed(_hypotheses_file(number), leftover)


def _is_concrete(strategy: FixStrategy) -> bool:
    return any(map(is_concrete, strategy.modification_points))


def _next_untried(wb: Workbench, number: int, tree: str, tests: Sequence[TestId]) -> ChainAnswer | None:
    """Return the stored analysis that iteration `number` can use instead of a new one; None if none is left."""
    found = _latest_stored(wb, number, tree, tests)
    if found is None or not found.strategies:
        return None
    text = f"Nobody was asked: this is the next hypothesis that iteration {found.iteration} left."
    return ChainAnswer(found.tool, AgentAnswer(tool=found.tool, model=found.model, text=text), found.strategies)


def _latest_stored(wb: Workbench, number: int, tree: str, tests: Sequence[TestId]) -> _UntriedHypotheses | None:
    """The hypotheses stored last for these tests on this tree."""
    for earlier in range(number - 1, 0, -1):
        found = read_stored(wb, _hypotheses_file(earlier), _UntriedHypotheses)
        if found is not None and (found.tree, found.tests) == (tree, sorted(tests)):
            return found
    return None

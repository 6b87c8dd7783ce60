"""Plans an iteration: decides, chooses the strategy, has the failures analysed, writes the fix tasks."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

from testfix_pipeline.agents.hypotheses import describe, without_repetitions
from testfix_pipeline.agents.tool_chain import ChainAnswer
from testfix_pipeline.core.agent_protocol.opinions import doubted_last
from testfix_pipeline.core.agent_protocol.protocol import AnalysisRequest
from testfix_pipeline.core.configuration.tool_names import BUILTIN
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.cycle_rules.decisions import Decision, decide, degraded_ends
from testfix_pipeline.core.cycle_rules.results import results_counts
from testfix_pipeline.core.cycle_rules.strategy import (
    REQUIREMENTS,
    choose_strategy,
    mostly_stuck,
    stuck_tests,
    stuck_tests_at_end,
)
from testfix_pipeline.core.cycle_rules.triage import code_failures
from testfix_pipeline.core.cycle_rules.unparsed_files import unparsed_clusters_first
from testfix_pipeline.core.records import Attempt, Cluster, IterationRecord, IterationState, utc_now
from testfix_pipeline.core.session_parts import CycleEnd, RefusedAnswer
from testfix_pipeline.core.signatures import clusters
from testfix_pipeline.core.task_records import (
    FailureContext,
    FixStrategy,
    PreviousAttempt,
    SearchPart,
    Task,
    TaskContext,
    TaskMeta,
)
from testfix_pipeline.steps.iteration.asked_tests import requested_failures
from testfix_pipeline.steps.iteration.fix_instructions import (
    evidence_paths,
    instructions_for,
    iteration_history,
    usual_command,
)
from testfix_pipeline.steps.iteration.leads import REASON, accepted_lead, analysis_of, cluster_of, why_only_leads
from testfix_pipeline.steps.iteration.session_agents import ask_chain
from testfix_pipeline.steps.iteration.targets import (
    ALTERNATIVES,
    ClusterTarget,
    clusters_by_test,
    pick_targets,
    proposal_key,
    tried_stuck_tests,
)
from testfix_pipeline.steps.iteration.untried_hypotheses import next_untried, store_untried
from testfix_pipeline.steps.measurement.confirmation import confirm_green
from testfix_pipeline.steps.measurement.failure_opinions import opinions_of, store_opinions
from testfix_pipeline.steps.reports.iteration_documents import write_analysis, write_failures, write_strategy
from testfix_pipeline.steps.session.search_time import DEEPEST, search_seconds
from testfix_pipeline.steps.session.situation import Situation
from testfix_pipeline.steps.session.spending import seconds_left, spent_reason, touch_clock
from testfix_pipeline.steps.session.workbench import FIX_TASK, Workbench, parallel_id
from testfix_pipeline.steps.tools.shown_files import files_for_analysis

LETTERS = "abcdefgh"


def plan_iteration(wb: Workbench, number: int) -> list[str] | None:
    """The ids of the fix tasks of iteration `number`, None where the cycle is over. May be called again."""
    state = touch_clock(wb)
    if state.next_action == "complete" and (_is_paused(state) or not _has_open_iteration(state)):
        return None
    planned = next((record for record in state.iterations if record.iteration == number), None)
    if planned is not None:
        return planned.fix_tasks
    decision = _decide_confirmed(wb, state)
    if decision.kind != "next_iteration":
        end_cycle(wb, decision)
        return None
    return _plan_situation(wb, _situation(wb, number))


def _is_paused(state: IterationState) -> bool:
    return state.decision is not None and state.decision.kind == "paused"


def _has_open_iteration(state: IterationState) -> bool:
    return bool(state.iterations) and state.iterations[-1].completed_at is None


def _decide_confirmed(wb: Workbench, state: IterationState) -> Decision:
    """The decision on the cycle. A green suite is first confirmed by another full run, which may continue the cycle."""
    stopped = wb.store.session().gate_stopped
    if stopped:
        return Decision(
            "failure", f"The quality gate of the generated tests failed, and `gate: block` stops: {stopped}.", "gate"
        )
    decision = _decision_now(wb, state)
    if decision.kind in ("success", "partial"):
        confirm_green(wb)
        decision = _decision_now(wb, state)
    critical = wb.store.session().l0_failures
    if decision.kind in ("success", "partial") and critical:
        places = "; ".join(f"{one.file}:{one.line} {one.error}" for one in critical[:5])
        said = f"The tests pass, but critical findings in the session's own code remain: {places}."
        return Decision("failure", said, "code_findings")
    if decision.kind == "next_iteration" and _ends_degraded(state):
        said = "No wanted tool gave a usable answer, and the built-in engine gained nothing."
        return Decision("failure", said, "no_tool")
    if decision.kind == "next_iteration" and (why := why_only_leads(wb, state)):
        return Decision("failure", why, "only_leads")
    left = code_failures(wb.results().failures)
    if decision.kind == "next_iteration" and not left:
        return Decision(
            "stop_not_code", "Nothing that is left is a defect of the code that could be fixed.", "not_code"
        )
    if decision.kind == "next_iteration" and not requested_failures(wb, left):
        said = f"Every test that was asked for passes, or fails for no defect of the code; others fail: {len(left)}."
        return Decision("failure", said, "not_asked")
    return decision


def _decision_now(wb: Workbench, state: IterationState) -> Decision:
    return decide(
        wb.results(),
        iterations_done=len(state.iterations),
        max_iterations=state.max_iterations,
        budget_spent=spent_reason(wb, state),
    )


def _ends_degraded(state: IterationState) -> bool:
    if not state.iterations or state.iterations[-1].analysis_quality != "degraded":
        return False
    last = state.iterations[-1]
    flat = last.pass_rate_after is None or last.pass_rate_after <= last.pass_rate
    return degraded_ends(last.iteration, rate_flat=flat, gained=last.result == "landed")


def end_cycle(wb: Workbench, decision: Decision) -> None:
    """Journal why the cycle is over."""
    state = wb.state()
    now = {failure.test: failure.signature for failure in wb.results().failures}
    update = {
        "next_action": "complete",
        "decision": CycleEnd(**asdict(decision)),
        "stuck_tests": sorted(stuck_tests_at_end(state.iterations, now)),
    }
    wb.store.save_state(state.model_copy(update=update))


def _situation(wb: Workbench, number: int) -> Situation:
    state, results = wb.state(), wb.results()
    failures = requested_failures(wb, code_failures(results.failures))
    counts = results_counts(results)
    strategy, reason = choose_strategy(
        state.iterations, iteration=number, passed=counts.passed, failing=counts.failing, failures=failures
    )
    stuck_now = stuck_tests(state.iterations, {failure.test: failure.signature for failure in failures})
    attempts = wb.store.history().attempts
    missed = tried_stuck_tests(stuck_now, attempts)
    stuck_in_vain = mostly_stuck({test: stuck_now[test] for test in missed}, counts.failing)
    groups = doubted_last(
        clusters_by_test(failures) if stuck_in_vain else clusters(failures), opinions_of(wb), failures
    )
    groups = unparsed_clusters_first(groups, failures)
    tree = wb.mirror.tree_hash(wb.mirror.tip)
    return Situation(
        number, state, results, failures, strategy, reason, stuck_now, groups, attempts, tree, stuck_in_vain
    )


def _plan_situation(wb: Workbench, now: Situation) -> list[str] | None:
    lead = accepted_lead(wb, now.attempts, {failure.test for failure in now.failures})
    if lead is not None:
        now = replace(now, strategy="conservative", reason=REASON)
        targets, analysis = [ClusterTarget(cluster_of(lead, now.failures), 0)], analysis_of(lead)
    else:
        targets = pick_targets(now.strategy, now.groups, now.attempts, now.tree)
        analysis = _analyse(wb, now, targets)
    tasks = _fix_tasks(wb, now, targets, analysis)
    if _are_all_repeats(tasks, now.attempts):
        over = decide(
            now.results,
            iterations_done=len(now.state.iterations),
            max_iterations=now.state.max_iterations,
            nothing_left=True,
        )
        end_cycle(wb, over)
        return None
    if now.strategy == "conservative" and lead is None:
        store_untried(wb, now.number, now.tree, targets[0].cluster.tests, analysis)
    return _write_plan(wb, now, analysis, tasks)


def _analyse(wb: Workbench, now: Situation, targets: list[ClusterTarget]) -> ChainAnswer:
    """The remaining hypotheses of an earlier analysis, else a new analysis."""
    if now.strategy == "conservative" and not now.regrouped:
        known = next_untried(wb, now.number, now.tree, targets[0].cluster.tests)
        if known is not None:
            return known
    with wb.worktree(f"analysis-{now.number}") as tree:
        analysis = ask_chain(wb, _request(wb, now, targets, tree), rotate=now.regrouped)
    store_opinions(wb, analysis)
    return analysis


def _request(wb: Workbench, now: Situation, targets: list[ClusterTarget], tree: Path) -> AnalysisRequest:
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
        tree=tree,
        paths=files_for_analysis(wb, now.number),
        alternatives=ALTERNATIVES if now.strategy == "exploratory" else 1,
        seconds=seconds_left(wb),
    )


def _are_all_repeats(tasks: list[Task], attempts: list[Attempt]) -> bool:
    seen = {attempt.proposal_key for attempt in attempts}
    return all(task.context.proposal_key in seen for task in tasks)


def _fix_tasks(wb: Workbench, now: Situation, targets: list[ClusterTarget], analysis: ChainAnswer) -> list[Task]:
    strategies = analysis.strategies or [FixStrategy(approach="no strategy was given")]
    if now.strategy == "exploratory":
        pairs = [(targets[0], strategy) for strategy in _distinct_strategies(strategies, analysis.tool)[:ALTERNATIVES]]
    elif now.strategy == "aggressive":
        pairs = [(target, strategies[min(i, len(strategies) - 1)]) for i, target in enumerate(targets)]
    else:
        pairs = [(targets[0], strategies[0])]
    several = now.strategy in ("aggressive", "exploratory")
    tasks = [
        _fix_task(wb, now, pair, analysis, LETTERS[index] if several else "", (index, len(pairs)))
        for index, pair in enumerate(pairs)
    ]
    return _with_other_hypotheses(tasks) if now.strategy == "exploratory" else tasks


def _distinct_strategies(strategies: list[FixStrategy], tool: str) -> list[FixStrategy]:
    """The strategies without repetitions; those of the built-in engine are disjoint shares of its search."""
    if tool == BUILTIN:
        return strategies
    return [FixStrategy.model_validate(one) for one in without_repetitions([one.model_dump() for one in strategies])]


def _with_other_hypotheses(tasks: list[Task]) -> list[Task]:
    """The tasks, each with the hypotheses of the others, which its worker must not repeat."""
    lines = [describe(task.context.fix_strategy.model_dump()) for task in tasks]
    others = ([*lines[:index], *lines[index + 1 :]] for index in range(len(lines)))
    contexts = [task.context.model_copy(update={"other_hypotheses": next(others)}) for task in tasks]
    return [task.model_copy(update={"context": context}) for task, context in zip(tasks, contexts, strict=True)]


def _fix_task(
    wb: Workbench,
    now: Situation,
    pair: tuple[ClusterTarget, FixStrategy],
    analysis: ChainAnswer,
    letter: str,
    place: tuple[int, int],
) -> Task:
    target, strategy = pair
    search = _search(wb, now, target, place, analysis.tool)
    name, folder = f"IMPL-fix-{now.number}{letter}", f".workflow/active/{wb.session_id}"
    return Task(
        id=name,
        title=target.cluster.title or f"Fix {len(target.cluster.tests)} tests",
        status="pending",
        meta=TaskMeta(
            type="test-fix-iteration",
            agent="@test-fix-agent",
            iteration=now.number,
            strategy=now.strategy,
            parent_task=FIX_TASK,
            max_iterations=now.state.max_iterations,
            analysis_quality="degraded" if analysis.degraded else "normal",
            tool=analysis.tool,
            modification_points=len(strategy.modification_points),
        ),
        context=TaskContext(
            requirements=[f"{counted(len(target.cluster.tests), 'failing test')} to pass, no other test to break"],
            depends_on=now.state.iterations[-1].fix_tasks if now.state.iterations else [],
            failure_context=_failure_context(now, target.cluster, evidence_paths(folder, now.number)),
            inherited={"iteration_history": iteration_history(now.state.iterations)},
            fix_strategy=strategy,
            search=search,
            proposal_key=proposal_key(
                now.tree, analysis.tool, target.cluster, strategy, search.model_dump(exclude={"seconds"})
            ),
        ),
        flow_control=instructions_for(
            folder,
            now.number,
            strategy,
            target.cluster.tests,
            test_command=wb.config.test_command or usual_command(wb.target, target.cluster.tests),
            max_iterations=now.state.max_iterations,
        ),
    )


def _search(wb: Workbench, now: Situation, target: ClusterTarget, place: tuple[int, int], tool: str) -> SearchPart:
    index, count = place
    exploring = now.strategy == "exploratory"
    return SearchPart(
        share=index if exploring else 0,
        shares=count if exploring else 1,
        effort=min(target.deeper, DEEPEST) if tool == BUILTIN else 0,
        executed_lines_only=now.strategy == "surgical",
        seconds=search_seconds(target.tries, seconds_left(wb), count),
    )


def _failure_context(now: Situation, cluster: Cluster, evidence: dict[str, str]) -> FailureContext:
    mine = [failure for failure in now.failures if failure.test in set(cluster.tests)]
    before = [a for a in now.attempts if set(a.target_tests) & set(cluster.tests)]
    return FailureContext(
        failed_tests=cluster.tests,
        error_messages=list(dict.fromkeys(failure.error for failure in mine))[:8],
        failure_analysis=cluster.title,
        pass_rate=now.results.pass_rate,
        stuck_tests=sorted(now.stuck_tests),
        regression=_why_regressed(now),
        previous_attempts=[
            PreviousAttempt(
                task=a.task_id,
                result=a.result,
                reason=a.reason,
                root_causes=a.root_causes,
                lead=a.patch if a.result == "lead" else "",
            )
            for a in before[-5:]
        ],
        **evidence,
    )


def _why_regressed(now: Situation) -> str:
    if not (now.state.iterations and now.state.iterations[-1].regression_detected):
        return ""
    last = now.state.iterations[-1].iteration
    return "; ".join(f"{a.task_id}: {a.reason}" for a in now.attempts if a.iteration == last and a.rolled_back)


def _write_plan(wb: Workbench, now: Situation, analysis: ChainAnswer, tasks: list[Task]) -> list[str]:
    for task in tasks:
        wb.store.save_task(task)
    if now.strategy == "exploratory":
        wb.store.save_task(_parallel_task(now, tasks))
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
    return record.fix_tasks


def _title(now: Situation, tasks: list[Task]) -> str:
    if now.strategy == "exploratory":
        return f"{len(tasks)} hypotheses for {tasks[0].title}"
    return tasks[0].title if len(tasks) == 1 else f"{len(tasks)} clusters at once"


def _parallel_task(now: Situation, tasks: list[Task]) -> Task:
    return Task(
        id=parallel_id(now.number),
        title=f"Parallel exploration of iteration {now.number}",
        status="in_progress",
        meta=TaskMeta(
            type="parallel-exploration",
            iteration=now.number,
            strategies=[task.id for task in tasks],
            selection_criteria="highest_pass_rate",
        ),
    )

"""Writes the fix tasks of an iteration from its targets and the strategies of an analysis."""

from __future__ import annotations

from testfix_pipeline.agents.hypotheses import describe, without_repetitions
from testfix_pipeline.agents.tool_chain import ChainAnswer
from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.records import Cluster
from testfix_pipeline.core.task_records import (
    FailureContext,
    FixStrategy,
    PreviousAttempt,
    SearchPart,
    Task,
    TaskContext,
    TaskMeta,
)
from testfix_pipeline.steps.iteration.abstaining import brief_seconds
from testfix_pipeline.steps.iteration.fix_instructions import (
    evidence_paths,
    instructions_for,
    iteration_history,
    usual_command,
)
from testfix_pipeline.steps.iteration.targets import ALTERNATIVES, ClusterTarget, proposal_key
from testfix_pipeline.steps.session.situation import Situation
from testfix_pipeline.steps.session.spending import DEEPEST, search_seconds, seconds_left
from testfix_pipeline.steps.session.workbench import FIX_TASK, Workbench, parallel_id

LETTERS = "abcdefgh"
ORDER_SEARCH_S = 40.0
"""Seconds of a search for failures that depend on the order of the tests: mostly it is the tests that share state."""


def fix_tasks(wb: Workbench, now: Situation, targets: list[ClusterTarget], analysis: ChainAnswer) -> list[Task]:
    """Return the tasks of an iteration: one per cluster or alternative, as its strategy says."""
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
    """Return the strategies without repetitions; those of the built-in engine are disjoint parts of its search."""
    if tool == BUILTIN:
        return strategies
    return [FixStrategy.model_validate(one) for one in without_repetitions([one.model_dump() for one in strategies])]


def _with_other_hypotheses(tasks: list[Task]) -> list[Task]:
    """Return each task with the hypotheses of the others, which its worker must not repeat."""
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
    unlikely = target.unlikely if analysis.tool == BUILTIN else ""
    strategy = strategy.model_copy(update={"unlikely": unlikely})
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
        context=_context(now, target, strategy, search, analysis.tool, folder),
        flow_control=instructions_for(
            folder,
            now.number,
            strategy,
            target.cluster.tests,
            test_command=wb.config.test_command or usual_command(wb.target, target.cluster.tests),
            max_iterations=now.state.max_iterations,
        ),
    )


def _context(
    now: Situation, target: ClusterTarget, strategy: FixStrategy, search: SearchPart, tool: str, folder: str
) -> TaskContext:
    asked = search.model_dump(exclude={"seconds"})
    return TaskContext(
        requirements=[f"{counted(len(target.cluster.tests), 'failing test')} to pass, no other test to break"],
        depends_on=now.state.iterations[-1].fix_tasks if now.state.iterations else [],
        failure_context=_failure_context(now, target.cluster, evidence_paths(folder, now.number)),
        inherited={"iteration_history": iteration_history(now.state.iterations)},
        fix_strategy=strategy,
        search=search,
        proposal_key=proposal_key(now.tree, tool, target.cluster, strategy, asked),
    )


def _search(wb: Workbench, now: Situation, target: ClusterTarget, place: tuple[int, int], tool: str) -> SearchPart:
    index, count = place
    exploring = now.strategy == "exploratory"
    seconds = search_seconds(target.tries, seconds_left(wb), count)
    if target.unlikely and tool == BUILTIN:
        seconds = min(seconds, brief_seconds(wb, target.cluster.tests))
    ordered = {failure.test for failure in now.failures if failure.order}
    return SearchPart(
        share=index if exploring else 0,
        shares=count if exploring else 1,
        effort=min(target.deeper, DEEPEST) if tool == BUILTIN else 0,
        executed_lines_only=now.strategy == "surgical",
        seconds=min(seconds, ORDER_SEARCH_S) if ordered.issuperset(target.cluster.tests) else seconds,
    )


def _failure_context(now: Situation, cluster: Cluster, evidence: dict[str, str]) -> FailureContext:
    mine = [failure for failure in now.failures if failure.test in set(cluster.tests)]
    before = [a for a in now.attempts if set(a.target_tests) & set(cluster.tests)]
    return FailureContext(
        failed_tests=cluster.tests,
        error_messages=list(dict.fromkeys(failure.error for failure in mine))[:8],
        failure_analysis=" ".join(
            [cluster.title, *filter(None, dict.fromkeys(one.order or one.flaky_cause for one in mine))]
        ),
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


def parallel_task(now: Situation, tasks: list[Task]) -> Task:
    """Return the task that stands for attempts of an iteration that are made side by side."""
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

"""Phase 5 in Dagster: ten unrolled iteration graphs, each `plan` -> `attempt` (mapped) -> `settle`, then `complete`.

The ops are thin: each calls one function of `cycle.py`, which reads and writes the session's files. The values between
the ops only order them. The number of compiled graphs is fixed; later iterations run inside `complete`. A mapped op
never raises for an expected bad result, because `settle` would then not run; and `settle` runs attempts that the
journal lacks, because a retry after a kill can drop mapped branches silently.
"""

import functools
from collections.abc import Iterator
from typing import Any

import dagster as dg
from pydantic import Field

from testfix_pipeline.analytics.history.waiting_sessions import note_session
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.defs.runs import head_start
from testfix_pipeline.defs.runs.step import RunLog, step
from testfix_pipeline.defs.session import plan_metadata, session_metadata
from testfix_pipeline.defs.session.resources import RunSettings
from testfix_pipeline.steps.session.progress_listeners import listening

COMPILED = 10
POOL = "testfix_attempts"
"""The pool of all attempts; it has no limit until one is set."""
Flow = dict[str, Any]


class CompleteConfig(dg.Config):
    """Required, so that `Materialize` opens the Launchpad of the jobs that go on with a session."""

    session_id: str = Field(description="The session, where the launch names one.")


@dg.op(
    ins={"session": dg.In(dg.Nothing), "tasks": dg.In(dg.Nothing)},
    out=dg.Out(dict),
    description="IMPL-001: characterisation tests for what the analysis found untested, each admitted or dropped with "
    "its reason. A `fix` passes through.",
    tags={"kind": "generate"},
)
def generate_tests(context: dg.OpExecutionContext, settings: RunSettings) -> dg.Output[Flow]:
    from testfix_pipeline import cycle

    ref = settings.ref(context.run)
    session_metadata.tag_run(context, ref)
    with step(context):
        made = cycle.generate_tests(ref)
    return dg.Output({"kept": sum(one.kept for one in made.tests)}, metadata=plan_metadata.generation(made))


@dg.op(
    ins={"generated": dg.In(dict)},
    out=dg.Out(dict),
    description="IMPL-001.3: the L0 and AI-issue gate on the generated tests and what the source session changed.",
    tags={"kind": "gate"},
)
def validate_code(context: dg.OpExecutionContext, settings: RunSettings, generated: Flow) -> dg.Output[Flow]:
    from testfix_pipeline import cycle

    with step(context):
        report = cycle.validate_code(settings.ref(context.run))
    return dg.Output({"verdict": report.verdict}, metadata=plan_metadata.gate(report))


@dg.op(
    ins={"validated": dg.In(dict)},
    out=dg.Out(dict),
    description="IMPL-001.5: the quality gate; a failure sends its requirements back to generation, at most twice.",
    tags={"kind": "gate"},
)
def review_tests(context: dg.OpExecutionContext, settings: RunSettings, validated: Flow) -> dg.Output[Flow]:
    from testfix_pipeline import cycle

    with step(context):
        report = cycle.review_tests(settings.ref(context.run))
    return dg.Output({"verdict": report.verdict}, metadata=plan_metadata.gate(report))


@dg.op(
    name="measure_baseline",
    ins={"reviewed": dg.In(dict)},
    out=dg.Out(dict),
    description="Measures the suite in a fresh worktree, proves flakes, checks parity with the checkout. A session "
    "that was measured already goes on from its journal.",
    tags={"kind": "measure"},
)
def measure_baseline(context: dg.OpExecutionContext, settings: RunSettings, reviewed: Flow) -> dg.Output[Flow]:
    from testfix_pipeline import cycle

    ref = settings.ref(context.run)
    session_metadata.tag_run(context, ref)
    with step(context):
        wb = head_start.measured_workbench(ref) or cycle.measure(ref, settings.changes)
    return dg.Output({"session_id": ref.session_id}, metadata=session_metadata.results(wb))


@dg.op(
    out={
        "tasks": dg.DynamicOut(dict, is_required=False),
        "planned": dg.Out(dict, is_required=False),
        "finished": dg.Out(dict, is_required=False),
    },
    config_schema={"iteration": int},
    description="Decides whether the cycle goes on, chooses the strategy, has the failures analysed, writes the tasks.",
    tags={"kind": "plan"},
)
def plan(context: dg.OpExecutionContext, settings: RunSettings, state: Flow) -> Iterator[Any]:
    from testfix_pipeline import cycle

    number = int(context.op_config["iteration"])
    ref = settings.ref(context.run)
    with step(context):
        tasks = cycle.plan(ref, number)
    if tasks is None:
        context.log.info(f"The cycle is over: {session_metadata.decision(ref)}")
        yield dg.Output({"after": number - 1}, "finished", metadata={"decision": session_metadata.decision(ref)})
        return
    metadata = session_metadata.plan(ref, number)
    context.log.info(f"Iteration {number}: {metadata['strategy'].value}. {metadata['why'].value}")
    context.instance.add_run_tags(context.run.run_id, {"testfix/strategy": session_metadata.strategies(ref)})
    yield dg.Output({"expected": tasks}, "planned", metadata=metadata)
    if ref.shared is not None:
        for worker in range(1, min(settings.workers, len(tasks)) + 1):
            yield dg.DynamicOutput({"iteration": number}, mapping_key=f"worker_{worker}", output_name="tasks")
        return
    for task_id in tasks:
        yield dg.DynamicOutput(
            {"task": task_id}, mapping_key=session_metadata.mapping_key(task_id), output_name="tasks"
        )


@dg.op(
    out=dg.Out(dict),
    description="Carries out one fix task in a worktree of its own; of a shared session those that no other worker has "
    "claimed. A bad result is a value here, never a failure.",
    tags={"kind": "attempt"},
    pool=POOL,
)
def attempt(context: dg.OpExecutionContext, settings: RunSettings, task: Flow) -> dg.Output[Flow]:
    from testfix_pipeline import cycle

    if "task" not in task:
        return _work(context, settings, task["iteration"])
    try:
        with listening(RunLog(context)):
            done = cycle.attempt(settings.ref(context.run), task["task"])
    except PipelineError as error:
        context.log.error(str(error))
        return dg.Output({"task": task["task"], "result": "error"}, metadata={"error": str(error)})
    context.log.info(f"{done.task_id}: {session_metadata.standing(done)}. {done.reason}")
    return dg.Output({"task": done.task_id, "result": done.result}, metadata=session_metadata.attempt(done))


def _work(context: dg.OpExecutionContext, settings: RunSettings, number: int) -> dg.Output[Flow]:
    """Carry out one worker's part of a shared iteration; after an error the others and `settle` continue."""
    from testfix_pipeline import cycle

    try:
        with listening(RunLog(context)):
            done = cycle.work(settings.ref(context.run), number)
    except PipelineError as error:
        context.log.error(str(error))
        return dg.Output({"done": []}, metadata={"error": str(error)})
    return dg.Output({"done": done}, metadata={"tasks": ", ".join(done) or "none was open"})


@dg.op(
    out=dg.Out(dict),
    config_schema={"iteration": int},
    description="Compares the planned tasks with the journal, runs what is missing, then lands, merges or rolls back.",
    tags={"kind": "settle"},
)
def settle(
    context: dg.OpExecutionContext, settings: RunSettings, planned: Flow, attempts: list[Flow]
) -> dg.Output[Flow]:
    from testfix_pipeline import cycle

    number = int(context.op_config["iteration"])
    ref = settings.ref(context.run)
    missing = sorted(set(planned["expected"]) - {one.get("task") for one in attempts})
    if missing and ref.shared is None:
        context.log.warning(f"The scheduler delivered no result of {', '.join(missing)}; the journal decides.")
    with step(context):
        record = cycle.settle_iteration(ref, number)
    return dg.Output({"after": number}, metadata=session_metadata.iteration_metadata(ref, record))


@dg.op(
    ins={"ends": dg.In(list[dict[str, Any]])},
    out={"cycle": dg.Out(dict)},
    description="The final validation, reports, the last commit, and the session's result.",
    tags={"kind": "complete"},
)
def complete(
    context: dg.OpExecutionContext, config: CompleteConfig, settings: RunSettings, ends: list[Flow]
) -> dg.Output[Flow]:
    from testfix_pipeline import cycle

    ref = settings.ref(context.run)
    with step(context):
        found = cycle.finish(ref)
    metadata = session_metadata.outcome(ref, found)
    session_metadata.record_session(context, ref, found, metadata)
    if ref.shared is None:
        with step(context):
            note_session(ref.store.project_root, ref.session_id)
    return dg.Output(found, "cycle", metadata=metadata)


@functools.cache
def iteration(number: int) -> Any:
    """The graph of one iteration. Built once: graph names are unique in a repository."""
    planner = plan.configured({"iteration": number}, name=f"plan_{number:02d}")
    settler = settle.configured({"iteration": number}, name=f"settle_{number:02d}")

    @dg.graph(
        name=f"i{number:02d}",
        description=f"Iteration {number}: plan, attempts side by side, settle.",
        out={"state": dg.GraphOut(), "finished": dg.GraphOut()},
    )
    def unrolled(state: Flow) -> dict[str, Any]:
        tasks, planned, finished = planner.alias("plan")(state)
        done = tasks.map(attempt)
        return {"state": settler.alias("settle")(planned, done.collect()), "finished": finished}

    return unrolled


@dg.graph_multi_asset(
    name="cycle",
    group_name="cycle",
    ins={name: dg.AssetIn(name, dagster_type=dg.Nothing) for name in ("session", "task_definitions")},
    outs={
        "cycle": dg.AssetOut(
            key="cycle",
            description="The fix cycle of a session: up to ten iterations, each measured, decided and journalled. "
            "Launch it by the jobs `fix`, `test_fix`, `execute` or `resume`, whose form is filled in.",
            tags={"testfix/phase": "5"},
            owners=["team:testfix"],
            kinds={"python", "git", "pytest"},
        )
    },
)
def cycle_asset(session: Any, task_definitions: Any) -> dict[str, Any]:
    generated = generate_tests(session=session, tasks=task_definitions)
    state = measure_baseline(review_tests(validate_code(generated)))
    ends = []
    for number in range(1, COMPILED + 1):
        step = iteration(number)(state)
        state = step.state
        ends.append(step.finished)
    return {"cycle": complete([*ends, state])}

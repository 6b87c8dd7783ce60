"""Phases 2 to 4 as assets: what is known of the project, what its tests lack, and what will be done about it.

A `fix` passes through them: the UI warns of assets that were never materialized when it launches what follows them.
"""

from collections.abc import Callable
from typing import Any

import dagster as dg

from testfix_pipeline import cycle
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.cycle import SessionRef
from testfix_pipeline.defs import show_plan
from testfix_pipeline.defs.cycle_graph import failed
from testfix_pipeline.defs.resources import RunSettings

LEFT_OUT = "This session is a `fix`: nothing is planned, it starts from the failures that are there."
Value = dict[str, Any]
Step = Callable[[SessionRef], tuple[Value, show_plan.Metadata]]


def _phase(context: dg.AssetExecutionContext, settings: RunSettings, step: Step) -> dg.Output[Value]:
    """What a phase gives, or the remark that this session has none."""
    ref = settings.ref(context.run)
    if ref.open().session.kind == "fix":
        return dg.Output({"session_id": ref.session_id}, metadata={"left_out": LEFT_OUT})
    try:
        value, metadata = step(ref)
    except PipelineError as error:
        raise failed(error) from None
    return dg.Output(value, metadata=metadata)


@dg.asset(
    group_name="plan",
    deps=["session"],
    owners=["team:testfix"],
    kinds={"json", "python"},
    description="Phase 2: the context package: measured coverage, test framework and conventions, project type, and "
    "the files that matter to the input, each with its relevance.",
)
def context_package(context: dg.AssetExecutionContext, settings: RunSettings) -> dg.Output[Value]:
    def step(ref: SessionRef) -> tuple[Value, show_plan.Metadata]:
        return {"session_id": ref.session_id}, show_plan.context_package(ref, cycle.gather_context(ref))

    return _phase(context, settings, step)


@dg.asset(
    group_name="plan",
    deps=["context_package"],
    owners=["team:testfix"],
    kinds={"markdown", "python"},
    description="Phase 3: TEST_ANALYSIS_RESULTS.md: what should be tested, layer by layer, and what the scanner found.",
)
def analysis_results(context: dg.AssetExecutionContext, settings: RunSettings) -> dg.Output[Value]:
    def step(ref: SessionRef) -> tuple[Value, show_plan.Metadata]:
        return {"session_id": ref.session_id}, show_plan.analysis(ref, cycle.analyse_tests(ref))

    return _phase(context, settings, step)


@dg.asset(
    group_name="plan",
    deps=["analysis_results"],
    owners=["team:testfix"],
    kinds={"json", "markdown"},
    description="Phase 4: the task files, IMPL_PLAN.md and TODO_LIST.md, verified.",
)
def task_definitions(context: dg.AssetExecutionContext, settings: RunSettings) -> dg.Output[Value]:
    def step(ref: SessionRef) -> tuple[Value, show_plan.Metadata]:
        tasks = cycle.plan_tasks(ref)
        return {"tasks": [task.id for task in tasks]}, show_plan.tasks(ref, tasks)

    return _phase(context, settings, step)

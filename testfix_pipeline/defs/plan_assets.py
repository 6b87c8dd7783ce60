"""Phases 2 to 4 as assets: what is known of the project, what its tests lack, and what will be done about it."""

from typing import Any

import dagster as dg

from testfix_pipeline import cycle
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.defs import show_plan
from testfix_pipeline.defs.cycle_graph import failed
from testfix_pipeline.defs.resources import RunSettings

Value = dict[str, Any]


@dg.asset(
    group_name="plan",
    deps=["session"],
    owners=["team:testfix"],
    kinds={"json", "python"},
    description="Phase 2: the context package: measured coverage, test framework and conventions, project type, and "
    "the files that matter to the input, each with its relevance.",
)
def context_package(context: dg.AssetExecutionContext, settings: RunSettings) -> dg.Output[Value]:
    ref = settings.ref(context.run)
    try:
        package = cycle.gather_context(ref)
    except PipelineError as error:
        raise failed(error) from None
    return dg.Output({"session_id": ref.session_id}, metadata=show_plan.context_package(ref, package))


@dg.asset(
    group_name="plan",
    deps=["context_package"],
    owners=["team:testfix"],
    kinds={"markdown", "python"},
    description="Phase 3: TEST_ANALYSIS_RESULTS.md: what should be tested, layer by layer, and what the scanner found.",
)
def analysis_results(context: dg.AssetExecutionContext, settings: RunSettings) -> dg.Output[Value]:
    ref = settings.ref(context.run)
    try:
        analysis = cycle.analyse_tests(ref)
    except PipelineError as error:
        raise failed(error) from None
    return dg.Output({"session_id": ref.session_id}, metadata=show_plan.analysis(ref, analysis))


@dg.asset(
    group_name="plan",
    deps=["analysis_results"],
    owners=["team:testfix"],
    kinds={"json", "markdown"},
    description="Phase 4: the task files, IMPL_PLAN.md and TODO_LIST.md, verified.",
)
def task_definitions(context: dg.AssetExecutionContext, settings: RunSettings) -> dg.Output[Value]:
    ref = settings.ref(context.run)
    try:
        tasks = cycle.plan_tasks(ref)
    except PipelineError as error:
        raise failed(error) from None
    return dg.Output({"tasks": [task.id for task in tasks]}, metadata=show_plan.tasks(ref, tasks))

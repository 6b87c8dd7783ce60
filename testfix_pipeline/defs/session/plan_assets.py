"""Phases 2 to 4 as assets: the context package, the test analysis, and the plan.

A `fix` passes through them, since the UI warns of upstream assets that were never materialized.
"""

from collections.abc import Callable
from typing import Any

import dagster as dg

from testfix_pipeline.defs.runs.step import step
from testfix_pipeline.defs.session import plan_metadata
from testfix_pipeline.defs.session.resources import RunSettings
from testfix_pipeline.steps.session.session_ref import SessionRef

LEFT_OUT = "This session is a `fix`: nothing is planned, it starts from the failures that are there."
Value = dict[str, Any]
Work = Callable[[SessionRef], tuple[Value, plan_metadata.Metadata]]


def _phase(context: dg.AssetExecutionContext, settings: RunSettings, work: Work) -> dg.Output[Value]:
    """Return a phase's value, or a remark that this session has none."""
    ref = settings.ref(context.run)
    if ref.open().session.kind == "fix":
        return dg.Output({"session_id": ref.session_id}, metadata={"left_out": LEFT_OUT})
    with step(context):
        value, metadata = work(ref)
    return dg.Output(value, metadata=metadata)


@dg.asset(
    group_name="plan",
    deps=["session"],
    tags={"testfix/phase": "2"},
    owners=["team:testfix"],
    kinds={"json", "python"},
    description="Phase 2: the context package: measured coverage, test framework and conventions, project type, and "
    "the files that matter to the input, each with its relevance.",
)
def context_package(context: dg.AssetExecutionContext, settings: RunSettings) -> dg.Output[Value]:
    from testfix_pipeline import cycle

    def work(ref: SessionRef) -> tuple[Value, plan_metadata.Metadata]:
        return {"session_id": ref.session_id}, plan_metadata.context_package(cycle.gather_context(ref))

    return _phase(context, settings, work)


@dg.asset(
    group_name="plan",
    deps=["context_package"],
    tags={"testfix/phase": "3"},
    owners=["team:testfix"],
    kinds={"markdown", "python"},
    description="Phase 3: TEST_ANALYSIS_RESULTS.md: what should be tested, layer by layer, and what the scanner found.",
)
def analysis_results(context: dg.AssetExecutionContext, settings: RunSettings) -> dg.Output[Value]:
    from testfix_pipeline import cycle

    def work(ref: SessionRef) -> tuple[Value, plan_metadata.Metadata]:
        return {"session_id": ref.session_id}, plan_metadata.analysis(ref, cycle.analyse_tests(ref))

    return _phase(context, settings, work)


@dg.asset(
    group_name="plan",
    deps=["analysis_results"],
    tags={"testfix/phase": "4"},
    owners=["team:testfix"],
    kinds={"json", "markdown"},
    description="Phase 4: the task files, IMPL_PLAN.md and TODO_LIST.md, verified.",
)
def task_definitions(context: dg.AssetExecutionContext, settings: RunSettings) -> dg.Output[Value]:
    from testfix_pipeline import cycle

    def work(ref: SessionRef) -> tuple[Value, plan_metadata.Metadata]:
        tasks = cycle.plan_tasks(ref)
        return {"tasks": [task.id for task in tasks]}, plan_metadata.tasks(ref, tasks)

    return _phase(context, settings, work)

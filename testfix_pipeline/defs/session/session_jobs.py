"""The assets of one session and the jobs over them, a code location of their own for the CLI.

They exclude the history's tables, which need pandas and half a second to import.
"""

import warnings
from collections.abc import Sequence
from typing import Any

import dagster as dg

from testfix_pipeline.core.plan_records import CODE_REPORT, QUALITY_REPORT, GateReport
from testfix_pipeline.defs.runs.console_logger import console
from testfix_pipeline.defs.runs.executors import executor_by_name
from testfix_pipeline.defs.runs.instance_notice import described
from testfix_pipeline.defs.runs.step import LOST
from testfix_pipeline.defs.session.assets import session
from testfix_pipeline.defs.session.cycle_graph import cycle_asset
from testfix_pipeline.defs.session.launch import execute_config, fix_config, plan_config, resume_config
from testfix_pipeline.defs.session.plan_assets import analysis_results, context_package, task_definitions
from testfix_pipeline.defs.session.plan_metadata import gate_check
from testfix_pipeline.defs.session.resources import RunSettings, SessionValues
from testfix_pipeline.workspace.sessions.store import load_unversioned


def _result(context: dg.AssetCheckExecutionContext, settings: RunSettings, file: str) -> dg.AssetCheckResult:
    path = settings.ref(context.run).store.path(f"{file}.json")
    report = load_unversioned(path, GateReport)
    if report is None:
        return dg.AssetCheckResult(passed=True, metadata={"reason": "nothing was generated in this session"})
    return gate_check(report)


@dg.asset_check(asset="cycle", description="IMPL-001.3: no critical AI-code issue and no compile error in what is new.")
def code_validation(context: dg.AssetCheckExecutionContext, settings: RunSettings) -> dg.AssetCheckResult:
    return _result(context, settings, CODE_REPORT)


@dg.asset_check(
    asset="cycle",
    name="test_quality",
    description="IMPL-001.5: the generated tests raise coverage and have no critical flaw.",
)
def quality_of_tests(context: dg.AssetCheckExecutionContext, settings: RunSettings) -> dg.AssetCheckResult:
    return _result(context, settings, QUALITY_REPORT)


PLAN = ("session", "context_package", "analysis_results", "task_definitions")
JOBS = ("plan", "fix", "execute", "resume")

settings = RunSettings.configure_at_launch()


def _job(name: str, assets: Sequence[str], config: dg.ConfigMapping, description: str) -> Any:
    selection = dg.AssetSelection.assets(*assets)
    return dg.define_asset_job(name, selection, config=config, op_retry_policy=LOST, description=described(description))


jobs = [
    _job("plan", PLAN, plan_config, "Phases 1 to 4 only: what should be tested and what would be done about it."),
    _job(
        "fix",
        (*PLAN, "cycle"),
        fix_config,
        "Repair the failures that are there: open a session, measure, fix, land on the session's branch.",
    ),
    _job("execute", ["cycle"], execute_config, "Carry out phase 5 of a session that has its tasks."),
    _job(
        "resume",
        ["cycle"],
        resume_config,
        "Go on with a session where it stopped: killed, paused, blocked or failed. Nothing landed is repeated.",
    ),
]

with warnings.catch_warnings():
    # links from the UI to the code; Dagster calls them beta
    warnings.simplefilter("ignore", dg.BetaWarning)
    assets = dg.with_source_code_references([session, context_package, analysis_results, task_definitions, cycle_asset])


@dg.io_manager
def history_io() -> dg.IOManager:
    """Where the history's tables lie. Every job names it, also those without tables."""
    from testfix_pipeline.defs.history.history_assets import HistoryTables

    return HistoryTables()


checks = [code_validation, quality_of_tests]
resources = {"settings": settings, "io_manager": SessionValues(settings=settings), "history_io": history_io}

defs = dg.Definitions(
    assets=assets,
    asset_checks=checks,
    jobs=jobs,
    loggers={"console": console},
    resources=resources,
    executor=executor_by_name,
)

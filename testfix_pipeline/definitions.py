"""The one Dagster code location: every asset, job and resource, listed by name."""

import warnings

import dagster as dg

from testfix_pipeline.analytics.schema import FOLLOWING, SOURCES
from testfix_pipeline.defs.assets import session, session_result
from testfix_pipeline.defs.automation import schedules
from testfix_pipeline.defs.checks import code_validation, quality_of_tests
from testfix_pipeline.defs.console_logger import console
from testfix_pipeline.defs.cycle_graph import cycle_asset
from testfix_pipeline.defs.history_assets import FOLLOWING_ASSETS, HistoryTables, history_tables
from testfix_pipeline.defs.history_checks import HISTORY_CHECKS
from testfix_pipeline.defs.launch import fix_config, plan_config, resume_config, run_config
from testfix_pipeline.defs.nightly_reports import nightly_reports
from testfix_pipeline.defs.plan_assets import analysis_results, context_package, task_definitions
from testfix_pipeline.defs.resources import RunSettings, SessionValues
from testfix_pipeline.defs.retention import prune_job, prune_weekly
from testfix_pipeline.defs.sensors import history_follows, resume_interrupted, session_finished

settings = RunSettings.configure_at_launch()

PLAN = ("session", "context_package", "analysis_results", "task_definitions")
TABLES = SOURCES

run_job = dg.define_asset_job(
    "test_fix",
    selection=dg.AssetSelection.assets(*PLAN, "cycle", *TABLES, *FOLLOWING),
    config=run_config,
    description="The whole pipeline on an input: plan, generate and gate tests, fix until green, history.",
)

plan_job = dg.define_asset_job(
    "plan",
    selection=dg.AssetSelection.assets(*PLAN),
    config=plan_config,
    description="Phases 1 to 4 only: what should be tested and what would be done about it.",
)

fix_job = dg.define_asset_job(
    "fix",
    selection=dg.AssetSelection.assets(*PLAN, "cycle"),
    config=fix_config,
    description="Repair the failures that are there: open a session, measure, fix, land on the session's branch.",
)

execute_job = dg.define_asset_job(
    "execute",
    selection=dg.AssetSelection.assets("cycle"),
    config=resume_config,
    description="Carry out phase 5 of a session that has its tasks.",
)

resume_job = dg.define_asset_job(
    "resume",
    selection=dg.AssetSelection.assets("cycle"),
    config=resume_config,
    description="Go on with a session where it stopped: killed, paused, blocked or failed. Nothing landed is repeated.",
)

history_job = dg.define_asset_job(
    "history",
    selection=dg.AssetSelection.assets(*TABLES, *FOLLOWING, "nights"),
    # a process per table would cost ten times what the tables do
    executor_def=dg.in_process_executor,
    description="Take up the sessions that ran, and make every table that follows from theirs: trend, regressions...",
)

with warnings.catch_warnings():
    # links from the UI to the code; Dagster calls them beta
    warnings.simplefilter("ignore", dg.BetaWarning)
    assets = dg.with_source_code_references(
        [
            session,
            context_package,
            analysis_results,
            task_definitions,
            cycle_asset,
            session_result,
            history_tables,
            *FOLLOWING_ASSETS,
        ]
    )

defs = dg.Definitions(
    assets=assets,
    asset_checks=[code_validation, quality_of_tests, *HISTORY_CHECKS],
    jobs=[run_job, plan_job, fix_job, execute_job, resume_job, history_job, prune_job],
    schedules=[*schedules(), prune_weekly],
    sensors=[history_follows, nightly_reports, resume_interrupted, session_finished],
    loggers={"console": console},
    resources={
        "settings": settings,
        "io_manager": SessionValues(settings=settings),
        "history_io": dg.IOManagerDefinition.hardcoded_io_manager(HistoryTables()),
    },
)

"""The one Dagster code location: every asset, job and resource, listed by name."""

import warnings

import dagster as dg

from testfix_pipeline.analytics.tables.schema import FOLLOWING, SOURCES
from testfix_pipeline.defs import session_jobs
from testfix_pipeline.defs.assets import session_result
from testfix_pipeline.defs.automation import schedules
from testfix_pipeline.defs.console_logger import console
from testfix_pipeline.defs.history_assets import FOLLOWING_ASSETS, history_tables
from testfix_pipeline.defs.history_checks import HISTORY_CHECKS
from testfix_pipeline.defs.launch import run_config
from testfix_pipeline.defs.nightly_reports import nightly_reports
from testfix_pipeline.defs.retention import prune_job, prune_weekly
from testfix_pipeline.defs.sensors import history_follows, resume_interrupted, session_finished

TABLES = SOURCES

run_job = dg.define_asset_job(
    "test_fix",
    selection=dg.AssetSelection.assets(*session_jobs.PLAN, "cycle", *TABLES, *FOLLOWING),
    config=run_config,
    description="The whole pipeline on an input: plan, generate and gate tests, fix until green, history.",
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
    history_and_results = dg.with_source_code_references([session_result, history_tables, *FOLLOWING_ASSETS])

defs = dg.Definitions(
    assets=[*session_jobs.assets, *history_and_results],
    asset_checks=[*session_jobs.checks, *HISTORY_CHECKS],
    jobs=[run_job, *session_jobs.jobs, history_job, prune_job],
    schedules=[*schedules(), prune_weekly],
    sensors=[history_follows, nightly_reports, resume_interrupted, session_finished],
    loggers={"console": console},
    resources=session_jobs.resources,
)

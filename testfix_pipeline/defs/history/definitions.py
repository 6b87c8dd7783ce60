"""The history in Dagster: its tables, their checks, and the job that builds them."""

import warnings

import dagster as dg

from testfix_pipeline.analytics.tables.schema import FOLLOWING, SOURCES
from testfix_pipeline.defs.history.history_assets import FOLLOWING_ASSETS, history_tables, shared_history
from testfix_pipeline.defs.history.history_checks import HISTORY_CHECKS
from testfix_pipeline.defs.history.history_sensor import JOB, new_sessions

history_job = dg.define_asset_job(
    JOB,
    selection=dg.AssetSelection.assets(*SOURCES, *FOLLOWING, "nights", "shared_history"),
    # a process per table would take ten times as long as the tables
    executor_def=dg.in_process_executor,
    description="Take up the sessions that ran, and make every table that follows from theirs: trend, regressions...",
)

with warnings.catch_warnings():
    # links from the UI to the code; Dagster calls them beta
    warnings.simplefilter("ignore", dg.BetaWarning)
    assets = dg.with_source_code_references([history_tables, *FOLLOWING_ASSETS, shared_history])

defs = dg.Definitions(assets=assets, asset_checks=HISTORY_CHECKS, jobs=[history_job], sensors=[new_sessions])

"""The one Dagster code location, merged from its parts: sessions, history, nights and retention."""

import gc
import warnings

import dagster as dg

from testfix_pipeline.analytics.tables.schema import FOLLOWING, SOURCES
from testfix_pipeline.defs.fleet import fleet_assets as fleet
from testfix_pipeline.defs.history import definitions as history
from testfix_pipeline.defs.nightly import definitions as nightly
from testfix_pipeline.defs.retention.prune_job import prune_job, prune_weekly
from testfix_pipeline.defs.runs.instance_notice import described
from testfix_pipeline.defs.runs.step import LOST
from testfix_pipeline.defs.session import session_jobs
from testfix_pipeline.defs.session.assets import session_result
from testfix_pipeline.defs.session.launch import run_config

run_job = dg.define_asset_job(
    "test_fix",
    selection=dg.AssetSelection.assets(*session_jobs.PLAN, "cycle", *SOURCES, *FOLLOWING),
    config=run_config,
    op_retry_policy=LOST,
    description=described("The whole pipeline on an input: plan, generate and gate tests, fix until green, history."),
)

with warnings.catch_warnings():
    # links from the UI to the code; Dagster calls them beta
    warnings.simplefilter("ignore", dg.BetaWarning)
    results = dg.with_source_code_references([session_result])

# A code server refuses a module that holds several Definitions objects by name.
defs = dg.Definitions.merge(
    *(session_jobs.defs, history.defs, fleet.defs, nightly.defs),
    dg.Definitions(assets=results, jobs=[run_job, prune_job], schedules=[prune_weekly]),
)

# All this stays for as long as the process of the code location, run or step lives. Looking through it for garbage
# costs each collection .15 s, a forked process its share of the memory, and the end of each process .6 s.
gc.freeze()

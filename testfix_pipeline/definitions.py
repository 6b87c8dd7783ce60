"""The one Dagster code location: every asset, job and resource, listed by name."""

import warnings

import dagster as dg

from testfix_pipeline.defs.assets import session, session_result
from testfix_pipeline.defs.console_logger import console
from testfix_pipeline.defs.cycle_graph import cycle_asset
from testfix_pipeline.defs.launch import fix_config, resume_config
from testfix_pipeline.defs.resources import RunSettings, SessionValues

settings = RunSettings.configure_at_launch()

fix_job = dg.define_asset_job(
    "fix",
    selection=dg.AssetSelection.assets("session", "cycle"),
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

with warnings.catch_warnings():
    # links from the UI to the code; Dagster calls them beta
    warnings.simplefilter("ignore", dg.BetaWarning)
    assets = dg.with_source_code_references([session, cycle_asset, session_result])

defs = dg.Definitions(
    assets=assets,
    jobs=[fix_job, execute_job, resume_job],
    loggers={"console": console},
    resources={"settings": settings, "io_manager": SessionValues(settings=settings)},
)

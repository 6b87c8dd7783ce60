"""Retention in Dagster: the job that prunes, and its weekly schedule."""

import dagster as dg

from testfix_pipeline.defs.retention.prune_job import prune_job, prune_weekly

defs = dg.Definitions(jobs=[prune_job], schedules=[prune_weekly])

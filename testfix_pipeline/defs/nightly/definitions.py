"""The nights in Dagster: a schedule for each registered project, and the sensors that work between nights."""

import dagster as dg

from testfix_pipeline.defs.nightly.nightly_reports import nightly_reports
from testfix_pipeline.defs.nightly.registry_sensor import registry_follows
from testfix_pipeline.defs.nightly.schedules import schedules
from testfix_pipeline.defs.nightly.sensors import history_follows, resume_interrupted, session_finished
from testfix_pipeline.defs.nightly.update_trials import nightly_updates, try_update_job
from testfix_pipeline.defs.nightly.window import WINDOW_SENSORS

defs = dg.Definitions(
    jobs=[try_update_job],
    schedules=schedules(),
    sensors=[
        *(history_follows, nightly_reports, nightly_updates, registry_follows, resume_interrupted, session_finished),
        *WINDOW_SENSORS,
    ],
)

"""The fleet in Dagster: an asset with the page over all projects, its job, and the weekly digest."""

import contextlib
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg
import pandas as pd
from pydantic import Field

from testfix_pipeline.analytics.fleet.fleet import DAYS, Fleet, fleet
from testfix_pipeline.analytics.fleet.fleet_page import digest, fleet_page
from testfix_pipeline.analytics.fleet.project_states import SESSION_COLUMNS
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.nightly import notification
from testfix_pipeline.analytics.nightly.nights import read_nights
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.defs.display.markdown import markdown_table
from testfix_pipeline.defs.fleet.runs_now import runs_now
from testfix_pipeline.defs.runs.freshness import fresh_within
from testfix_pipeline.defs.runs.step import report_errors
from testfix_pipeline.registry.nightly_window import Digest
from testfix_pipeline.registry.registered_projects import Registry
from testfix_pipeline.workspace.files.atomic import write_atomic

ROWS = 60


def look(instance: dg.DagsterInstance, days: int = DAYS, history: History | None = None) -> Fleet:
    """Return the current state of all projects. Raises InvalidConfig if the registry can't be read."""
    sessions = (history or History()).read("sessions", SESSION_COLUMNS)
    texts = sessions.select_dtypes("category").columns
    plain = sessions.astype(dict.fromkeys(texts, "object"))
    found = fleet(Registry.load(), read_nights(), plain, datetime.now(UTC), days)
    return replace(found, now=runs_now(instance))


def write_page(found: Fleet, output: Path | None = None) -> Path:
    """Write the page to a file, by default in the history's folder; return its path."""
    target = output or History().folder / "reports" / "fleet.html"
    write_atomic(target, fleet_page(found).encode("utf-8", "backslashreplace"))
    return target


class FleetConfig(dg.Config):
    """Launch of `fleet_page`."""

    days: int = Field(default=DAYS, ge=1, le=3660, description="Days whose costs are summed.")
    send: bool = Field(default=False, description="Send the digest to those that `digest` in projects.yaml names.")


@dg.asset(
    name="fleet",
    deps=["sessions", "nights"],
    description="All projects on one page: which are red and since when, what waits for a person, money and CPU time "
    "of a fixed test, the queue and the workers.",
    group_name="history",
    owners=["team:testfix"],
    kinds={"pandas"},
    freshness_policy=fresh_within(days=8),
)
def fleet_asset(context: dg.AssetExecutionContext, config: FleetConfig) -> dg.MaterializeResult[Any]:
    with report_errors():
        found = look(context.instance, config.days)
        page = write_page(found)
        sent = notification.send(Registry.load().digest.to, *digest(found)) if config.send else "not asked for"
    plain = found.as_json()
    frame = pd.DataFrame([asdict(one) for one in found.projects[:ROWS]])
    figures = {name: value for name, value in plain["costs"].items() if value is not None}
    return dg.MaterializeResult(
        metadata={
            "page": dg.MetadataValue.path(str(page)),
            "projects": markdown_table(frame),
            **plain["states"],
            **figures,
            "queued": found.now.queued,
            "digest": sent,
        }
    )


fleet_job = dg.define_asset_job(
    "fleet_page",
    selection=dg.AssetSelection.assets("fleet"),
    executor_def=dg.in_process_executor,
    description="Make the page over all projects; with `send` also the message about it.",
)


def _digest() -> Digest:
    with contextlib.suppress(PipelineError):
        return Registry.load().digest
    return Digest()


def digest_schedule() -> dg.ScheduleDefinition:
    """Return the schedule of the weekly digest, at the registry's time when the code location loads."""
    given = _digest()

    @dg.schedule(
        name="fleet_weekly",
        job=fleet_job,
        cron_schedule=given.schedule,
        execution_timezone=given.timezone,
        default_status=dg.DefaultScheduleStatus.RUNNING if given.to else dg.DefaultScheduleStatus.STOPPED,
        description="The weekly message about all projects, to those that `digest` in projects.yaml names.",
    )
    def tick(context: dg.ScheduleEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
        if not _digest().to:
            yield dg.SkipReason("`digest` in the registry names nobody.")
            return
        yield dg.RunRequest(run_config={"ops": {"fleet": {"config": {"days": 7, "send": True}}}})

    return tick


defs = dg.Definitions(assets=[fleet_asset], jobs=[fleet_job], schedules=[digest_schedule()])

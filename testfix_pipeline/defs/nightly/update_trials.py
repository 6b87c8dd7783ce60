"""Trials of newer releases in Dagster: a run of its own after a project's night.

It does not change the night's verdict: its result is stored beside it.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import dagster as dg
from pydantic import Field

from testfix_pipeline.analytics.nightly.nights import Night, by_project, read_nights
from testfix_pipeline.analytics.nightly.update_trials import try_registered, wanted_update
from testfix_pipeline.core.errors import PipelineError, UsageError
from testfix_pipeline.defs.nightly.schedules import NIGHT, POOL
from testfix_pipeline.defs.nightly.sweep import TickTime
from testfix_pipeline.defs.runs.step import failed
from testfix_pipeline.registry.registered_projects import Entry, Registry
from testfix_pipeline.standalone.update_report import SECONDS

# The verdicts after which newer releases are tried: the project is usable and not in use.
_OVER = ("success", "partial", "green", "waiting", "blocked", "paused", "error")
RECENT = timedelta(days=1)


class UpdateLaunch(dg.Config):
    """Launch of `try_update`."""

    project: str = Field(description="Name of the project in the registry (projects.yaml).")
    update: Literal["minor", "all"] = Field(
        default="minor", description="How far releases may go: minor (of the same major version) or all (the newest)."
    )
    seconds: float = Field(default=SECONDS, gt=0, description="Seconds for the search of patches.")
    night: str = Field(default="", description="The night to which the result is noted; empty: none.")


@dg.op(
    name="try_newer_releases",
    description="Runs the suite with newer releases of the project's libraries, in an environment of its own; what "
    "would break, and a patch, published as the registry says. Never the project's own environment or branch.",
    tags={"kind": "python"},
)
def try_update_op(context: dg.OpExecutionContext, config: UpdateLaunch) -> None:
    try:
        entry = Registry.load().named(config.project)
        if entry is None:
            raise UsageError(f"No project {config.project!r} is registered.", "Look into projects.yaml.")
        trial = try_registered(entry, config.update, config.seconds, config.night)
    except PipelineError as error:
        raise failed(error) from None
    for line in trial.lines():
        context.log.info(line)
    context.add_output_metadata(
        {
            "what": trial.summary(),
            "outcome": trial.outcome,
            "published": trial.published or "nothing",
            "diff": dg.MetadataValue.md(f"```diff\n{trial.repair.diff if trial.repair else ''}\n```"),
        }
    )


@dg.config_mapping
def update_config(launch: UpdateLaunch) -> dict[str, Any]:
    return {"ops": {"try_newer_releases": {"config": launch.model_dump()}}}


@dg.job(
    name="try_update",
    config=update_config,
    executor_def=dg.in_process_executor,
    description="Tomorrow's dependencies: what newer releases of a project's libraries would break, with a patch.",
)
def try_update_job() -> None:
    try_update_op()


def due(entry: Entry, nights: list[Night], now: datetime) -> dg.RunRequest | None:
    """Return the run that tries newer releases after a project's latest night; None if it is off or done.

    Raises PipelineError if the project's settings are invalid.
    """
    night = nights[-1] if nights else None
    if night is None or not entry.enabled or night.update or night.verdict not in _OVER:
        return None
    how = wanted_update(entry) if now - datetime.fromisoformat(night.at) < RECENT else None
    if how is None:
        return None
    launch = {"project": entry.name, "update": how, "night": night.night}
    tags = {NIGHT: night.night, "testfix/project": entry.name, POOL: entry.slots}
    return dg.RunRequest(run_key=f"update:{entry.name}:{night.night}", run_config=launch, tags=tags)


@dg.sensor(
    name="nightly_updates",
    job_name="try_update",
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="After the nights of projects with `update: minor` or `all`: a run that tries newer releases.",
)
def nightly_updates(context: dg.SensorEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    now, tick, asked, said = datetime.now(UTC), TickTime(), 0, []
    try:
        nights = by_project(read_nights())
        for entry in Registry.load().entries:
            if tick.is_over():
                break
            try:
                found = due(entry, nights.get(entry.name, []), now)
            except PipelineError as error:
                said.append(f"{entry.name}: {error}")
                continue
            if found is not None:
                asked += 1
                yield found
    except PipelineError as error:
        said.append(str(error))
    if not asked:
        yield dg.SkipReason("; ".join(said)[:1000] or "No night is over whose project tries newer releases.")

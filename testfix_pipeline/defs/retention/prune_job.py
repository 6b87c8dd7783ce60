"""Retention as a job and a schedule: removes data of sessions and runs by the registry's policy."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg
import pandas as pd
from pydantic import Field

from testfix_pipeline.analytics.history.session_retention import RetentionItem, carry_out, collect_garbage, plan
from testfix_pipeline.analytics.history.shared_retention import clones_to_go, shared_to_go
from testfix_pipeline.core.errors import InvalidConfig, PipelineError, UsageError
from testfix_pipeline.defs.display.markdown import markdown_table
from testfix_pipeline.defs.retention import prune_runs
from testfix_pipeline.defs.runs.step import failed
from testfix_pipeline.registry.registered_projects import Registry
from testfix_pipeline.workspace.sessions.session_lookup import own_sessions

SHOWN = 200


@dataclass(frozen=True)
class PruneResult:
    """The items to remove or removed, those over a limit that must stay, and those that could not be removed."""

    items: list[RetentionItem]
    stays: list[RetentionItem]
    problems: list[str]

    @property
    def size(self) -> int:
        return sum(item.size for item in self.items)


def prune(
    instance: dg.DagsterInstance,
    *,
    remove: bool,
    unmerged: bool = False,
    projects: Sequence[Path] = (),
    now: datetime | None = None,
) -> PruneResult:
    """Plan the removals for the registered projects and `projects`, caches and runs; carry them out on request.

    unmerged: also sessions whose fixes are on no other branch. Raises InvalidConfig for an invalid registry, and
    UsageError for a missing project.
    """
    absent = next((path for path in projects if not path.is_dir()), None)
    if absent is not None:
        raise UsageError(f"There is no folder {absent}.", "Name the folder of a project.")
    registry, moment = Registry.load(), now or datetime.now(UTC)
    policy = registry.retention.model_copy(update={"unmerged": "remove"}) if unmerged else registry.retention
    folders = [*(entry.folder() for entry in registry.entries), *projects]
    items = plan(policy, folders, moment)
    items += [*shared_to_go(policy, _remotes(registry, folders), moment), *clones_to_go(policy, moment)]
    items += [*prune_runs.runs_to_go(policy, instance, moment), *prune_runs.leftovers(policy, instance, moment)]
    items += [*prune_runs.partitions_to_go(policy, instance), *prune_runs.nights_to_go(policy, moment)]
    stays = [item for item in items if item.stays]
    if not remove:
        return PruneResult([item for item in items if not item.stays], stays, [])
    gone, problems = carry_out(items)
    for item in gone:
        if item.kind == "session":
            prune_runs.forget_partition(instance, item.name)
    collect_garbage()
    return PruneResult(gone, stays, problems)


def _remotes(registry: Registry, folders: Sequence[Path]) -> set[str]:
    """Return the remotes through which these projects share sessions, by the registry and existing sessions."""
    opened = (record.remote for folder in folders if folder.is_dir() for record in own_sessions(folder))
    return {remote for remote in (*opened, *(entry.remote for entry in registry.entries)) if remote}


class PruneConfig(dg.Config):
    """Launch of `prune`."""

    remove: bool = Field(default=False, description="Remove it; else only list what would go.")
    unmerged: bool = Field(default=False, description="Also sessions whose fixes are on no other branch.")


@dg.op(
    name="remove_old",
    description="Sessions, branches, refs, worktrees, runs, events and logs that are over a limit of `retention` in "
    "projects.yaml. Never what somebody works on, nor, unless asked to, fixes that are on no other branch. Rows of the "
    "history stay.",
    tags={"kind": "git"},
)
def prune_op(context: dg.OpExecutionContext, config: PruneConfig) -> None:
    try:
        done = prune(context.instance, remove=config.remove, unmerged=config.unmerged)
    except PipelineError as error:
        raise failed(error) from None
    for problem in done.problems:
        context.log.warning(problem)
    context.add_output_metadata(
        {
            "what": "removed" if config.remove else "would go",
            "items": len(done.items),
            "mib": round(done.size / (1 << 20), 2),
            "table": markdown_table(_frame(done.items)),
            "stays": markdown_table(_frame(done.stays)),
            "problems": "; ".join(done.problems) or "none",
        }
    )


def _frame(items: list[RetentionItem]) -> pd.DataFrame:
    rows = [(item.kind, item.name, f"{item.size / (1 << 20):.2f}", item.stays or item.why) for item in items[:SHOWN]]
    return pd.DataFrame(rows, columns=["what", "name", "MiB", "why"])


@dg.config_mapping
def prune_config(launch: PruneConfig) -> dict[str, Any]:
    return {"ops": {"remove_old": {"config": launch.model_dump()}}}


@dg.job(
    name="prune",
    config=prune_config,
    executor_def=dg.in_process_executor,
    description="Keep the disk bounded: list, or remove, what sessions and runs left beyond the limits of `retention`.",
)
def prune_job() -> None:
    prune_op()


def _status() -> dg.DefaultScheduleStatus:
    """Return RUNNING if a project is registered, unless the registry says `retention: off`."""
    try:
        registry = Registry.load()
    except InvalidConfig:
        return dg.DefaultScheduleStatus.STOPPED
    wanted = registry.retention.enabled and bool(registry.entries or registry.retention_given)
    return dg.DefaultScheduleStatus.RUNNING if wanted else dg.DefaultScheduleStatus.STOPPED


@dg.schedule(
    name="prune_weekly",
    job=prune_job,
    cron_schedule="0 12 * * sun",
    default_status=_status(),
    description="Every Sunday noon: remove what is over the limits of `retention` in projects.yaml.",
)
def prune_weekly(context: dg.ScheduleEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    try:
        enabled = Registry.load().retention.enabled
    except InvalidConfig as error:
        yield dg.SkipReason(str(error))
        return
    if not enabled:
        yield dg.SkipReason("The registry says `retention: off`.")
        return
    yield dg.RunRequest(run_config={"remove": True, "unmerged": False})

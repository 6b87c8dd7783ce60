"""The jobs, the schedule and the sensors of a project in another code location."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import dagster as dg

from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.defs.component.project_runs import CHECKOUT, TAG, ProjectRuns
from testfix_pipeline.defs.nightly.schedules import PUNCTUAL, decide
from testfix_pipeline.defs.nightly.sensors import MOST_RESUMES, RESUMED, interrupted, next_finished
from testfix_pipeline.defs.runs.run_states import UNFINISHED
from testfix_pipeline.defs.runs.step import LOST
from testfix_pipeline.defs.session.launch_form import show_refusals
from testfix_pipeline.workspace.git.repository import session_key
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions

Asked = Iterator[dg.RunRequest | dg.SkipReason]


def fix_job_name(runs: ProjectRuns) -> str:
    return f"{runs.name}_fix"


def jobs(runs: ProjectRuns, cycle: dg.AssetsDefinition) -> list[Any]:
    """Return the jobs `..._fix` (the cycle, then the history) and `..._history` (only the history)."""
    history = dg.AssetSelection.groups(runs.name) - dg.AssetSelection.assets(cycle)
    what = f"the failing tests of {runs.entry.name}"
    return [
        dg.define_asset_job(
            fix_job_name(runs),
            selection=dg.AssetSelection.groups(runs.name),
            tags=runs.tags,
            op_retry_policy=LOST,
            description=f"Repair {what}: open a session, or go on with one, fix, land on the session's branch.",
        ),
        dg.define_asset_job(f"{runs.name}_history", selection=history, tags=runs.tags, description="Its history."),
    ]


def schedules(runs: ProjectRuns) -> list[dg.ScheduleDefinition]:
    """Return the schedule of the project's nights; none if it is off."""
    entry = runs.entry
    if not entry.schedule:
        return []

    @dg.schedule(
        name=f"{runs.name}_nightly",
        job_name=fix_job_name(runs),
        cron_schedule=entry.schedule,
        execution_timezone=entry.timezone,
        default_status=dg.DefaultScheduleStatus.RUNNING if entry.enabled else dg.DefaultScheduleStatus.STOPPED,
        tags=runs.tags,
        description=f"Repairs `{entry.name}` unless it is green and unchanged. Publishes: {entry.publish}.",
    )
    def nightly(context: dg.ScheduleEvaluationContext) -> Asked:
        due = context.scheduled_execution_time or datetime.now(UTC)
        if entry.missed == "skip" and datetime.now(UTC) - due > PUNCTUAL:
            yield dg.SkipReason("The machine was off when it was due, and the component says `missed: skip`.")
            return
        with show_refusals():
            wanted, reason, _ = decide(runs.own_entry(), _unfinished(runs, context.instance))
        run_key = due.astimezone(UTC).isoformat(timespec="minutes")
        yield dg.RunRequest(run_key=run_key, tags=runs.tags) if wanted else dg.SkipReason(reason)

    return [nightly]


def _unfinished(runs: ProjectRuns, instance: dg.DagsterInstance) -> list[str]:
    own = {name: runs.tags[name] for name in (TAG, CHECKOUT)}
    wanted = dg.RunsFilter(job_name=fix_job_name(runs), tags=own, statuses=UNFINISHED)
    return [run.run_id[:8] for run in instance.get_runs(wanted)]


def sensors(runs: ProjectRuns, cycle: dg.AssetsDefinition) -> list[dg.SensorDefinition]:
    """Return the sensors that resume interrupted sessions, and with `on_session` start runs on finished ones."""
    resume = _resume_sensor(runs, cycle.op.name)
    return [resume, _finished_sensor(runs, cycle.op.name)] if runs.entry.on_session else [resume]


def _options(runs: ProjectRuns, name: str, every_s: int, description: str) -> dict[str, Any]:
    status = dg.DefaultSensorStatus.RUNNING if runs.entry.enabled else dg.DefaultSensorStatus.STOPPED
    return {
        "name": f"{runs.name}_{name}",
        "job_name": fix_job_name(runs),
        "minimum_interval_seconds": every_s,
        "default_status": status,
        "description": description,
    }


def _run_request(runs: ProjectRuns, op: str, key: str, tags: dict[str, str], **config: str) -> dg.RunRequest:
    return dg.RunRequest(run_key=key, run_config={"ops": {op: {"config": config}}}, tags={**runs.tags, **tags})


def _resume_sensor(runs: ProjectRuns, op: str) -> dg.SensorDefinition:
    what = f"Goes on with sessions of `{runs.entry.name}` whose run died, {MOST_RESUMES} times at most."

    @dg.sensor(**_options(runs, "interrupted", 300, what))
    def resume(context: dg.SensorEvaluationContext) -> Asked:
        root, asked = runs.own_entry().folder(), 0
        try:
            found = [one for one in list_sessions(root) if interrupted(root, one)] if root.is_dir() else []
        except PipelineError as error:
            yield dg.SkipReason(str(error))
            return
        for record in found:
            tags = {RESUMED: session_key(root, record.session_id)}
            if context.instance.get_runs_count(dg.RunsFilter(tags=tags)) < MOST_RESUMES:
                asked += 1
                key = f"{record.session_id}:{record.updated_at}"
                yield _run_request(runs, op, key, tags, session_id=record.session_id)
        if not asked:
            yield dg.SkipReason("No session was interrupted." if not found else "Each was resumed often enough.")

    return resume


def _finished_sensor(runs: ProjectRuns, op: str) -> dg.SensorDefinition:
    what = f"Starts the whole pipeline on finished sessions (WFS-...) of `{runs.entry.name}`, once for each."

    @dg.sensor(**_options(runs, "session_finished", 120, what))
    def finished(context: dg.SensorEvaluationContext) -> Asked:
        root = runs.own_entry().folder()
        try:
            record = next_finished(root) if root.is_dir() else None
        except PipelineError as error:
            yield dg.SkipReason(str(error))
            return
        if record is None:
            yield dg.SkipReason("No session is finished and untested.")
        else:
            yield _run_request(runs, op, record.session_id, {}, input=record.session_id)

    return finished

"""Runs a job of the code location from the CLI: the same definitions, on the same instance as the UI."""

import contextlib
import importlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dagster as dg
import yaml
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from testfix_pipeline.core.configuration.launch_groups import PROJECT, grouped
from testfix_pipeline.core.errors import InvalidConfig, machine_error
from testfix_pipeline.defs.runs import dagster_internals
from testfix_pipeline.defs.runs.console_logger import silence_console
from testfix_pipeline.defs.runs.event_storage import cached_storage
from testfix_pipeline.defs.runs.head_start import CODE_LOCATION, SESSION_JOBS, deferred_interrupts, opened_for
from testfix_pipeline.defs.runs.process_role import executing
from testfix_pipeline.defs.runs.session_pointer import pointer, pointer_tags
from testfix_pipeline.workspace import instance_files
from testfix_pipeline.workspace.error_reports import internal_error
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.home import home

_REFUSED = re.compile(r"\w+Error: \[Errno \d+\] (.+)")
_INTERRUPTS = ("DagsterExecutionInterruptedError", "KeyboardInterrupt")
# Our steps write no output. Capturing would need two processes a step, which print errors on Ctrl-C.
_WITHOUT_CAPTURE = {"compute_logs": dagster_internals.NO_COMPUTE_LOGS}
_POSTGRES_EXTRA = "pip install 'testfix-pipeline[postgres]'"


@dataclass(frozen=True)
class JobEnd:
    """The end of a job's run. `error`: the user's message if it failed; `stopped`: the user stopped it.

    next_step: the end of `error` that says what to do, if it has one. report: the path of the report of a bug. spent:
    whether it failed because the session's wall time was over. session: `project` and `session_id` of the session that
    it opened; None if it opened none.
    """

    run_id: str
    success: bool
    error: str = ""
    stopped: bool = False
    detail: str = ""
    next_step: str = ""
    report: str = ""
    spent: bool = False
    session: dict[str, str] | None = None


@contextlib.contextmanager
def instance() -> Iterator[dg.DagsterInstance]:
    """Yield the home's instance, with the home as working directory, since its folders may be relative."""
    place = home()
    instance_files.prepare_home(place)
    before = Path.cwd()
    os.chdir(place)
    try:
        with _open_instance(place) as opened:
            yield opened
    finally:
        os.chdir(before)


def _open_instance(place: Path) -> dg.DagsterInstance:
    try:
        with exclusive(
            place / instance_files.STATE_FOLDER / "instance.lock", "instance"
        ):  # Dagster makes its tables here
            overrides = {**_WITHOUT_CAPTURE, **cached_storage(place / instance_files.INSTANCE_FILE)}
            return dg.DagsterInstance.from_ref(dagster_internals.InstanceRef.from_dir(str(place), overrides=overrides))
    except Exception as error:
        refused = _instance_error(place, error)
        if refused is None:
            raise
        raise refused from error


def run_job(
    name: str, launch: dict[str, Any], tags: Mapping[str, str] | None = None, run_id: str | None = None
) -> JobEnd:
    """Run a job with its flat configuration in this process until its end. `tags` are put on the run.

    run_id: the id for the run if work was done for it in advance; else a new one.

    Raises InvalidConfig if the launch is refused; a failed run is a value.
    """
    with deferred_interrupts():
        # a job by its name, from the part of the code location that has it
        sessions = importlib.import_module(SESSION_JOBS)
        # imported by name, as in the workspace file: the code location imports this package
        location = sessions if name in sessions.JOBS else importlib.import_module(CODE_LOCATION)
        job: dg.JobDefinition = location.defs.resolve_job_def(name)
    with instance() as opened, silence_console():
        with deferred_interrupts(), executing() if opened_for(run_id) else contextlib.nullcontext():
            started = opened_for(run_id)
            known = pointer_tags(started, started.owner) if started is not None else {}
            run = _new_run(opened, job, launch, {**(tags or {}), **known}, run_id)
        with executing():
            result = dagster_internals.execute_run(
                dagster_internals.InMemoryJob(dagster_internals.without_retries(job)), run, opened
            )
        record = opened.get_run_by_id(run.run_id)
        session = pointer(record.tags, run.run_id) if record is not None else None
        if result.success:
            return JobEnd(run.run_id, True, session=session)
        why, next_step, report = _reason(result)
        stopped, detail, spent = _stopped(result), _detail(result), _is_spent(result)
        return JobEnd(run.run_id, False, why, stopped, detail, next_step, report, spent, session)


def _new_run(
    opened: dg.DagsterInstance,
    job: dg.JobDefinition,
    launch: dict[str, Any],
    tags: Mapping[str, str],
    run_id: str | None,
) -> dg.DagsterRun:
    shown = {**job.run_tags, **tags}
    launch = grouped(launch) if PROJECT in launch else launch
    origin = _origin(job.name)
    try:
        return opened.create_run_for_job(job, run_id=run_id, run_config=launch, tags=shown, remote_job_origin=origin)
    except dg.DagsterError as error:
        raise InvalidConfig(str(error).splitlines()[0], f"See `testfix {job.name} --help`.") from error


def _origin(name: str) -> dagster_internals.RemoteJobOrigin:
    """Return the job's origin for the webserver, so that the UI can link to it and rerun it."""
    location = dagster_internals.WorkspaceFileTarget([str(instance_files.workspace_file(home()))]).create_origins()[0]
    return dagster_internals.RemoteRepositoryOrigin(
        location, dagster_internals.SINGLETON_REPOSITORY_NAME
    ).get_job_origin(name)


def _stopped(result: dagster_internals.ExecutionResult) -> bool:
    """Whether the user's interrupt ended the run."""
    failures = [event.step_failure_data.error for event in result.all_events if event.is_step_failure]
    return any(error is not None and _innermost(error).cls_name in _INTERRUPTS for error in failures)


def _is_spent(result: dagster_internals.ExecutionResult) -> bool:
    """Whether a step failed because the session's wall time was over."""
    failures = [event.step_failure_data.user_failure_data for event in result.all_events if event.is_step_failure]
    return any(failure is not None and "budget_spent" in failure.metadata for failure in failures)


def _detail(result: dagster_internals.ExecutionResult) -> str:
    """Return another program's output that the failed step stored."""
    failures = [event.step_failure_data.user_failure_data for event in result.all_events if event.is_step_failure]
    shown = [failure.metadata["detail"].value for failure in failures if failure and "detail" in failure.metadata]
    return str(shown[0]).removeprefix("```\n").removesuffix("\n```") if shown else ""


def _reason(result: dagster_internals.ExecutionResult) -> tuple[str, str, str]:
    """Return the first failed step's message, next step and report; later failures follow from the first."""
    for event in result.all_events:
        if event.is_step_failure:
            failure = event.step_failure_data
            if failure.user_failure_data and failure.user_failure_data.description:
                kept = failure.user_failure_data.metadata
                next_step, report = (str(kept[name].value) if name in kept else "" for name in ("next_step", "report"))
                return str(failure.user_failure_data.description), next_step, report
            return _root_cause(failure.error) if failure.error else ("A step failed without an error.", "", "")
    ended = [event.job_failure_data.error for event in result.all_events if event.is_job_failure]
    if not ended or ended[0] is None:
        return "The run failed before its first step.", "", ""
    is_said = ended[0].cls_name == dg.Failure.__name__
    return (ended[0].message.partition(": ")[2].strip(), "", "") if is_said else _root_cause(ended[0])


def _root_cause(error: dagster_internals.SerializableErrorInfo) -> tuple[str, str, str]:
    message = _innermost(error).message.strip()
    refusal = _REFUSED.match(message)  # such as for a step's value that can't be written
    found = machine_error(OSError(0, refusal[1])) if refusal else internal_error(message, error.to_string())
    return str(found), found.next_step, getattr(found, "report", "")


def _innermost(error: dagster_internals.SerializableErrorInfo) -> dagster_internals.SerializableErrorInfo:
    while error.cause is not None:
        error = error.cause
    return error


def _instance_error(place: Path, error: Exception) -> InvalidConfig | None:
    """Return the user's error for an exception from opening the instance in `place`; None for a bug."""
    file = place / instance_files.INSTANCE_FILE
    for cause in _causes(error):
        if isinstance(cause, ModuleNotFoundError):
            return _missing_module(file, (cause.name or "").partition(".")[0])
        if isinstance(cause, DBAPIError) and type(cause.orig).__module__.startswith("sqlite3"):
            return instance_files.unusable_home(place, cause)
        if isinstance(cause, SQLAlchemyError):
            return _unusable_database(file, cause)
        if isinstance(cause, yaml.YAMLError):
            return InvalidConfig(f"{file} is not valid YAML: {' '.join(str(cause).split())}.", "Correct it.")
        if isinstance(cause, dg.DagsterInvalidConfigError):
            reasons = " ".join(one.message for one in cause.errors) or str(cause)
            return InvalidConfig(f"{file} has settings that Dagster refuses: {reasons}", "Correct them.")
        if isinstance(cause, OSError):
            return instance_files.unusable_home(place, cause)
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _missing_module(file: Path, name: str) -> InvalidConfig:
    if name == "psycopg":  # what SQLAlchemy 2.1 takes `postgresql://` for; dagster-postgres brings psycopg2
        return InvalidConfig(
            f"{file} names PostgreSQL without a driver, which then has to be psycopg 3, and that is not installed.",
            "Write `scheme: postgresql+psycopg2` below `postgres_db`, or begin `postgres_url` with it.",
        )
    if name in ("dagster_postgres", "psycopg2"):
        return InvalidConfig(f"{file} names PostgreSQL, and {name} is not installed.", f"Run {_POSTGRES_EXTRA}.")
    return InvalidConfig(f"{file} names {name}, which is not installed.", "Install it, or correct the file.")


def _unusable_database(file: Path, error: SQLAlchemyError) -> InvalidConfig:
    said = error.orig if isinstance(error, DBAPIError) else error
    reason = (str(said).splitlines() or [type(said).__name__])[0].rstrip(".")
    return InvalidConfig(f"The database that {file} names can't be used: {reason}.", "Start it, or correct the file.")

"""`testfix doctor --cluster`: whether the loss of a worker, run or machine is detected and its work is continued."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import dagster as dg

from testfix_pipeline.core.configuration.presets import PRESETS
from testfix_pipeline.core.configuration.settings import CycleConfig
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.defs.fleet.runs_now import celery_app
from testfix_pipeline.defs.runs.celery_settings import BROKER, VISIBILITY
from testfix_pipeline.defs.runs.executors import check_executor
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.registry.registered_projects import Registry
from testfix_pipeline.workspace.files.process_identity import on_local_disk
from testfix_pipeline.workspace.home import home

Found = dict[str, Any]
# The longest monitoring interval that detects a dead run within a minute.
MOST_POLL_S = 60
ANSWER_S = 3.0
_SHARED = "See deploy/dagster.yaml."


def cluster_rows() -> list[Found]:
    """Return rows for `testfix doctor`: instance, home, broker, and each worker's settings."""
    return [*_instance_rows(), _home_row(), *_worker_rows()]


def _row(check: str, problem: str, good: str, step: str) -> Found:
    state = "broken" if problem else "ok"
    return {"check": check, "state": state, "detail": problem or good, "next_step": step if problem else ""}


def _instance_rows() -> list[Found]:
    try:
        with instance() as opened:
            return [*instance_rows(opened), _daemon_row(opened)]
    except PipelineError as error:
        return [_row("instance", error.what, "", error.next_step)]


def instance_rows(opened: dg.DagsterInstance) -> list[Found]:
    """Return rows on an instance's settings for runs that die."""
    storage = type(opened.event_log_storage).__name__
    is_lone = any(name in storage for name in ("Sqlite", "InMemory", "CachedEventLog"))
    lone = f"{storage} is a file of one machine." if is_lone else ""
    polls = opened.run_monitoring_poll_interval_seconds
    monitored = "" if opened.run_monitoring_enabled else "run_monitoring is off: a run whose process died never ends."
    if not monitored and polls > MOST_POLL_S:
        monitored = f"run_monitoring looks every {polls} s: a dead run is noticed after more than a minute."
    retried = "" if opened.run_retries_enabled else "run_retries is off: a run whose worker died waits for a person."
    return [
        _row("storage", lone, storage, f"Name PostgreSQL. {_SHARED}"),
        _row("monitoring", monitored, f"looks every {polls} s", f"Let it look every {MOST_POLL_S} s. {_SHARED}"),
        _row("retries", retried, f"at most {opened.run_retries_max_retries}", f"Switch them on. {_SHARED}"),
    ]


def _daemon_row(opened: dg.DagsterInstance) -> Found:
    statuses = opened.get_daemon_statuses()
    silent = sorted(kind for kind, status in statuses.items() if status.required and not status.healthy)
    problem = f"No word from: {', '.join(silent)}." if silent else ""
    return _row("daemon", problem, "all parts are alive", "Start dagster-daemon, or look at its log.")


def _home_row() -> Found:
    place = home()
    problem = "" if on_local_disk(place) else f"{place} is on a disk that other machines may have mounted."
    step = "Locks need a local disk: give each machine a home of its own, and launches a `remote`."
    return _row("home", problem, f"{place}, on a local disk", step)


def _worker_rows() -> list[Found]:
    try:
        check_executor("celery")
    except PipelineError as error:
        return [_row("broker", error.what, "", error.next_step)]
    try:
        settings = worker_settings(os.environ[BROKER])
    except Exception as error:  # each broker has its own errors
        return [_row("broker", f"It can't be asked: {type(error).__name__}.", "", f"Start it, or correct {BROKER}.")]
    rows = [_row("broker", "", "it answers", "")]
    if not settings:
        start = "celery -A testfix_pipeline.defs.runs.celery_app worker -Q dagster"
        return [*rows, _row("worker", "No worker answers.", "", f"Start one: {start}")]
    longest = longest_attempt_s()
    return rows + [row for name, conf in sorted(settings.items()) for row in setting_rows(name, conf, longest)]


def worker_settings(address: str) -> dict[str, Mapping[str, Any]]:
    """Return the settings of each live worker by name. Raises the errors of Celery and the broker's client."""
    app = celery_app(address)
    with app.connection_for_read() as connection:
        connection.ensure_connection(max_retries=1, timeout=ANSWER_S)
        found: dict[str, Mapping[str, Any]] | None = app.control.inspect(timeout=ANSWER_S, connection=connection).conf()
    return found or {}


def longest_attempt_s() -> float:
    """Return the longest time of an attempt in seconds: the largest budget of a preset or project."""
    usual = CycleConfig.model_fields["budget_seconds"].default
    presets = [preset.get("budget_seconds", 0) for preset in PRESETS.values()]
    try:
        entries = [entry.settings.get("budget_seconds", 0) for entry in Registry.load().entries]
    except PipelineError:
        entries = []
    return float(max([usual, *presets, *entries]))


def setting_rows(worker: str, conf: Mapping[str, Any], longest_s: float) -> list[Found]:
    """Return rows on a worker's settings for steps whose process or machine dies."""
    step = "Start it by testfix_pipeline.defs.runs.celery_app, which sets it."
    rows = []
    for name in ("task_acks_late", "task_reject_on_worker_lost"):
        problem = "" if conf.get(name) is True else f"{name} is off: a step is lost with its worker."
        rows.append(_row(worker, problem, name, step))
    ahead = conf.get("worker_prefetch_multiplier", 4)
    problem = "" if ahead == 1 else f"worker_prefetch_multiplier is {ahead}: steps wait for a busy worker."
    rows.append(_row(worker, problem, "worker_prefetch_multiplier", step))
    seen = (conf.get("broker_transport_options") or {}).get("visibility_timeout", 3600)
    problem = ""
    if seen <= longest_s:
        problem = f"visibility_timeout is {seen:g} s, and an attempt may take {longest_s:g} s: it would run twice."
    lower = f"Raise {VISIBILITY}, or lower budget_seconds; with a `remote` in every launch it is right."
    rows.append(_row(worker, problem, f"visibility_timeout {seen:g} s, above {longest_s:g} s", lower))
    return rows

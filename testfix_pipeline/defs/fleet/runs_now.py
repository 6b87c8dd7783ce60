"""The current runs and workers, from Dagster's instance and Celery's broker."""

import os
from datetime import UTC, datetime
from typing import Any

import dagster as dg

from testfix_pipeline.analytics.fleet.fleet import FleetState
from testfix_pipeline.defs.runs.celery_settings import BROKER
from testfix_pipeline.defs.runs.run_states import QUEUED, RUNNING

# Workers that answer later are ignored, since people wait for the page.
ANSWER_S = 1.0


def runs_now(instance: dg.DagsterInstance, now: datetime | None = None) -> FleetState:
    """Return the numbers of waiting and current runs, and the live workers; `problem` if the broker is unreachable."""
    moment, queued = now or datetime.now(UTC), dg.RunsFilter(statuses=QUEUED)
    oldest = instance.get_run_records(queued, limit=1, ascending=True)
    waited = (moment - oldest[0].create_timestamp).total_seconds() if oldest else 0.0
    counts = (instance.get_runs_count(queued), instance.get_runs_count(dg.RunsFilter(statuses=RUNNING)))
    if not os.environ.get(BROKER):
        return FleetState(*counts, max(0.0, waited))
    try:
        return FleetState(*counts, max(0.0, waited), workers_of(os.environ[BROKER]))
    except Exception as error:  # each broker has its own errors
        return FleetState(
            *counts, max(0.0, waited), (), f"The broker in {BROKER} can't be asked: {type(error).__name__}."
        )


def workers_of(address: str) -> tuple[str, ...]:
    """Return the names of the workers that answer. Raises the errors of Celery and the broker's client."""
    app = celery_app(address)
    with app.connection_for_read() as connection:
        connection.ensure_connection(max_retries=1, timeout=ANSWER_S)
        answers = app.control.ping(timeout=ANSWER_S, connection=connection) or []
    return tuple(sorted(name for answer in answers for name in answer))


def celery_app(address: str) -> Any:
    """Return a Celery application that only queries workers; it gives up on an absent broker soon."""
    from celery import Celery

    app = Celery(broker=address)
    app.conf.broker_connection_timeout = ANSWER_S
    app.conf.broker_transport_options = {"socket_connect_timeout": ANSWER_S, "socket_timeout": ANSWER_S}
    return app

"""Settings that the run's process and the Celery workers must share."""

from __future__ import annotations

import os
from typing import Any

BROKER = "TESTFIX_CELERY_BROKER"
"""The variable with the broker's address, such as redis://127.0.0.1:6379/0."""
RESULTS = "TESTFIX_CELERY_RESULTS"
"""The variable with the address of the result backend where that is not the broker, such as rpc:// for RabbitMQ."""

VISIBILITY = "TESTFIX_CELERY_VISIBILITY_S"
"""The variable with the seconds after which Redis gives a step of a lost machine to another worker.

On a shared disk an attempt that lasts longer would be carried out twice: the longest preset ends a session after four
hours. Sessions in a git remote fence that off, so that a minute is enough for them.
"""
VISIBILITY_S = float(os.environ.get(VISIBILITY) or 18_000)

SETTINGS: dict[str, Any] = {
    # acknowledge a step only at its end, so that another worker gets it if its process is killed
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "worker_prefetch_multiplier": 1,
    # a process holds its session until it ends
    "worker_max_tasks_per_child": 1,
    "broker_connection_retry_on_startup": True,
    "broker_transport_options": {"visibility_timeout": VISIBILITY_S},
}

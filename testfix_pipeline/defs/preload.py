"""Imported once by the fork server of the multiprocess executor, so that a step starts in a tenth of the time.

Imports only; nothing here opens a connection (a fork would share it).
"""

import dagster._core.instance
import dagster._core.storage.event_log.sqlite
import dagster._core.storage.runs.sqlite
import dagster._core.storage.schedules.sqlite
import dagster._core.workspace.load
import dagster._daemon
import dagster._grpc.server  # noqa: F401

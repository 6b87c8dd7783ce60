"""The private names of Dagster that this project uses: what to check when Dagster is upgraded.

Those of its storage are in `event_storage.py`: they take as long to import as Dagster itself, and definitions do not
need them.
"""

from dagster._config import process_config as process_config
from dagster._core.definitions.job_base import InMemoryJob as InMemoryJob
from dagster._core.definitions.job_definition import JobDefinition
from dagster._core.definitions.repository_definition import SINGLETON_REPOSITORY_NAME as SINGLETON_REPOSITORY_NAME
from dagster._core.errors import DagsterUserCodeProcessError as DagsterUserCodeProcessError
from dagster._core.execution.api import execute_run as execute_run
from dagster._core.execution.execution_result import ExecutionResult as ExecutionResult
from dagster._core.instance.ref import InstanceRef as InstanceRef
from dagster._core.remote_origin import RemoteJobOrigin as RemoteJobOrigin
from dagster._core.remote_origin import RemoteRepositoryOrigin as RemoteRepositoryOrigin
from dagster._core.system_config.objects import ResolvedRunConfig as ResolvedRunConfig
from dagster._core.workspace.load_target import WorkspaceFileTarget as WorkspaceFileTarget
from dagster._utils.error import SerializableErrorInfo as SerializableErrorInfo  # type: ignore[attr-defined]
from dagster._utils.schedules import schedule_execution_time_iterator as schedule_execution_time_iterator

# A compute log manager that captures no output.
NO_COMPUTE_LOGS = {"module": "dagster._core.storage.noop_compute_log_manager", "class": "NoOpComputeLogManager"}
# The module that a step's process of the multiprocess executor imports first.
STEP_PROCESS_MODULES = (
    *("dagster._core.instance", "dagster._core.storage.event_log.sqlite"),
    *("dagster._core.storage.runs.sqlite", "dagster._core.storage.schedules.sqlite"),
    *("dagster._core.workspace.load", "dagster._daemon", "dagster._grpc.server"),
)


def without_retries(job: JobDefinition) -> JobDefinition:
    """Return the job without its retries, for a run in this process.

    Steps of a run in this process can't be lost, so `LOST` retries only repeat what Ctrl-C ended.
    """
    return job._copy(op_retry_policy=None)

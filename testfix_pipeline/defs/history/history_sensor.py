"""The sensor that keeps the history's tables fresh wherever the sessions ran: the UI, the command line, another run."""

import hashlib
from collections.abc import Iterator

import dagster as dg

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.waiting_sessions import waiting
from testfix_pipeline.analytics.nightly.nights import read_nights
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.defs.runs.run_states import UNFINISHED

VERSION = "history_version"
"""The key of the metadata of `sessions` for the version of the rows that a run makes its tables from."""
JOB = "history"


@dg.sensor(
    name="new_sessions",
    job_name=JOB,
    minimum_interval_seconds=20,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Makes the history's tables again once a session or a night has ended or changed, whoever ran it.",
)
def new_sessions(context: dg.SensorEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    history = History()
    try:
        notes = [(one.note.name, one.note.stat().st_mtime_ns) for one in waiting(history.folder)]
        version, is_empty = version_of(history), not (history.row_counts()["sessions"] or read_nights())
    except (PipelineError, OSError) as error:
        yield dg.SkipReason(str(error))
        return
    if not notes and (is_empty or version == _made_from(context.instance)):
        yield dg.SkipReason("The tables are of all sessions and nights.")
    elif context.instance.get_runs_count(dg.RunsFilter(job_name=JOB, statuses=UNFINISHED)):
        yield dg.SkipReason("A run makes them; a later tick looks again.")
    else:
        yield dg.RunRequest(run_key=hashlib.sha256(f"{version} {notes}".encode()).hexdigest())


def version_of(history: History) -> str:
    """Return a text that changes whenever rows of sessions or nights change."""
    return hashlib.sha256(f"{history.version()} {read_nights()}".encode()).hexdigest()


def _made_from(instance: dg.DagsterInstance) -> str:
    """Return the version of the rows that the last run took up; "" if there was none."""
    event = instance.get_latest_materialization_event(dg.AssetKey("sessions"))
    made = event.asset_materialization if event is not None else None
    return str(made.metadata[VERSION].value) if made is not None and VERSION in made.metadata else ""

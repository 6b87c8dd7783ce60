"""The asset that publishes the history for readers on other machines."""

import os
from typing import Any

import dagster as dg

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.shared_history import SHARED, publish_history, writer_name
from testfix_pipeline.analytics.tables.schema import SOURCES
from testfix_pipeline.defs.runs.step import report_errors
from testfix_pipeline.workspace.files.shared_location import Location

_DESCRIPTION = (
    f"The history at the location that {SHARED} names (anything fsspec has a driver for), as Parquet by day. This home "
    "is its one writer; `testfix history --at LOCATION` reads it from anywhere. Without the variable nothing is done."
)


@dg.asset(
    name="shared_history",
    deps=list(SOURCES),
    description=_DESCRIPTION,
    group_name="history",
    owners=["team:testfix"],
    kinds={"parquet"},
)
def shared_history() -> dg.MaterializeResult[Any]:
    url = os.environ.get(SHARED, "")
    if not url:
        return dg.MaterializeResult(metadata={"published": f"no: {SHARED} is not set"})
    with report_errors():
        done = publish_history(History(), url, writer_name())
    days = ", ".join(done.days[-20:]) or "none"
    figures: dict[str, Any] = {"version": done.version, "days": days, "written": done.written, "removed": done.removed}
    return dg.MaterializeResult(metadata={"published": Location(url).shown, **figures})

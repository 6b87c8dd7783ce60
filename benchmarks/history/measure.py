"""In a fresh process: one job on a history, with its wall time, its CPU time and the most memory that it held."""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.history.generate import session
from testfix_pipeline.analytics.history.history_store import DERIVED, History
from testfix_pipeline.analytics.history.history_tables import Tables
from testfix_pipeline.analytics.reports.history_report import all_sessions_page
from testfix_pipeline.analytics.tables.schema import FOLLOWING


def rebuild(history: History) -> None:
    """Every table that follows, read from the sessions' tables, made, and kept."""
    for file in (history.folder / DERIVED).glob("*.version"):
        file.unlink()
    tables = Tables(history)
    for name in FOLLOWING:
        tables.whole(name)


def report(history: History) -> None:
    """The page of all sessions, from kept tables as after the job `history`."""
    assert len(all_sessions_page(Tables(history))) > 10_000


def main() -> None:
    """`measure JOB FOLDER`: prints wall and CPU seconds and MiB as JSON. The session of `append` is made beforehand."""
    job, folder = sys.argv[1], Path(sys.argv[2])
    history = History(folder)
    with tempfile.TemporaryDirectory() as place:
        frames = session(Path(place), 999_999) if job == "append" else {}
    start, worked = time.perf_counter(), time.process_time()
    if job == "append":
        history.append(frames)
    else:
        {"rebuild": rebuild, "report": report}[job](history)
    seconds, cpu = time.perf_counter() - start, time.process_time() - worked
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"seconds": seconds, "cpu": cpu, "mib": peak}))


if __name__ == "__main__":
    main()

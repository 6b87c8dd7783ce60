"""In a fresh process: one job of `make bench-scale`, and the plain way on the same data."""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg
import fsspec
import yaml

from benchmarks.history.generate import session
from benchmarks.scale.fleet_home import copied, fill_history
from testfix_pipeline.analytics.fleet.fleet import fleet
from testfix_pipeline.analytics.fleet.fleet_page import fleet_page
from testfix_pipeline.analytics.fleet.project_states import SESSION_COLUMNS
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.shared_history import fetch_history, publish_history
from testfix_pipeline.analytics.nightly import nights as nights_file
from testfix_pipeline.analytics.nightly.nights import note, read_nights
from testfix_pipeline.analytics.tables.schema import typed
from testfix_pipeline.registry import registry_file
from testfix_pipeline.registry.registered_projects import Registry

Timed = tuple[float, float]  # CPU and wall seconds
Row = dict[str, Any]


def timed(work: Callable[[], object]) -> Timed:
    start, worked = time.perf_counter(), _cpu()
    work()
    return _cpu() - worked, time.perf_counter() - start


def _cpu() -> float:
    """Processor seconds of this process and its ended children."""
    return time.process_time() + sum(os.times()[2:4])


def row(done: Timed, plain: Timed, note: str = "") -> Row:
    return {"cpu": done[0], "wall": done[1], "plain": plain[0], "note": note}


def registry(place: Path, _sessions: int) -> Row:
    plain = timed(Registry.load)
    return row(timed(Registry.load), plain)


def definitions(place: Path, _sessions: int) -> Row:
    """Both with the registry read and Dagster imported; what differs are the schedules."""
    from testfix_pipeline.defs.nightly.schedules import schedules

    def load() -> None:
        made = dg.Definitions(schedules=schedules(), jobs=JOBS)
        made.get_repository_def().load_all_definitions()

    from testfix_pipeline.defs.session import session_jobs

    JOBS = [session_jobs.defs.resolve_job_def("fix")]
    Registry.load()
    done = timed(load)
    file = place / "projects.yaml"
    content = yaml.safe_load(file.read_text())
    plainly = [{**entry, "schedule": "0 2 * * *"} for entry in content["projects"]]
    file.write_text(yaml.safe_dump({"projects": plainly}))
    Registry.load()
    return row(done, timed(load))


def sweep(place: Path, _sessions: int) -> Row:
    from testfix_pipeline.defs.nightly.sensors import resume_interrupted

    def tick(cursor: str | None) -> str:
        with dg.DagsterInstance.ephemeral() as one, dg.build_sensor_context(instance=one, cursor=cursor) as context:
            return str(resume_interrupted.evaluate_tick(context).cursor)

    from testfix_pipeline.workspace.sessions.session_lookup import list_sessions

    roots = [entry.folder() for entry in Registry.load().entries]
    ticks: list[Timed] = []
    cursor: str | None = None
    while not ticks or json.loads(cursor or "{}")["after"]:
        found: list[str] = []
        ticks.append(timed(lambda: found.append(tick(cursor))))  # noqa: B023
        cursor = found[0]
    plain = timed(lambda: [list_sessions(root) for root in roots])
    longest = max(ticks, key=lambda one: one[1])
    return row(longest, plain, f"{len(ticks)} ticks, the longest {longest[1]:.1f} s of wall time")


def window(place: Path, _sessions: int) -> Row:
    from testfix_pipeline.defs.nightly.schedules import decide
    from testfix_pipeline.defs.nightly.window import due_runs

    entries = [entry for entry in Registry.load().entries if (entry.folder() / ".git").exists()]
    each = timed(lambda: [decide(entry) for entry in entries])
    plain = tuple(seconds / len(entries) * len(Registry.load().entries) for seconds in each)
    read_nights()
    found: list[Any] = []
    with dg.DagsterInstance.ephemeral() as instance:
        done = timed(lambda: found.extend(due_runs(instance, "fix", datetime.now(UTC), lambda: False)))
    assert len(found) == 4, found
    return row(done, (plain[0], plain[1]), "plain: extrapolated from 20 repositories")


def nights(place: Path, _sessions: int) -> Row:
    plain = timed(read_nights)
    note("one", "more", verdict="green")
    return row(timed(read_nights), plain)


def page(place: Path, _sessions: int) -> Row:
    def make() -> None:
        found = fleet(Registry.load(), read_nights(), typed("sessions", [])[SESSION_COLUMNS], datetime.now(UTC))
        assert len(fleet_page(found)) > 1000

    plain = timed(make)
    registry_kept = bool(registry_file._known) and bool(nights_file._readers)
    assert registry_kept
    return row(timed(make), plain)


def publish(place: Path, sessions: int) -> Row:
    history = History()
    fill_history(history, place, sessions)
    url = "memory://bench/history"
    plain = timed(lambda: publish_history(history, url, "bench"))
    history.append(copied(session(place / "more", 21), sessions + 20))
    done = timed(lambda: publish_history(history, url, "bench"))
    size = sum(fsspec.filesystem("memory").size(path) for path in fsspec.filesystem("memory").find("/bench"))
    return row(done, plain, f"{size / 2**20:.1f} MiB published")


def fetch(place: Path, sessions: int) -> Row:
    history, shared, reader = History(), str(place / "shared"), place / "reader"
    fill_history(history, place, sessions)
    publish_history(history, shared, "bench")
    plain = timed(lambda: fetch_history(shared, reader))
    history.append(copied(session(place / "more", 21), sessions + 20))
    publish_history(history, shared, "bench")
    return row(timed(lambda: fetch_history(shared, reader)), plain)


def main() -> None:
    """`measure JOB HOME SESSIONS`: prints the row as JSON."""
    job, place, sessions = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    jobs: dict[str, Callable[[Path, int], Row]] = {
        one.__name__: one for one in (registry, definitions, sweep, window, nights, page, publish, fetch)
    }
    found = jobs[job](place, sessions)
    found["mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(found))


if __name__ == "__main__":
    main()

"""`make bench-scale`: 100,000 sessions, as partitions of Dagster and in the history, on fsspec memory and on the disk.

Each job runs in a process of its own, whose peak memory is its row's, at a tenth of the sessions and at all. Its ratio
is the CPU time of a session at all to that at a tenth: 1 where time grows with the sessions, 10 with their square.
`--quick` takes a tenth. Exits with 1 where a ratio is above 3 or a peak above 2 GiB.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import dagster as dg
import pandas as pd

from benchmarks.history.generate import session
from benchmarks.proof import in_fresh_process, memory, parser
from benchmarks.scale.fleet_home import copied
from benchmarks.scale.measured_calls import cpu
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.shared_history import fetch_history, publish_history
from testfix_pipeline.analytics.tables.schema import SOURCES
from testfix_pipeline.core.configuration.retention import Policy
from testfix_pipeline.defs.retention.prune_runs import partitions_to_go
from testfix_pipeline.defs.session.session_metadata import PARTITIONS

SESSIONS, PART = 100_000, 10
AIM_RATIO, AIM_MIB = 3.0, 2048
# Outcomes of each session in the history; the plain rows of `make bench-scale` have 500.
OUTCOMES = 20
ADDED_AT_ONCE = 500
Row = dict[str, Any]


def partitions(place: Path, sessions: int) -> Row:
    """Add them as runs do, look at a page as the UI does, take those beyond retention's limit away."""
    name = str(PARTITIONS.name)
    keys = [f"project--WFS-{number:06d}" for number in range(sessions)]
    (place / "dagster.yaml").write_text("telemetry: {enabled: false}\n")
    with dg.DagsterInstance.local_temp(str(place)) as instance:
        began = cpu()
        for start in range(0, sessions, ADDED_AT_ONCE):
            instance.add_dynamic_partitions(name, keys[start : start + ADDED_AT_ONCE])
        added = cpu()
        instance.add_dynamic_partitions(name, ["project--WFS-more"])
        one = cpu()
        page = instance.event_log_storage.get_paginated_dynamic_partitions(name, limit=100, ascending=False)
        assert len(page.results) == 100
        seen = cpu()
        policy = Policy(partition_count=sessions * 9 // 10)
        [item] = partitions_to_go(policy, instance)
        item.remove()
        assert len(instance.get_dynamic_partitions(name)) == policy.partition_count
        pruned = cpu()
    return {
        "seconds": pruned - began,
        "note": f"one more {one - added:.3f}, a page {seen - one:.3f}, a tenth pruned {pruned - seen:.1f} CPU s",
    }


def history(place: Path, sessions: int) -> Row:
    """Publish all to the disk and to memory, then one more to both, and fetch it all elsewhere; filling is left out."""
    made = History(place / "history")
    for part in _parts(place, sessions):
        made._append_merged(part)
    urls = (str(place / "shared"), "memory://bench/history")
    began = cpu()
    seconds = [_seconds(partial(publish_history, made, url, "bench")) for url in urls]
    made.append(copied(_cut(session(place / "more", 21)), sessions))
    again = sum(_seconds(partial(publish_history, made, url, "bench")) for url in urls)
    fetched = _seconds(lambda: fetch_history(urls[0], place / "reader"))
    found = History(place / "reader").read("sessions", ["session_key"])
    assert len(found) == sessions + 1, len(found)
    note = f"local {seconds[0]:.1f}, memory {seconds[1]:.1f}, one more {again / 2:.1f}, fetched {fetched:.1f} CPU s"
    return {"seconds": cpu() - began, "note": note}


def _seconds(work: Callable[[], object]) -> float:
    began = cpu()
    work()
    return cpu() - began


def _parts(place: Path, sessions: int) -> Iterator[dict[str, pd.DataFrame]]:
    """The frames of 500 sessions at a time, twenty a day: each time the same ones under other names."""
    made = [_cut(session(place / "made", number)) for number in range(20)]
    every = [copied(made[number % len(made)], number) for number in range(ADDED_AT_ONCE)]
    first = {table: pd.concat([frames[table] for frames in every], ignore_index=True) for table in SOURCES}
    for start in range(0, sessions, ADDED_AT_ONCE):
        names = {f"WFS-test-{number:06d}": f"WFS-test-{number + start:06d}" for number in range(ADDED_AT_ONCE)}
        keys = {key: key[: -len("WFS-test-000000")] + names[key[-len("WFS-test-000000") :]]
                for key in first["sessions"]["session_key"]}  # fmt: skip
        part = {
            table: frame.assign(session_key=frame["session_key"].map(keys), session_id=frame["session_id"].map(names))
            for table, frame in first.items()
        }
        created = part["sessions"]["created_at"] + pd.Timedelta(days=start // 20)
        yield {**part, "sessions": part["sessions"].assign(created_at=created)}


def _cut(frames: dict[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    return {**frames, "test_outcomes": frames["test_outcomes"].head(OUTCOMES)}


JOBS: tuple[Callable[[Path, int], Row], ...] = (partitions, history)


def main() -> int:
    sessions = SESSIONS // (PART if parser("scale.sessions", __doc__, "a tenth").parse_args().quick else 1)
    worst, peak = 0.0, 0.0
    for job in JOBS:
        part, whole = (_measured(job.__name__, number) for number in (sessions // PART, sessions))
        ratio = whole["seconds"] / max(part["seconds"], 0.001) / PART
        worst, peak = max(worst, ratio), max(peak, whole["mib"])
        print(
            f"{job.__name__:<16} {sessions:,} sessions {whole['seconds']:>8.1f} CPU s   "
            f"a session's to that at {sessions // PART:,}: ratio {ratio:.2f}   {whole['mib']:.0f} MiB   "
            f"{whole['note']}",
            flush=True,
        )
    verdict = "met" if worst <= AIM_RATIO and peak <= AIM_MIB else "MISSED"
    print(
        f"{sessions:,} sessions: ratio of a session's CPU time at most {worst:.2f} (aim {AIM_RATIO:g}), "
        f"peak {peak:.0f} MiB (aim {AIM_MIB}): {verdict}"
    )
    return 0 if verdict == "met" else 1


def _measured(job: str, sessions: int) -> Row:
    with tempfile.TemporaryDirectory(prefix="testfix-bench-sessions-", dir=memory()) as name:
        return in_fresh_process(Path(name), "benchmarks.scale.sessions", "--job", job, name, str(sessions))


def job_of_its_own(name: str, place: Path, sessions: int) -> None:
    """Carry out one job and print its row."""
    found = next(job for job in JOBS if job.__name__ == name)(place, sessions)
    print(json.dumps({**found, "mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--job"]:
        job_of_its_own(sys.argv[2], Path(sys.argv[3]), int(sys.argv[4]))
    else:
        sys.exit(main())

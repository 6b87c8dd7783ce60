"""`make bench-scale`: thousands of registered projects, and a history that grows, against the plain way of doing it.

Each row is a process of its own; figures are CPU seconds, with a ratio to the plain way on the same data. `--quick`
takes a tenth. Exits with 1 where a tick takes longer than a third of the minute that Dagster gives it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.proof import in_fresh_process, memory, parser
from benchmarks.scale.fleet_home import make_home

PROJECTS, SESSIONS, PART = 5000, 5000, 10
TICK_S = 20.0
# The job, what it is, and what the plain way does instead.
JOBS = (
    ("registry", "registry, read again", "parse the file"),
    ("definitions", "definitions load, in the window", "a schedule for each project"),
    ("sweep", "longest tick of a sensor", "look at all, warm"),
    ("window", "tick of the window, 4 places", "look at every project"),
    ("nights", "nights, one more noted", "read all nights"),
    ("page", "fleet page", "read all nights and make it"),
    ("publish", "publish one more session", "publish all"),
    ("fetch", "fetch one more session", "fetch all"),
)


def main() -> int:
    part = PART if parser("scale", __doc__, "a tenth").parse_args().quick else 1
    projects, sessions = PROJECTS // part, SESSIONS // part
    print(f"{projects} registered projects, 30 nights of each, {sessions} sessions of 500 outcomes in the history")
    longest = 0.0
    with tempfile.TemporaryDirectory(prefix="testfix-bench-scale-", dir=memory()) as name:
        for job, what, plainly in JOBS:
            place = Path(name) / job
            make_home(place, projects)
            row = in_fresh_process(place, "benchmarks.scale.measure", job, str(place), str(sessions))
            ratio = row["plain"] / max(row["cpu"], 0.001)
            print(
                f"{what:<34} {row['cpu']:>8.3f} CPU s   {plainly}: {row['plain']:.3f} CPU s   ratio {ratio:.1f}"
                f"   {row['mib']:.0f} MiB   {row.get('note', '')}".rstrip(),
                flush=True,
            )
            longest = max(longest, row["wall"] if job in ("sweep", "window") else 0.0)
    verdict = "met" if longest <= TICK_S else "MISSED"
    print(f"scale of {projects} projects: longest tick {longest:.1f} s of wall time (aim {TICK_S:g}): {verdict}")
    return 0 if longest <= TICK_S else 1


if __name__ == "__main__":
    sys.exit(main())

"""`make bench-history`: the history at 1x, 10x and 100x, up to a million test outcomes from 2,000 sessions.

The sessions are written with the real store and read with the real frames; what was made lies in the user's cache, so
that a broken-off run goes on. Aims are judged by CPU seconds, which others on the machine don't change much (threads
add up); wall time stands beside them. `--quick` stops at 200 sessions. Exits with 1 where an aim is missed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.history.generate import session
from benchmarks.proof import parser
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.tables.schema import SCHEMA_VERSION

SIZES = (20, 200, 2000)
STEP = 100
AIMS = {"rebuild": 10.0, "append": 1.0, "report": 2.0}
AIM_MIB = 1024
ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    sizes = SIZES[:2] if parser("history", __doc__, "up to 200 sessions").parse_args().quick else SIZES
    place = _place()
    names = ("sessions", "outcomes", "disk MiB", "files", "MiB", *(f"{job} s" for job in AIMS))
    print(" ".join(f"{name:>14}" for name in names) + "   (CPU/wall)")
    rows = [_row(place, size) for size in sizes]
    last = rows[-1]
    missed = [job for job, aim in AIMS.items() if max(row[job]["cpu"] for row in rows) >= aim]
    missed += ["memory"] if last["rebuild"]["mib"] >= AIM_MIB else []
    figures = ", ".join(f"{job} {last[job]['cpu']:.2f} CPU s (aim {aim:g})" for job, aim in AIMS.items())
    verdict = f"MISSED: {', '.join(missed)}" if missed else "met"
    memory = f"{last['rebuild']['mib']:.0f} MiB (aim {AIM_MIB})"
    print(f"history of {last['outcomes']} outcomes: {figures}, {memory}: {verdict}")
    return 1 if missed else 0


def _place() -> Path:
    """Where the sessions lie; another one for every version of what makes them."""
    files = [ROOT / "testfix_pipeline/analytics/sources/frames.py", Path(__file__).with_name("generate.py")]
    content = b"".join(file.read_bytes() for file in files) + str(SCHEMA_VERSION).encode()
    version = hashlib.sha256(content).hexdigest()[:12]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "testfix-benchmarks" / f"history-{version}"


def _row(place: Path, size: int) -> dict[str, dict[str, float]]:
    folder = _filled(place, size)
    history = History(folder)
    files = [path for path in folder.rglob("*.parquet") if path.parent.name != "derived"]
    found: dict[str, dict[str, float]] = {job: _measured(job, folder) for job in AIMS}
    row = {**found, "outcomes": history.row_counts()["test_outcomes"]}
    disk = sum(path.stat().st_size for path in files) / 2**20
    seconds = (f"{found[job]['cpu']:.2f}/{found[job]['seconds']:.2f}" for job in AIMS)
    cells = (size, row["outcomes"], f"{disk:.1f}", len(files), f"{found['rebuild']['mib']:.0f}", *seconds)
    print(" ".join(f"{cell:>14}" for cell in cells), flush=True)
    return row  # type: ignore[return-value]


def _filled(place: Path, size: int) -> Path:
    """A history of that many sessions, made from the next smaller one that is there, a hundred at a time."""
    folder = place / str(size)
    if folder.exists():
        return folder
    there = [int(path.name) for path in place.glob("*") if path.name.isdigit() and int(path.name) < size]
    known = max(there, default=0)
    step = min(size, known + STEP - known % STEP)
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="testfix-bench-history-", dir=_scratch()) as name:
        made = Path(shutil.copytree(place / str(known), Path(name) / "history")) if known else Path(name) / "history"
        history = History(made)
        for number in range(known, step):
            history.append(session(Path(name), number))
        shutil.copytree(made, place / f"{step}.part", dirs_exist_ok=True)
    (place / f"{step}.part").rename(place / str(step))
    if known and known not in SIZES:
        shutil.rmtree(place / str(known))
    each = (time.perf_counter() - start) / (step - known)
    print(f"  (made sessions {known + 1} to {step}: {each:.2f} s each)", flush=True)
    return _filled(place, size)


def _scratch() -> str | None:
    """Sessions are made in memory where that can be: how fast a disk syncs them is not what is measured."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def _measured(job: str, folder: Path) -> dict[str, float]:
    """The job in a process of its own; what appends does so on a copy."""
    with tempfile.TemporaryDirectory(prefix="testfix-bench-history-") as name:
        used = Path(shutil.copytree(folder, Path(name) / "history")) if job == "append" else folder
        command = [sys.executable, "-m", "benchmarks.history.measure", job, str(used)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
        found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
        return found


if __name__ == "__main__":
    sys.exit(main())

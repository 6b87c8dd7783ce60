"""`make prove-cluster`: workers on one git remote, killed at random, and what became of their attempts.

Three kinds of races: attempts that only wait, with many kills; whole sessions, with real worktrees and test runs, on
machines with homes of their own; and the cycle on Celery with Redis and PostgreSQL, in two mount namespaces, with a
worker killed in an attempt. Lost is an attempt that never landed, twice one that landed again, stuck a worker that did
not end. Rows are kept by the state of the code. Exits with 1 where anything is wrong.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.cluster.races import Row, claims_race, cycle_race
from benchmarks.proof import Kept, memory, parser
from benchmarks.repair.cache import ROOT

SOURCES = ("testfix_pipeline", "benchmarks/cluster", "testfix_pipeline_tests/defs/test_shared_celery.py")
CELERY = "testfix_pipeline_tests/defs/test_shared_celery.py"
NEEDED = {"Redis": "redis-server", "PostgreSQL": "psql", "unshare": "unshare"}
Race = Callable[[Path], Row]


def main() -> int:
    options = parser("cluster", __doc__, "one race of each kind, with few kills", "run every race again").parse_args()
    kept = Kept("cluster", *SOURCES, fresh=options.fresh)
    missing = [name for name, program in NEEDED.items() if shutil.which(program) is None]
    races = dict(_races(options.quick))
    if missing:
        print(f"NOT RUN HERE: the cycle on Celery, for this machine has no {' and no '.join(missing)}")
        races.pop("celery")
    known = {row["name"]: row for row in kept.rows}
    for name, race in races.items():
        if name not in known:
            with tempfile.TemporaryDirectory(prefix="prove-cluster-", dir=memory()) as folder:
                known[name] = kept.add({"name": name, **race(Path(folder))})
            print(
                f"{name}: {known[name]['seconds']:.0f} s {'; '.join(known[name]['wrong'])}", file=sys.stderr, flush=True
            )
    return _report([known[name] for name in races])


def _races(quick: bool) -> list[tuple[str, Race]]:
    """The races by name: seeds say who is killed when."""
    if quick:
        claims = [("claims 1", partial(claims_race, seed=1, workers=4, kills=10, attempts=20))]
        cycles = [("cycle 1", partial(cycle_race, seed=1, workers=2, kills=2))]
    else:
        claims = [
            (f"claims {seed}", partial(claims_race, seed=seed, workers=8, kills=25, attempts=40)) for seed in range(4)
        ]
        cycles = [(f"cycle {seed}", partial(cycle_race, seed=seed, workers=3, kills=8)) for seed in range(4)]
    return [*claims, *cycles, ("celery", celery_race)]


def celery_race(folder: Path) -> Row:
    """The tests of two workers of Celery, which are skipped nowhere where their programs are."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--basetemp={folder / 'tests'}", CELERY]
    environment = {**os.environ, "TESTFIX_FULL": "some"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped|error)", done.stdout)}
    seconds = float((re.findall(r"in ([\d.]+)s", done.stdout) or ["0"])[-1])
    wrong = [] if set(counts) == {"passed"} else [done.stdout[-600:]]
    nothing = {"lost": 0, "twice": 0, "stuck": 0}
    return {"kind": "celery", "workers": 2, "kills": 1, "attempts": 6, **nothing, "seconds": seconds, "wrong": wrong}


def _report(rows: list[Row]) -> int:
    print(f"{'race':<12}{'workers':>9}{'kills':>7}{'attempts':>10}{'lost':>6}{'twice':>7}{'stuck':>7}{'seconds':>9}")
    for row in rows:
        counts = f"{row['attempts']:>10}{row['lost']:>6}{row['twice']:>7}{row['stuck']:>7}{row['seconds']:>9.0f}"
        print(f"{row['name']:<12}{row['workers']:>9}{row['kills']:>7}{counts}")
    for wrong in [wrong for row in rows for wrong in row["wrong"]]:
        print(f"WRONG {wrong}")
    total = {name: sum(row[name] for row in rows) for name in ("kills", "attempts", "lost", "twice", "stuck")}
    others = sum(len(row["wrong"]) for row in rows)
    print(
        f"{len(rows)} races, {total['kills']} kills, {total['attempts']} attempts: {total['lost']} lost, "
        f"{total['twice']} landed twice, {total['stuck']} stuck, {others} other errors"
    )
    return 1 if others or any(total[name] for name in ("lost", "twice", "stuck")) else 0


if __name__ == "__main__":
    sys.exit(main())

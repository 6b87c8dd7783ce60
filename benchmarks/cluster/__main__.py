"""`make prove-cluster`: workers on one git remote, killed at random, and what became of their attempts.

Three kinds of races: attempts that only wait, with many kills; whole sessions, with real worktrees and test runs; and
sessions on workers of Celery with Redis and PostgreSQL, of which the pools' processes, whole workers, runs, the broker
and the database are killed. Workers have homes and, in the latter two, mount namespaces of their own, without the
project. Lost is an attempt that never landed, twice one that landed again, stuck a race in which nothing happened for
two minutes ("silent" is its longest such time) or in which a worker did not end in 50. "taken" is the longest time from
a kill to the moment at which another worker had the attempt: most races have leases of two or three seconds, "notice"
has the usual ones, and must stay below a minute. "pool" has a limit of attempts at a time, which must hold. A session
must come to what one machine comes to. Rows are kept by the state of the code, so that a proof which was broken off
goes on. Exits with 1 where anything is wrong.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.cluster.celery_race import celery_race
from benchmarks.cluster.outcome import Row
from benchmarks.cluster.races import claims_race, cycle_race
from benchmarks.cluster.silence import NOTICED_S
from benchmarks.proof import StoredRows, memory, parser
from testfix_pipeline.workspace.shared.leases import LEASE_S

SOURCES = (
    "testfix_pipeline",
    "benchmarks/cluster",
    "testfix_pipeline_tests/celery_cluster.py",
    "testfix_pipeline_tests/postgres_server.py",
)
NEEDED = {"Redis": "redis-server", "PostgreSQL": "psql", "unshare": "unshare"}
Race = Callable[[Path], Row]
SMALLEST: list[tuple[str, Race]] = [
    ("claims 2", partial(claims_race, seed=2, workers=3, kills=5, attempts=6)),
    ("cycle 2", partial(cycle_race, seed=2, workers=2, kills=1)),
    ("celery 2", partial(celery_race, seed=2, workers=2, kills=1)),
    ("pool 2", partial(celery_race, seed=2, workers=2, kills=0, limit=1)),
]
# Leases as they are by default, and kills in the middle of attempts.
NOTICE = partial(claims_race, seed=1, workers=3, kills=2, attempts=3, work_s=15.0, lease_s=LEASE_S, between=(4.0, 8.0))
_COUNTS = ("lost", "twice", "stuck", "silent", "taken", "seconds")


def main() -> int:
    given = parser("cluster", __doc__, "one race of each kind, with few kills", "run every race again")
    given.add_argument("--smallest", action="store_true", help="what the tests do: the shortest races that have kills")
    options = given.parse_args()
    kept = StoredRows("cluster", *SOURCES, fresh=options.fresh)
    missing = [name for name, program in NEEDED.items() if shutil.which(program) is None]
    races = dict(SMALLEST if options.smallest else _races(options.quick))
    if missing:
        print(f"NOT RUN HERE: sessions on Celery, for this machine has no {' and no '.join(missing)}")
        races = {name: race for name, race in races.items() if not name.startswith(("celery", "pool"))}
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
        return [
            ("claims 1", partial(claims_race, seed=1, workers=4, kills=10, attempts=20)),
            ("cycle 1", partial(cycle_race, seed=1, workers=2, kills=2)),
            ("celery 1", partial(celery_race, seed=1, workers=2, kills=3)),
            ("pool 1", partial(celery_race, seed=1, workers=2, kills=0, limit=1)),
            ("notice 1", NOTICE),
        ]
    races: list[tuple[str, Race]] = [
        ("notice 1", NOTICE),
        ("pool 1", partial(celery_race, seed=1, workers=8, kills=0, limit=2)),
    ]
    for seed in range(4):
        races += [
            (f"claims {seed}", partial(claims_race, seed=seed, workers=8, kills=25, attempts=40)),
            (f"cycle {seed}", partial(cycle_race, seed=seed, workers=8, kills=25)),
            (f"celery {seed}", partial(celery_race, seed=seed, workers=8, kills=25)),
        ]
    return races


def _report(rows: list[Row]) -> int:
    print(f"{'race':<12}{'workers':>9}{'kills':>7}{'attempts':>10}" + "".join(f"{name:>8}" for name in _COUNTS))
    for row in rows:
        row = {**row, "taken": max(row["taken"], default=0.0)}
        counts = f"{row['attempts']:>10}" + "".join(f"{row[name]:>8.0f}" for name in _COUNTS)
        print(f"{row['name']:<12}{row['workers']:>9}{row['kills']:>7}{counts}   {row.get('note', '')}".rstrip())
    for wrong in [wrong for row in rows for wrong in row["wrong"]]:
        print(f"WRONG {wrong}")
    taken, in_time = _taken_over(rows)
    total = {name: sum(row[name] for row in rows) for name in ("kills", "attempts", "lost", "twice", "stuck")}
    others = sum(len(row["wrong"]) for row in rows)
    print(
        f"{len(rows)} races, {total['kills']} kills, {total['attempts']} attempts: {total['lost']} lost, "
        f"{total['twice']} landed twice, {total['stuck']} stuck, {others} other errors; {taken}"
    )
    return 1 if others or not in_time or any(total[name] for name in ("lost", "twice", "stuck")) else 0


def _taken_over(rows: list[Row]) -> tuple[str, bool]:
    """How long attempts of killed workers waited for another one, and whether the usual leases are short enough."""
    worst = max((one / row["lease"] for row in rows for one in row["taken"]), default=0.0)
    said = f"{sum(len(row['taken']) for row in rows)} attempts taken over, after at most {worst:.1f} leases"
    usual = [row["taken"] for row in rows if row["lease"] == LEASE_S]
    if not usual:
        return said, True
    longest = max((one for each in usual for one in each), default=float("inf"))  # none: no kill struck an attempt
    in_time = longest <= NOTICED_S
    said += f", {longest:.0f} s with the usual one of {LEASE_S:g} s (aim {NOTICED_S:g})"
    return f"{said}: {'met' if in_time else 'MISSED'}", in_time


if __name__ == "__main__":
    sys.exit(main())

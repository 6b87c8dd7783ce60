"""`make prove-load`: waves of ten sessions at once, for ten minutes.

In turn: ten on one project, one on each of ten projects, ten owners that want the same session; the first and the last
once more with every other one in a container of its own, and with a session whose owner was killed in a third one; and
ten through Dagster on one instance, half of them commands `testfix fix`, half of them queued for its daemon. The
suite's verdicts are scripted, so that the locks are what is under load. Waves are kept under the user's cache by the
state of the code, and count towards the time; `--quick` is one wave of each kind. Exits with 1 where anything is wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.load import container
from benchmarks.load.wave import KINDS, SESSIONS, as_dict, run_wave
from benchmarks.proof import StoredRows, memory, parser

SOURCES = ("testfix_pipeline", "benchmarks/load", "benchmarks/kills")
SECONDS = 600.0


def main() -> int:
    options = _options()
    kept = StoredRows("load", *SOURCES, fresh=options.fresh)
    rows = kept.rows
    left_out = ["daemon"] * options.without_dagster + ["containers"] * (not container.works())
    kinds = [kind for kind in KINDS if not any(word in kind for word in left_out)]
    with tempfile.TemporaryDirectory(prefix="prove-load-", dir=memory()) as top:
        while len(rows) < len(kinds) or (not options.quick and sum(row["seconds"] for row in rows) < SECONDS):
            kind = kinds[len(rows) % len(kinds)]
            wave = as_dict(run_wave(kind, Path(top) / "wave"))
            kept.add(wave)
            for wrong in wave["wrong"][:5]:
                print(f"WRONG {wave['kind']}: {wrong}", flush=True)
    if not container.works():
        print("NOT RUN HERE: containers, for bubblewrap does not work on this machine")
    _table(rows)
    return 1 if any(row["wrong"] for row in rows) else 0


def _options() -> argparse.Namespace:
    found = parser("load", __doc__, "one wave of each kind", "run every wave again")
    found.add_argument("--without-dagster", action="store_true", help="leave out the waves of whole commands")
    return found.parse_args()


def _table(rows: list[dict[str, Any]]) -> None:
    title = f"{SESSIONS} at once on"
    print(f"{title:<34}{'waves':>7}{'ended':>7}{'refused':>9}{'seconds':>9}{'slowest/median':>16}{'wrong':>7}")
    for kind in dict.fromkeys(row["kind"] for row in rows):
        mine = [row for row in rows if row["kind"] == kind]
        total = {name: sum(row[name] for row in mine) for name in ("ended", "refused", "seconds")}
        wrong, slowest = sum(len(row["wrong"]) for row in mine), max(row["slowest"] for row in mine)
        print(
            f"{kind:<34}{len(mine):>7}{total['ended']:>7}{total['refused']:>9}{total['seconds']:>9.0f}"
            f"{slowest:>16.2f}{wrong:>7}"
        )
    wrong = sum(len(row["wrong"]) for row in rows)
    ended, seconds = sum(row["ended"] for row in rows), sum(row["seconds"] for row in rows)
    print(f"{len(rows)} waves, {ended} sessions ended in {seconds:.0f} s, {wrong} wrong")


if __name__ == "__main__":
    sys.exit(main())

"""`make prove-tampering`: patches that deceive, and honest fixes, all through the cycle's own judging of an attempt.

Proved is that no patch which leaves the defect is accepted, apart from those listed as open, and no honest fix refused.
Projects in JavaScript are judged by the static rules, a run of their framework and the second look; those of npm need
its packages, as `make test-full` has them. Rows of Python are kept under the user's cache by the state of the code, so
that a broken-off run goes on; `--quick` takes every fourth patch, `--fresh` measures again. Exits with 1 where a row is
wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.proof import Row, StoredRows, parser
from benchmarks.tampering import desk, ferry, stateful
from benchmarks.tampering.javascript import judging as javascript
from benchmarks.tampering.patches import SUBJECTS, everything
from benchmarks.tampering.subject import Patch
from benchmarks.tampering.world import World, make_world

SOURCES = tuple(f"testfix_pipeline/{part}" for part in ("core", "steps", "execution", "workspace"))


def main() -> int:
    options = _options()
    step = 4 if options.quick else 1
    wanted = [patch for patch in everything() if options.only in patch.name][::step]
    others = [patch for patch in javascript.patches() if options.only in patch.name][::step]
    rows = [*measured(wanted, options.fresh), *map(javascript.row_of, others)]
    for row in rows:
        print(_line(row))
    wrong = [row for row in rows if row["wrong"]]
    tampering = [row for row in rows if not row["honest"]]
    honest = [row for row in rows if row["honest"]]
    accepted = sum(row["accepted"] for row in tampering)
    refused = sum(not row["accepted"] for row in honest)
    print(
        f"{len(tampering)} deceiving patches on {len(SUBJECTS) + len(javascript.projects())} projects: "
        f"{accepted} accepted; {len(honest)} honest fixes: {refused} refused"
    )
    for note in javascript.left_out():
        print(note)
    return 1 if wrong else 0


def _options() -> argparse.Namespace:
    found = parser("tampering", __doc__, "every fourth patch", "measure everything again")
    found.add_argument("--only", default="", help="patches with this in their name")
    return found.parse_args()


def measured(wanted: Iterable[Patch], fresh: bool = False, name: str = "tampering") -> list[Row]:
    """A row for each patch, made now or by an earlier run on the same code. name: that of the kept rows."""
    kept = StoredRows(name, *SOURCES, fresh=fresh)
    known = {row["key"]: row for row in kept.rows}
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="prove-tampering-") as top:
        os.environ["GIT_CONFIG_GLOBAL"] = os.devnull
        worlds: dict[str, World] = {}
        for patch in wanted:
            key = _key(patch)
            if key not in known:
                if patch.subject not in worlds:
                    worlds[patch.subject] = make_world(SUBJECTS[patch.subject], Path(top))
                known[key] = kept.add({"key": key, **row_of(patch, worlds[patch.subject])})
                print(_line(known[key]), file=sys.stderr, flush=True)
            rows.append(known[key])
    return rows


def row_of(patch: Patch, world: World) -> Row:
    """What the judging made of a patch."""
    done = world.judge(patch.files)
    accepted = done.acceptable
    return {
        "name": patch.name,
        "honest": patch.honest,
        "accepted": accepted,
        "wrong": accepted is not patch.honest and patch.name not in stateful.OPEN | desk.OPEN | ferry.OPEN,
        "result": done.result,
        "reason": done.reason,
        "seconds": done.duration,
    }


def _line(row: Row) -> str:
    mark = "WRONG" if row["wrong"] else "  ok "
    verdict = "accepted" if row["accepted"] else row["result"]
    said = "" if row["accepted"] else " ".join(str(row["reason"]).split())[:150]
    return f"{mark} {'honest' if row['honest'] else 'deceit'}  {row['name']:<56} {verdict:<9} {said}"


def _key(patch: Patch) -> str:
    return hashlib.sha256(repr((patch.name, sorted(patch.files.items()))).encode()).hexdigest()[:16]


if __name__ == "__main__":
    sys.exit(main())

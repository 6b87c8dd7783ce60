"""What the engine makes of real projects that an update broke: a row for each red replay, to be read by a person.

    python -m benchmarks.updates.corpus_repair [--only GLOB] [--limit N] [--seconds S] [--rows FILE]

Takes the replays that `benchmarks.updates.corpus` found red. No hidden test says whether a patch is right: each row has
the patch, what was found out about libraries, and the signs of silencing.
"""

from __future__ import annotations

import argparse
import fnmatch
import shlex
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.updates.corpus import ENVIRONMENT
from benchmarks.updates.silencing import signs
from benchmarks.updates.trial import makers
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.standalone.api import ProjectRepair, repair_project

OVERRUN, OVERRUN_SECONDS = 2, 60.0


def red_cases() -> list[dict[str, Any]]:
    """The last row of each replay that is red."""
    found = {row["id"]: row for row in cache.rows(cache.folder("rows") / "updates-corpus.jsonl")}
    return [row for row in found.values() if row.get("status") == "red"]


def measured(case: dict[str, Any], seconds: float, cores: int) -> dict[str, Any]:
    """The row of one case."""
    began = time.monotonic()
    until = began + OVERRUN * seconds + OVERRUN_SECONDS
    row: dict[str, Any] = {"id": case["id"], "errors": case["errors"]}
    try:
        settings = {"python": case["python"], "env": ENVIRONMENT, "test_command": test_command(case)}
        report = repair_project(
            case["tree"], seconds=seconds, cores=cores, settings=settings, cancel=lambda: time.monotonic() > until
        )
        row.update(_said(report))
    except PipelineError as error:
        row.update(outcome="no measurement", why=str(error)[:400])
    except Exception:  # the row says how the engine broke
        row.update(outcome="broke", why=traceback.format_exc(limit=-3)[-800:])
    return {**row, "seconds": round(time.monotonic() - began, 1)}


def test_command(case: dict[str, Any]) -> str:
    """What runs the case's own test files, whose names pytest may not look for by itself."""
    return shlex.join(["pytest", *case.get("tests", ())])


def _said(report: ProjectRepair) -> dict[str, Any]:
    after = {file.path: file.after.decode("utf-8", "replace") for file in report._files}
    before = {file.path: (file.before or b"").decode("utf-8", "replace") for file in report._files}
    return {
        "outcome": report.outcome,
        "failing": [report.failing_before, report.failing_after],
        "makers": makers(report),
        "diff": report.diff,
        "silencing": signs(before, after),
        "leads": [bug.patch.diff for bug in report.bugs if bug.outcome == "lead" and bug.patch],
        "partial": [bug.patch.diff for bug in report.bugs if bug.outcome == "partial" and bug.patch],
        "updates": sorted({update.describe()[:300] for bug in report.bugs for update in bug.updates}),
        "tests_need_patch": bool(report.tests_need_patch),
        "notes": [note[:300] for bug in report.bugs for note in bug.notes][:10],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=["*"], help="globs of the cases' ids")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--rows", type=Path, default=cache.folder("rows") / "updates-corpus-repair.jsonl")
    wanted = parser.parse_args()
    chosen = [one for one in red_cases() if any(fnmatch.fnmatch(one["id"], glob) for glob in wanted.only)]
    done = {row["id"]: row for row in cache.rows(wanted.rows)}
    rows = []
    for case in chosen[: wanted.limit]:
        if case["id"] not in done:
            done[case["id"]] = measured(case, wanted.seconds, wanted.cores)
            cache.append(wanted.rows, done[case["id"]])
        row = done[case["id"]]
        rows.append(row)
        failing = " -> ".join(map(str, row.get("failing", ())))
        said = f"; signs of silencing: {', '.join(row['silencing'])}" if row.get("silencing") else ""
        print(f"{row['id']}: {row['outcome']}, failing {failing or '?'}, {row['seconds']:.0f} s{said}", flush=True)
    counts = Counter(row["outcome"] for row in rows)
    print(f"{len(rows)} red replays: {', '.join(f'{count} {name}' for name, count in counts.most_common())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

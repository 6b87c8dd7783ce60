"""`make prove-budgets`: sessions on suites that hang in six ways and on two large ones, each at three budgets.

A session has to end at most 5 s after its budget, with exit code and outcome that agree; a success has to pass checks
that it never saw; a paused one is resumed at the smallest budget and has to end in success. Which budgets are enough
for a success is part of each project. `--quick` takes half of the hanging suites and the made one at the two smaller
budgets (six minutes); all of it takes up to two hours. Exits with 1 where something is not so. Times are of this
machine: run it where nothing else runs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.budgets.projects import HANGING, LARGE, Project
from benchmarks.budgets.trial import Row, trial
from benchmarks.proof import StoredRows, parser

BUDGETS_S = (10.0, 30.0, 120.0)
SOURCES = ("testfix_pipeline", "benchmarks/budgets")
QUICK_HANGING, QUICK_LARGE, QUICK_BUDGETS = 2, 1, 2


def main() -> int:
    options = _options()
    projects = [*HANGING[::QUICK_HANGING], *LARGE[:QUICK_LARGE]] if options.quick else [*HANGING, *LARGE]
    projects = [one for one in (*HANGING, *LARGE) if options.only in one.name] if options.only else projects
    budgets = BUDGETS_S[:QUICK_BUDGETS] if options.quick else BUDGETS_S
    rows = [_row(project, budget, options.fresh) for project in projects for budget in budgets]
    wrong = [row for row in rows if row["wrong"]]
    ended = ", ".join(f"{sum(row['outcome'] == kind for row in rows)} {kind}" for kind in ("success", "paused"))
    most = max(row["over"] for row in rows)
    print(
        f"{len(rows)} sessions on {len(projects)} suites at {len(budgets)} budgets: {ended}; "
        f"at most {most:.1f} s over the budget; {len(rows) - len(wrong)} as they have to be, {len(wrong)} not"
    )
    return 1 if wrong else 0


def _options() -> argparse.Namespace:
    found = parser("budgets", __doc__, "a part of the suites at the two smaller budgets", "measure everything again")
    found.add_argument("--only", default="", help="suites with this in their name")
    return found.parse_args()


def _row(project: Project, budget: float, fresh: bool) -> Row:
    """The row of a session, made now or by an earlier run on the same code."""
    kept = StoredRows("budgets", *SOURCES)
    known = [row for row in kept.rows if (row["project"], row["budget"]) == (project.name, budget)]
    if known and not fresh:
        return known[-1]
    resumed = budget == BUDGETS_S[0] and project in HANGING
    with tempfile.TemporaryDirectory(prefix="prove-budgets-") as folder:
        row = trial(project, budget, Path(folder), resumed)
    said = row["wrong"] or f"{row['outcome']}{', then ' + row['resumed'] if row.get('resumed') else ''}"
    print(f"{project.name:<28} {budget:>5.0f} s  {row['seconds']:>6.1f} s  {said}", file=sys.stderr, flush=True)
    return kept.add(row)


if __name__ == "__main__":
    sys.exit(main())

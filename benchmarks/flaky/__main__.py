"""Are flaky tests explained: what makes them pass and fail, and whether the program or the test is at fault?

Small projects of our own, written before the code (`programs.toml`): forty flaky tests of seven kinds, as someone
reports them to `testfix measure --repeat 8 --test`, and ten tests whose failures are no chance, as `testfix measure`
finds them and as someone reports them. A kind is right where it is the project's; none is for the ten. Half of the
projects were not looked at while the code was written (`set`).

    .venv/bin/python -m benchmarks.flaky
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.proof import Row, aligned, parser
from benchmarks.repair.stored_program import stored, write_texts
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.steps.verification.repeated_measurement import measure_repeatedly
from testfix_pipeline.steps.verification.tree_measurement import measure_tree
from testfix_pipeline.workspace.git.new_repository import make_repository

PROGRAMS = Path(__file__).with_name("programs.toml")
RUNS = 8
NONE = "none"


def programs() -> dict[str, dict[str, Any]]:
    """Return the projects with what is expected of each, by name."""
    return stored(PROGRAMS)


def judged(program: Mapping[str, Any], place: Path) -> Row:
    """Return what is right of the findings on a project, which is written to `place`."""
    write_texts(place, program["files"])
    make_repository(place, "the work so far")
    began = time.monotonic()
    victim = TestId(program["victim"])
    launch = {"project": str(place), "python": sys.executable}  # which has numpy
    findings = [measure_repeatedly(launch, RUNS, tests=[victim]).flaky_findings]
    flaky: list[str] = []
    if program["kind"] == NONE:
        results = measure_tree(launch)
        findings.append(results.flaky_findings)
        flaky = [one.test for one in results.failures if one.flaky]
    found = next((one for some in findings if some is not None for one in some.tests if one.test == victim), None)
    kind = found.kind if found is not None else "flaky" if flaky else NONE
    return {
        "expected": program["kind"],
        "kind": kind,
        "right": kind == program["kind"],
        "sided": found is not None and kind == program["kind"] and found.cause == program["cause"],
        "said": found.describe() if found is not None else "",
        "seconds": time.monotonic() - began,
    }


def summary(rows: Mapping[str, Row], which: str) -> str:
    """Return the figures of some projects in a line."""
    flaky = [row for row in rows.values() if row["expected"] != NONE]
    steady = [row for row in rows.values() if row["expected"] == NONE]
    right, sided = (sum(row[mark] for row in flaky) for mark in ("right", "sided"))
    wrong = sum(row["kind"] != NONE for row in steady)
    return (
        f"bench-flaky, {which}: of {len(flaky)} flaky tests the kind right for {right}, the side too for {sided}; "
        f"{wrong} of {len(steady)} steady failures called flaky"
    )


def main() -> None:
    """Measure all projects, or those of one set; print a table and a line for each set."""
    arguments = parser("flaky", __doc__, "every seventh project")
    arguments.add_argument("--set", help="develop or held-out", default="")
    options = arguments.parse_args()
    known = {name: one for name, one in programs().items() if options.set in ("", one["set"])}
    known = dict(list(known.items())[:: 7 if options.quick else 1])
    rows: dict[str, Row] = {}
    for name, program in known.items():
        with tempfile.TemporaryDirectory(prefix="testfix-bench-") as folder:
            rows[name] = judged(program, Path(folder) / "project")
        print(f"{name}: {rows[name]}", file=sys.stderr, flush=True)
    table = [["project", "expected", "found", "side", "seconds"]]
    for name, row in rows.items():
        table.append([name, row["expected"], row["kind"], "yes" if row["sided"] else "no", f"{row['seconds']:.1f}"])
    print("\n".join(aligned(table)))
    print()
    for which in ("develop", "held-out"):
        some = {name: row for name, row in rows.items() if known[name]["set"] == which}
        if some:
            print(summary(some, which))


if __name__ == "__main__":
    main()

"""Measures planning, test generation and the gates: a table a section, one summary line at the end.

    python -m benchmarks.planning [--section generation] [--set training] [--only 'click*']

Every piece of work leaves a raw row; rows that are there already are not made again, so a run that was stopped goes on.
QUICK=1 takes under ten minutes.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from pathlib import Path

from benchmarks.planning.section import Report, Scale
from benchmarks.proof import quick_wanted
from benchmarks.repair import cache

SECTIONS = {
    "context": ("benchmarks.planning.context", 10.0, 1.0),
    "criteria": ("benchmarks.planning.criteria", 2.0, 1.0),
    "generation": ("benchmarks.planning.generation", 95.0, 5.0),
    "issues": ("benchmarks.planning.issues", 10.0, 1.0),
    "bad-tests": ("benchmarks.planning.bad_tests", 10.0, 1.0),
    "precision": ("benchmarks.planning.precision", 10.0, 1.0),
}
"""Name -> module with `measure(scale: Scale) -> Report`, and its minutes in a full run and in a quick one."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.planning", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--section", default=",".join(SECTIONS), help="some of: " + ", ".join(SECTIONS))
    parser.add_argument("--set", choices=("training", "measuring"), default="measuring")
    parser.add_argument("--only", default="*", help="glob of what is measured, by default all")
    parser.add_argument("--tools", default="*", help="glob of the tools that make tests, by default all")
    parser.add_argument("--rows", type=Path, help="folder of the raw rows; default: in the cache")
    found = parser.parse_args()
    found.section = [name.strip() for name in found.section.split(",")]
    unknown = set(found.section) - set(SECTIONS)
    if unknown:
        parser.error(f"no section {', '.join(sorted(unknown))}; there are: {', '.join(SECTIONS)}")
    return found


def measured(name: str, wanted: argparse.Namespace, quick: bool) -> Report:
    """The report of one section."""
    module, minutes, quick_minutes = SECTIONS[name]
    deadline = time.monotonic() + 60 * (quick_minutes if quick else minutes)
    rows = wanted.rows or cache.folder("planning", "rows")
    report: Report = importlib.import_module(module).measure(
        Scale(quick, deadline, rows, wanted.set, wanted.only, wanted.tools)
    )
    return report


def main() -> int:
    wanted = arguments()
    quick = quick_wanted()
    summaries = []
    for name in wanted.section:
        report = measured(name, wanted, quick)
        print("\n".join([f"\n{name}", *report.table]), flush=True)
        summaries.append(f"{name}: {report.summary}")
    if quick:
        print("QUICK: a small sample, no measurement against the aims")
    print("planning: " + " | ".join(summaries))
    return 0


if __name__ == "__main__":
    sys.exit(main())

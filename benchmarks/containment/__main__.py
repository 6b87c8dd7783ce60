"""`make prove-containment`: hostile test suites and tools, each under every level of containment that this machine has.

A tool is a program in the place of a coding command line, with the gateway to its model as its only network.
Without bubblewrap the full level is not run, and said to be so. Rows are kept under the user's cache by the state of
the code; `--quick` takes every third, `--fresh` measures again. Exits with 1 where something is not contained that
the level promises, is reported wrongly, or harms the machine.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.containment.outside import Outside, outside
from benchmarks.containment.suites import SUITES, Suite
from benchmarks.containment.tool_trial import tool_trial
from benchmarks.containment.tools import TOOLS, Tool
from benchmarks.containment.trial import Row, trial
from benchmarks.proof import StoredRows, parser
from testfix_pipeline.execution.processes.supervisor import bubblewrap_works

SOURCES = ("testfix_pipeline/execution", "testfix_pipeline/agents/clis", "benchmarks/containment")
MODES = ("full", "off")


def main() -> int:
    options = _options()
    share = 3 if options.quick else 1
    suites: list[Suite | Tool] = [*SUITES[::share], *TOOLS[::share]]
    if options.only:
        suites = [suite for suite in (*SUITES, *TOOLS) if options.only in suite.name]
    modes = [mode for mode in MODES if mode == "off" or bubblewrap_works()]
    rows = measured(suites, modes, options.fresh)
    _print_table(suites, modes, rows)
    wrong = [row for row in rows.values() if row["wrong"]]
    open_ones = [row for (name, mode), row in rows.items() if mode == "off" and not row["held"]]
    if len(modes) < len(MODES):
        print("NOT RUN HERE: the namespace sandbox, for bubblewrap does not work on this machine")
    tools = sum(isinstance(suite, Tool) for suite in suites)
    print(
        f"{len(suites) - tools} hostile suites and {tools} hostile tools at {len(modes)} levels: "
        f"{len(rows) - len(wrong)} of {len(rows)} contained and reported as promised, {len(wrong)} not; "
        f"the sub-reaper alone leaves {len(open_ones)} open by design"
    )
    return 1 if wrong else 0


def _options() -> argparse.Namespace:
    found = parser("containment", __doc__, "every third suite", "measure everything again")
    found.add_argument("--only", default="", help="suites with this in their name")
    return found.parse_args()


def measured(suites: list[Suite | Tool], modes: list[str], fresh: bool = False) -> dict[tuple[str, str], Row]:
    """A row for each suite and level, made now or by an earlier run on the same code."""
    kept = StoredRows("containment", *SOURCES, fresh=fresh)
    known = {(row["name"], row["mode"]): row for row in kept.rows}
    found: dict[tuple[str, str], Row] = {}
    with tempfile.TemporaryDirectory(prefix="prove-containment-") as folder, outside(Path(folder)) as world:
        for suite in suites:
            for mode in modes:
                key = (suite.name, mode)
                if key not in known:
                    known[key] = kept.add({"mode": mode, **_tried(suite, mode, world)})
                    print(suite.name, mode, known[key]["wrong"] or "ok", file=sys.stderr, flush=True)
                found[key] = known[key]
    return found


def _tried(suite: Suite | Tool, mode: str, world: Outside) -> Row:
    return tool_trial(suite, mode, world) if isinstance(suite, Tool) else trial(suite, mode, world)


def _print_table(suites: list[Suite | Tool], modes: list[str], rows: dict[tuple[str, str], Row]) -> None:
    heads = {"full": "namespace sandbox", "off": "sub-reaper only"}
    print(f"{'suite':<36} " + "  ".join(f"{heads[mode]:<28}" for mode in modes))
    for suite in suites:
        cells = [_cell(rows[suite.name, mode]) for mode in modes]
        print(f"{suite.name:<36} " + "  ".join(f"{cell:<28}" for cell in cells))
        for mode in modes:
            for said in rows[suite.name, mode]["wrong"]:
                print(f"    WRONG ({heads[mode]}): {said}")


def _cell(row: Row) -> str:
    state = "WRONG" if row["wrong"] else "contained" if row["held"] else "open"
    return f"{state}, {row['reported']}, {row['seconds']} s"


if __name__ == "__main__":
    sys.exit(main())

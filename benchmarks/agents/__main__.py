"""`make prove-agents`: the fault matrix of the coding command lines, each tool against each fault.

What was measured with the same tools and the same adapters is taken from `benchmarks/results/agents.jsonl`, so that a
broken-off run goes on; `--fresh` measures everything again. `--quick` takes a third of the faults. Exits with 1 where a
cell is wrong or a tool is missing.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
from dataclasses import asdict
from pathlib import Path

from benchmarks.agents.cell import BY_ACP, Cell, measure
from benchmarks.agents.faults import CASES, QUICK, Case
from benchmarks.proof import parser
from testfix_pipeline.agents.clis.registration import TOOLS
from testfix_pipeline_tests.agents import moves

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results" / "agents.jsonl"
SOURCES = ("testfix_pipeline/agents/clis", "benchmarks/agents", "testfix_pipeline_tests/agents", "tools")

EVERY = (*TOOLS, *(f"{BY_ACP}{name}" for name in moves.ACP_LINES))


def main() -> int:
    options = _options()
    tools = [name for name in options.tools.split(",") if shutil.which(name.removeprefix(BY_ACP))]
    for name in sorted(set(options.tools.split(",")) - set(tools)):
        print(f"NOT RUN HERE: {name} is not installed")
    cases = [case for case in CASES if not options.quick or case.name in QUICK]
    version = _version()
    measured = {} if options.fresh else known(version)
    cells: list[Cell] = []
    for case in cases:
        for tool in tools:
            cell = measured.get((tool, case.name)) or _measured(tool, case, version)
            cells.append(cell)
    _print_table(cells, tools)
    wrong = [cell for cell in cells if cell.wrong]
    missing = len(cases) * (len(options.tools.split(",")) - len(tools))
    print(f"{len(cells)} cells: {len(cells) - len(wrong)} right, {len(wrong)} wrong, {missing} not run")
    return 1 if wrong or missing else 0


def _options() -> argparse.Namespace:
    found = parser("agents", __doc__, "a third of the faults", "measure everything again")
    found.add_argument("--tools", default=",".join(EVERY), help="the tools, with commas between them")
    return found.parse_args()


def _version() -> str:
    """A hash of everything a result depends on: a cell is good for the same tools and the same adapters only."""
    digest = hashlib.sha256()
    for folder in SOURCES:
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in (".py", ".json") and "snapshots" not in file.parts and not file.name.startswith("test_"):
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def known(version: str) -> dict[tuple[str, str], Cell]:
    """The cells that were right with the same tools and adapters, by tool and fault."""
    lines = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.is_file() else []
    rows = [json.loads(line) for line in lines]
    cells = [Cell(**row["cell"]) for row in rows if row["version"] == version]
    return {(cell.tool, cell.case): cell for cell in cells if not cell.wrong}


def _measured(tool: str, case: Case, version: str) -> Cell:
    cell = measure(tool, case)
    print(f"{cell.tool:<10} {cell.case:<24} {_shown(cell)}", flush=True)
    record(cell, version)
    return cell


def record(cell: Cell, version: str) -> None:
    """Put a cell on record, so that a broken-off run goes on after it."""
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"version": version, "cell": asdict(cell)}) + "\n")


def _shown(cell: Cell) -> str:
    return f"{cell.kind}, {cell.seconds:.0f} s" + (f"  WRONG: {'; '.join(cell.wrong)}" if cell.wrong else "")


def _print_table(cells: list[Cell], tools: list[str]) -> None:
    found = {(cell.tool, cell.case): cell for cell in cells}
    print("\n" + f"{'fault':<26}" + "".join(f"{tool:<26}" for tool in tools))
    for case in dict.fromkeys(cell.case for cell in cells):
        row = [found[tool, case] for tool in tools]
        shown = (f"{'WRONG ' if cell.wrong else ''}{cell.kind}, {cell.seconds:.0f} s" for cell in row)
        print(f"{case:<26}" + "".join(f"{text:<26}" for text in shown))
    for cell in cells:
        for reason in cell.wrong:
            print(f"wrong: {cell.tool}, {cell.case}: {reason}")
    print()


if __name__ == "__main__":
    sys.exit(main())

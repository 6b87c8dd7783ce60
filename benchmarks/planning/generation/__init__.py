"""Generated tests of real packages whose own tests are hidden, beside those of other tools.

Each tool makes tests for the same modules in the same environment and sandbox. Of its tests those count that pass under
two hash seeds. Then: lines and branches of the public functions (coverage.py), faults noticed (`held_out.py`), and for
our own tests how many of twenty runs disagree. A row is kept for each module and tool.
"""

from __future__ import annotations

import hashlib
import time
from fnmatch import fnmatch
from typing import Any

from benchmarks.planning.generation import table
from benchmarks.planning.generation.corpus import TOOLS as VERSIONS
from benchmarks.planning.generation.corpus import Task, tasks
from benchmarks.planning.generation.held_out import OPERATORS, faults_of
from benchmarks.planning.generation.judge import FLAKY_RUNS, judge
from benchmarks.planning.generation.tools import TOOLS
from benchmarks.planning.section import Report, Scale
from benchmarks.repair import cache
from benchmarks.repair.packages import NotReady

SEARCH_SECONDS = {True: 20.0, False: 45.0}
FAULTS = {True: 20, False: 40}
"""Of one module, in a quick run and in a full one."""

_GENERATOR = ("testfix_pipeline/planning/generation", "testfix_pipeline/execution/in_target")


def measure(scale: Scale) -> Report:
    """Every module with every tool, as long as the time lasts."""
    path = scale.rows / f"generation-{scale.set}{'-quick' if scale.quick else ''}.jsonl"
    known = {row["id"]: row for row in cache.rows(path)}
    wanted = [(task, tool) for task in tasks(scale) for tool in TOOLS if fnmatch(tool, scale.tools)]
    rows = []
    for number, (task, tool) in enumerate(wanted, 1):
        key = _key(task, tool, scale)
        if key not in known:
            if time.monotonic() > scale.deadline:
                print(f"the time is up before {number} of {len(wanted)}", flush=True)
                break
            row = _row(task, tool, scale)
            if row is None:
                continue
            known[key] = {"id": key, **row}
            cache.append(path, known[key])
            print(f"[{number}/{len(wanted)}] {table.describe(known[key])}", flush=True)
        rows.append(known[key])
    return Report(table.summary(rows), table.table(rows))


def _key(task: Task, tool: str, scale: Scale) -> str:
    made_by = cache.code_version(*_GENERATOR) if tool == "ours" else "+".join((*VERSIONS, *OPERATORS))
    digest = hashlib.sha256(f"{made_by} {SEARCH_SECONDS[scale.quick]} {FAULTS[scale.quick]}".encode()).hexdigest()[:8]
    return f"{task.package.key}/{task.module.name}/{tool}/{digest}"


def _row(task: Task, tool: str, scale: Scale) -> dict[str, Any] | None:
    """The figures of a tool on a module; None where it has no faults to notice, which is said."""
    try:
        faults = faults_of(task, FAULTS[scale.quick])
    except NotReady as why:
        print(f"{task.module.name}: left out, {why}", flush=True)
        return None
    made = TOOLS[tool](task, SEARCH_SECONDS[scale.quick])
    figures = judge(task, made.files, faults, flaky_runs=FLAKY_RUNS if tool == "ours" else 0)
    return {
        "package": task.package.name, "module": task.module.name, "tool": tool, "asked": len(task.functions),
        "seconds": round(made.seconds, 2), "offered": made.offered, "note": made.note, "targets": made.targets,
        "dropped": made.dropped, **figures,
    }  # fmt: skip

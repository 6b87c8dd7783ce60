"""How long the context package and the analysis take as a project grows: 100, 1,000 and 10,000 files.

The project's own test run is not counted: what it would record is made by the script. Aims: under 30 s for 1,000
files, under 60 s for 10,000. Beside it: what plain tools take for the same files, by the processor's time,
as a machine on which other work runs tells less by the clock.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.planning.context.project import copies, make, recorded
from benchmarks.planning.section import Report, Scale
from benchmarks.repair import cache
from testfix_pipeline.core.records import SessionRecord, SuiteRun
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.execution.project import SandboxPolicy, TargetProject
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline.planning.analysis.requirements import analyse, render
from testfix_pipeline.planning.context.context_package import gather
from testfix_pipeline.planning.intake import read_input
from testfix_pipeline.planning.tasks.generation_tasks import plan_tasks, write_plan
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.store import SessionStore

_SIZES = ("100", "1000", "10000")
_REAL = "10000 real"
_AIMS = {"1000": 30.0, "10000": 60.0, _REAL: 60.0}
_SESSION = SessionId("WFS-test-context-benchmark")
_INPUT = "Test that prices are parsed and that reports are merged"
Row = dict[str, Any]


def measure(scale: Scale) -> Report:
    """One row a size, kept; sizes whose row is there are not measured again. A quick run leaves out the largest."""
    sizes = _SIZES[:2] if scale.quick else (*_SIZES, _REAL)
    file, code = scale.rows / "context.jsonl", cache.code_version("testfix_pipeline/planning")
    known = {row["size"]: row for row in cache.rows(file) if row.get("code") == code}
    for size in sizes:
        if size not in known and time.monotonic() < scale.deadline:
            known[size] = {**_measured(size), "code": code}
            cache.append(file, known[size])
    return _report([known[size] for size in sizes if size in known])


def _measured(size: str) -> Row:
    """Seconds of wall and processor time of each phase, from a folder without a session."""
    files = int(size.split()[0])
    place = cache.folder("planning", "made") / size.replace(" ", "-")
    folder = copies(place, files) if size == _REAL else make(place, files)
    shutil.rmtree(folder / ".workflow", ignore_errors=True)
    project = Project.open(folder)
    store = SessionStore(project.root, _SESSION)
    record = SessionRecord(session_id=_SESSION, description=_INPUT)
    store.create(record)
    target = TargetProject(
        Path(sys.executable), "the benchmark's", sandbox=SandboxPolicy(mode="off"), suites=(pytest_suite(),)
    )
    intake = read_input(project, _INPUT)
    # The copies' own tests are not run: their coverage is guessed from names, which reads all of their texts.
    coverage = None if size == _REAL else recorded(folder, files)
    row: Row = {"size": size, **_peers(folder)}
    with _timed(row, "context"):
        package = gather(store, project, target, folder, intake, coverage=coverage, run=SuiteRun(), commit=project.head)
    with _timed(row, "again"):
        gather(store, project, target, folder, intake, coverage=coverage, run=SuiteRun(), commit=project.head)
    with _timed(row, "analysis"):
        analysis = analyse(_SESSION, package, folder)
        store.write_text("analysis.md", render(analysis))
    with _timed(row, "tasks"):
        write_plan(store, record, intake, package, analysis, plan_tasks(record, package, analysis, max_iterations=0))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        **row,
        "load": round(os.getloadavg()[0], 1),
        "peak_mb": round(peak),
        "requirements": len(analysis.requirements),
    }


def _peers(folder: Path) -> Row:
    """Seconds of the processor that byte-compiling and ruff take for the same files, without their caches."""
    with tempfile.TemporaryDirectory() as cached:
        compiling = (sys.executable, "-X", f"pycache_prefix={cached}", "-m", "compileall", "-q", "-f", str(folder))
        ruff = (
            str(Path(sys.executable).with_name("ruff")),
            "check",
            "--no-cache",
            "--quiet",
            "--exit-zero",
            str(folder),
        )
        return {"compileall": _seconds(compiling), "ruff": _seconds(ruff)}


def _seconds(command: Sequence[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=False, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2)


class _timed:
    """Puts the seconds that a block takes into a row: `<name>` by the wall, `<name>_cpu` of this process."""

    def __init__(self, row: Row, name: str) -> None:
        self._row, self._name = row, name

    def __enter__(self) -> None:
        self._started, self._cpu = time.monotonic(), time.process_time()

    def __exit__(self, *_: object) -> None:
        self._row[self._name] = round(time.monotonic() - self._started, 2)
        self._row[f"{self._name}_cpu"] = round(time.process_time() - self._cpu, 2)


def _report(rows: list[Row]) -> Report:
    table = [
        f"{os.cpu_count()} cores; seconds by the wall (of the processor); the project's own test run is not counted;",
        "load: how many processes wanted a core meanwhile, in the mean of a minute",
        "compileall, ruff: the context's time of the processor as a multiple of what they take for the same files",
        f"{'files':>10} {'context':>16} {'growth':>7} {'again':>16} {'analysis':>16} {'tasks':>16} "
        f"{'peak MB':>8} {'load':>5} {'compileall':>16} {'ruff':>16}  aim",
        *(_line(row, rows[place - 1] if place else None) for place, row in enumerate(rows)),
    ]
    said = ", ".join(f"{row['size']} files {row['context']} s" for row in rows)
    missed = [row["size"] for row in rows if row["context"] > _AIMS.get(row["size"], 30.0)]
    return Report(f"{said or 'nothing measured'}; aims {'missed at ' + ', '.join(missed) if missed else 'met'}", table)


def _line(row: Row, before: Row | None) -> str:
    """`growth` is how many times longer the context takes than at the size before, for ten times the files."""
    phases = [f"{row[name]:.2f} ({row[f'{name}_cpu']:.2f})" for name in ("context", "again", "analysis", "tasks")]
    first, *rest = (f"{cell:>16}" for cell in phases)
    grows = before is not None and row["size"] != _REAL
    growth = f"{row['context_cpu'] / max(before['context_cpu'], 0.01):.1f}x" if before and grows else "-"
    aim = f"< {_AIMS.get(row['size'], 30.0):.0f} s"
    peers = [f"{row['context_cpu'] / max(row[name], 0.01):.1f}x of {row[name]:.2f}" for name in ("compileall", "ruff")]
    cells = [f"{row['size']:>10}", first, f"{growth:>7}", *rest, f"{row['peak_mb']:>8}", f"{row['load']:>5}"]
    return " ".join([*cells, *(f"{peer:>16}" for peer in peers), f" {aim}"])

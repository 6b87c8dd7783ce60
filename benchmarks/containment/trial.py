"""One hostile suite under one level of containment, run by the pipeline's own runner."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import psutil

from benchmarks.containment.outside import Outside
from benchmarks.containment.suites import Suite
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.execution.processes import process_limits
from testfix_pipeline.execution.project import SandboxPolicy, TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import pytest_suite

_GROWTH = 300_000_000
_SLACK = 40.0
Row = dict[str, Any]


def trial(suite: Suite, mode: str, world: Outside) -> Row:
    """What came of it: how it was reported, what leaked, was harmed or survived; `wrong` says what is not right."""
    tree = world.top / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir()
    (tree / "test_hostile.py").write_text(world.constants + suite.text)
    for name, text in suite.files.items():
        (tree / name).write_text(text)
    world.reset()
    before, marks, memory = world.fingerprint(), set(psutil.pids()), psutil.Process().memory_info().rss
    began = time.monotonic()
    run = _run(suite, mode, tree)
    seconds = time.monotonic() - began
    grown = psutil.Process().memory_info().rss - memory
    leaked = leaks_of(tree, suite.leaks)
    harm = world.harm(before)
    open_by_design = suite.full_only and mode == "off"
    wrong = [*_misreported(suite, run), *surviving(tree, marks), *([] if open_by_design else harm)]
    wrong += [f"our own memory grew by {grown >> 20} MB"] * (grown > _GROWTH)
    wrong += [f"it took {seconds:.0f} s"] * (seconds > suite.seconds + _SLACK)
    held = not leaked and not harm
    wrong += [f"leaked: {leaked}"] * (bool(leaked) and not open_by_design)
    return {
        "name": suite.name,
        "level": run.containment,
        "reported": run.fault.kind if run.fault else _status(run),
        "held": held,
        "leaked": leaked,
        "wrong": wrong,
        "seconds": round(seconds, 1),
    }


def _run(suite: Suite, mode: str, tree: Path) -> SuiteRun:
    project = TargetProject(
        interpreter=Path(sys.executable),
        interpreter_source="the proof's own",
        env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        suites=(pytest_suite(),),
        sandbox=SandboxPolicy(mode="off" if mode == "off" else "strict"),
    )
    limits = dict(suite.limits)
    disk, process_limits.SUITE_DISK = process_limits.SUITE_DISK, limits.pop("disk_bytes", process_limits.SUITE_DISK)
    os.environ["CANARY_OF_A_PROOF"] = "CANARY"
    try:
        return run_suite(project, tree, timeout=suite.seconds, **limits)  # type: ignore[arg-type]
    finally:
        process_limits.SUITE_DISK = disk


def _status(run: SuiteRun) -> str:
    hostile = [outcome.status for test, outcome in run.outcomes.items() if "test_hostile" in test.rpartition("::")[2]]
    return hostile[0] if hostile else "absent"


def _misreported(suite: Suite, run: SuiteRun) -> list[str]:
    said = run.fault.kind if run.fault else _status(run)
    found = (
        [] if said in suite.expects.split("|") else [f"reported as {said}: {run.fault.message if run.fault else ''}"]
    )
    if run.fault and run.fault.kind == "crash" and suite.says not in run.fault.message:
        found.append(f"the fault does not say {suite.says!r}: {run.fault.message[:200]}")
    if run.fault is None and "test_hostile.py::test_good" not in run.passed:
        found.append("the good test is not reported")
    shown = "\n".join([*run.outcomes, *(o.message for o in run.outcomes.values())])
    return found + ["a name can drive the terminal"] * ("\x1b" in visible(shown))


def leaks_of(tree: Path, prefixes: tuple[str, ...]) -> str:
    """What a suite or tool says in its tree that it reached, though it may not."""
    evidence = tree / "seen.txt"
    lines = evidence.read_text(errors="replace").splitlines() if evidence.is_file() else []
    return "; ".join(line for line in lines if prefixes and line.startswith(prefixes))


def surviving(tree: Path, before: set[int]) -> list[str]:
    """What still runs of the suite: its processes work in its tree or carry the mark of a run of ours."""
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        if process.pid in before or process.info["status"] == psutil.STATUS_ZOMBIE:
            continue
        try:
            here = process.cwd() == str(tree) or process.info["cmdline"] == ["sleep", "121.7"]
        except psutil.Error:
            continue
        if here:
            found.append(f"survives: {' '.join(process.info['cmdline'] or [])[:80]}")
    return found

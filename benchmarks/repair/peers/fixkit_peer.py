"""fixkit (pinned) on the programs: its flagship and its operator repair share the budget, on the same cores."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.judge import Judge
from benchmarks.repair.packages import environment
from benchmarks.repair.task import Task
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.supervisor import Limits, run

PINNED = ("fixkit==0.0.1", "sflkit==0.2.17")
APPROACHES = ("PyMutRepair", "PyGenProg")
DRIVER = Path(__file__).with_name("fixkit_driver.py")


def interpreter() -> Path:
    """The Python of fixkit's own environment, made once. Raises NotReady."""
    place = cache.folder("peers") / "-".join(PINNED).replace("==", "-")
    if not (place / "ready").is_file():
        environment(place, PINNED)
        (place / "ready").touch()
    return place / "bin" / "python"


def try_task(task: Task, seconds: float) -> dict[str, Any]:
    """A row: whether it found a patch that passes its tests, what the judge says of it, how many it evaluated."""
    started = time.monotonic()
    evaluated = 0
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as name:
        folder = Path(name)
        (folder / "subject").mkdir()
        tree = task.build(folder / "subject")
        label = None
        for approach in APPROACHES:
            work = folder / approach
            work.mkdir()
            label, tried = _approach(task, tree, work, approach, seconds / len(APPROACHES))
            evaluated += tried
            if label is not None:
                break
    spent = time.monotonic() - started
    return {"id": task.id, "peer": "fixkit", "label": label, "evaluated": evaluated, "seconds": round(spent, 2)}


def _approach(task: Task, tree: Path, work: Path, approach: str, seconds: float) -> tuple[str | None, int]:
    python = interpreter()
    path = f"{python.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    run(
        [str(python), str(DRIVER), str(tree), str(work), approach],
        cwd=tree,
        env={"PATH": path, "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"},
        limits=Limits(seconds, processes=64),
        policy=SandboxPolicy(mode="off"),
        writable=[work],
    )
    tried = len(list(cache.rows(work / "evaluations.jsonl")))
    found = {file.relative_to(work / "found").as_posix(): file.read_bytes() for file in _files(work / "found")}
    if not found:
        return None, tried
    return Judge(task, tree, work).label(found).label, tried


def _files(folder: Path) -> Sequence[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file()) if folder.is_dir() else []

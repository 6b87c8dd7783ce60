"""One session under a budget: how long the command took, what it said it came to, and whether that is right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.budgets.projects import Project
from testfix_pipeline.workspace.git.new_repository import make_repository

# Seconds that a session may take beyond its budget.
TOLERANCE_S = 5.0
# A command that takes so much longer than its budget is ended by us.
LOST_S = 120.0
# Seconds that a resumed session gets on top.
RESUMED_S = 240.0
CHECK_S = 60.0
CODES = {"success": 0, "partial": 0, "paused": 1, "blocked": 1}
Row = dict[str, Any]


def trial(project: Project, budget: float, folder: Path, resumed: bool) -> Row:
    """A row: seconds, over (beyond the budget), outcome, and `wrong`, which is "" where all is as it has to be."""
    root = folder / "project"
    root.mkdir(parents=True)
    for name, text in project.files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    if project.fill is not None:
        project.fill(root)
    make_repository(root, "as it is")
    row = _session(["fix", "--project", str(root), "--budget-seconds", f"{budget:.10g}"], budget, folder)
    row["wrong"] = _wrong(project, root, row, budget) or (_left(folder) and "processes are left")
    if resumed and row["outcome"] == "paused" and not row["wrong"]:
        more = budget + RESUMED_S
        command = ["resume", "--project", str(root), "--yes", "--budget-seconds", f"{more:.10g}"]
        again = _session(command, RESUMED_S, folder)
        wrong = _wrong(project, root, again, max(project.enough, more))
        row |= {"resumed": again["outcome"], "wrong": wrong and f"resumed: {wrong}"}
    return {"project": project.name, "budget": budget, **row}


def _session(arguments: list[str], budget: float, folder: Path) -> Row:
    environment = {**os.environ, "DAGSTER_HOME": str(folder / "home"), "TESTFIX_CACHE": str(folder / "cache")}
    (folder / "home").mkdir(exist_ok=True)
    began = time.monotonic()
    try:
        done = subprocess.run(
            [str(Path(sys.executable).with_name("testfix")), *arguments, "--json"],
            env=environment, capture_output=True, text=True, timeout=budget + LOST_S, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return {"seconds": budget + LOST_S, "over": LOST_S, "code": None, "outcome": "lost", "reason": ""}
    seconds = time.monotonic() - began
    found = _last_object(done.stdout)
    row = {"seconds": round(seconds, 1), "over": round(max(0.0, seconds - budget), 1), "code": done.returncode}
    said = found.get("reason", "") or done.stderr.strip()[-300:]
    return {**row, "outcome": found.get("outcome", "none"), "reason": said, "branch": found.get("branch", "")}


def _last_object(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text.strip().rpartition("\n")[2])
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _wrong(project: Project, root: Path, row: Row, budget: float) -> str:
    """What is not as it has to be, in words."""
    outcome = row["outcome"]
    if row["over"] > TOLERANCE_S:
        return f"{row['over']:.0f} s over its budget"
    if row["code"] != CODES.get(outcome):
        return f"ended as {outcome} with exit code {row['code']}: {row['reason']}"
    if outcome == "success":
        return _check(project, root, row["branch"])
    if outcome != "paused" or "budget" not in row["reason"].lower():
        return f"{outcome}: {row['reason']}"
    return f"paused, though {project.enough:.0f} s are enough" if budget >= project.enough else ""


def _check(project: Project, root: Path, branch: str) -> str:
    """Whether what is on the session's branch does what the checks ask for, which no session has seen."""
    subprocess.run(["git", "checkout", "--quiet", branch], cwd=root, check=True, capture_output=True)
    try:
        done = subprocess.run(
            [sys.executable, "-c", project.checks],
            cwd=root, timeout=CHECK_S, capture_output=True, text=True, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "a wrong patch landed: it hangs"
    finally:
        subprocess.run(["git", "checkout", "--quiet", "main"], cwd=root, check=True, capture_output=True)
    return f"a wrong patch landed: {done.stderr.strip()[-200:]}" if done.returncode else ""


def _left(folder: Path) -> list[int]:
    """Processes that still run with the folder of this trial in their environment."""
    mark, found = str(folder).encode(), []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (place / "environ").read_bytes():
                found.append(int(place.name))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid()]

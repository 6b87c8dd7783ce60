"""What Dagster adds around the cycle: CPU seconds of the same session run as a job and as plain function calls.

The same project and the same recorded answers, so that tests, git, decisions and the row in the history are alike and
no search is done; each side in a process of its own; the two take turns. A run with K iterations costs fixed + K x per
iteration: both are read off the differences at two lengths. CPU time counts this process and its children. The instance
exists already, as it does from a user's second run on. `QUICK=1` takes fewer rounds.

    .venv/bin/python -m benchmarks.overhead
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.proof import ANALYSIS, quick_wanted

ROUNDS = 2 if quick_wanted() else 5
SHORT, LONG = 1, 5
AIM_ITERATION, AIM_FIXED = 0.5, 3.0
NAMES = "abcdefgh"


def make_project(folder: Path, bugs: int) -> None:
    """A repository with one function and one failing test per bug."""
    from testfix_pipeline.workspace.git.new_repository import make_repository

    folder.mkdir(parents=True)
    (folder / "functions.py").write_text(source(bugs, 0))
    tests = [f"def test_{name}():\n    assert {name}() == {number}\n" for number, name in enumerate(NAMES[:bugs])]
    tests.append("def test_zero():\n    assert zero() == 0\n")
    (folder / "test_functions.py").write_text("\n".join(["from functions import *", "", *tests]))
    make_repository(folder, "failing")


def source(bugs: int, fixed: int) -> str:
    """The module with the first `fixed` of its bugs corrected."""
    parts = ["def zero():\n    return 0\n"]
    for number, name in enumerate(NAMES[:bugs]):
        value = number if number < fixed else -1
        parts.append(f"def {name}():\n    return {value}\n")
    return "\n".join(parts)


def write_script(path: Path, bugs: int) -> None:
    """Recorded answers that fix one bug an iteration, whatever the strategy asks for."""
    analyses, fixes = {}, {}
    for number in range(1, bugs + 1):
        points = [f"functions.py:{NAMES[number - 1]}:{number}-{number}"]
        answer = {"modification_points": points, "affected_tests": [], "confidence_score": 0.9}
        answer |= {"root_causes": [f"wrong value in {NAMES[number - 1]}"], "approach": "return the right value"}
        analyses[str(number)] = {"kind": "ok", "text": ANALYSIS, "payload": answer}
        repaired = {"files": {"functions.py": source(bugs, number)}}
        for suffix in ("", "a"):
            fixes[f"IMPL-fix-{number}{suffix}"] = repaired
    path.write_text(json.dumps({"name": "script", "analyses": analyses, "fixes": fixes}))


def run_once(side: str, bugs: int, home: Path) -> dict[str, Any]:
    """One session in a fresh process; its CPU seconds with all children, and what came out."""
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as name:
        folder = Path(name)
        make_project(folder / "project", bugs)
        write_script(folder / "script.json", bugs)
        environment = {**os.environ, "DAGSTER_HOME": str(home), "TESTFIX_CACHE": str(folder / "cache")}
        command = [sys.executable, "-m", "benchmarks.overhead", side, str(folder)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = json.loads(done.stdout.splitlines()[-1])
        seconds = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
        assert found["outcome"] == "success", found
        return {"seconds": seconds, "iterations": found["iterations"]}


def work(side: str, folder: Path) -> None:
    """In the fresh process: run the session on one side and print its result."""
    launch = {"project": str(folder / "project"), "agents": [f"recorded:{folder / 'script.json'}"]}
    if side == "dagster":
        from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases

        found = use_cases.fix(launch, quiet=True)
    else:
        from testfix_pipeline import cycle
        from testfix_pipeline.analytics.history.waiting_sessions import note_session

        found = cycle.run(launch)
        note_session(folder / "project", found["session_id"])
    print(json.dumps({"outcome": found["outcome"], "iterations": found["iterations"]}))


def main() -> None:
    """Measure in turns, print the table and the summary line."""
    seconds: dict[tuple[str, int], list[float]] = {}
    lengths: dict[int, int] = {}
    with tempfile.TemporaryDirectory(prefix="testfix-bench-home-") as name:
        home = Path(name)
        run_once("dagster", SHORT, home)  # not counted: it makes the instance's databases, once for all time
        for bugs, side in [(bugs, side) for bugs in (SHORT, LONG) for side in ("plain", "dagster")] * ROUNDS:
            found = run_once(side, bugs, home)
            seconds.setdefault((side, bugs), []).append(found["seconds"])
            lengths[bugs] = found["iterations"]
    print(f"{'iterations':>10} {'plain CPU s':>12} {'Dagster CPU s':>14} {'ratio':>6}   (medians of {ROUNDS})")
    added = {}
    for bugs in (SHORT, LONG):
        plain, dagster = (statistics.median(seconds[side, bugs]) for side in ("plain", "dagster"))
        added[bugs] = dagster - plain
        print(f"{lengths[bugs]:>10} {plain:>12.2f} {dagster:>14.2f} {dagster / plain:>6.2f}")
    each = (added[LONG] - added[SHORT]) / (lengths[LONG] - lengths[SHORT])
    fixed = added[SHORT] - each * lengths[SHORT]
    verdict = "met" if each < AIM_ITERATION and fixed < AIM_FIXED else "MISSED"
    figures = f"{each:.2f} CPU s an iteration (aim {AIM_ITERATION}), {fixed:.2f} CPU s fixed (aim {AIM_FIXED})"
    print(f"overhead: {figures}: {verdict}")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        work(sys.argv[1], Path(sys.argv[2]))
    else:
        main()

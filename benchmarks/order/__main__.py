"""Are tests that depend on their order explained, and is a change of the tests offered that ends it?

Small projects of our own, written before the code (`programs.toml`, and `javascript.toml` where the frameworks are
installed): each has a test that fails in the suite's order. A project is right where `testfix measure` names the
polluter (or the state-setter) and the shared state. It is repaired where the offered change makes the suite pass in its
own order and in five random ones by pytest itself, in JavaScript in those that its framework has; masked where it skips
or removes a test, or repeats it. Where a function of the program keeps the state, or nothing can put it back, no change
of the tests is expected.

    .venv/bin/python -m benchmarks.order
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.javascript.programs import NODE_MODULES
from benchmarks.proof import Row, aligned, parser
from benchmarks.repair.stored_program import stored, write_texts
from testfix_pipeline.core.order_records import OrderFindings
from testfix_pipeline.steps.verification.tree_measurement import measure_tree
from testfix_pipeline.workspace.git.new_repository import make_repository

PROGRAMS = Path(__file__).with_name("programs.toml")
IN_JAVASCRIPT = PROGRAMS.with_name("javascript.toml")
RANDOM_ORDERS = {"jest": ["--randomize", "--seed={}"], "vitest": ["--sequence.shuffle", "--sequence.seed={}"]}
"""How a framework runs tests in a random order; the others have no option for it."""
MASKS = re.compile(r"skip|xfail|\bsleep\(|retry|rerun|flaky|deselect")
ORDERS = 5


def programs() -> dict[str, dict[str, Any]]:
    """Return the projects that can run here with what is expected of each, by name."""
    return {**stored(PROGRAMS), **(stored(IN_JAVASCRIPT) if NODE_MODULES.is_dir() and shutil.which("node") else {})}


def judged(program: dict[str, Any], place: Path) -> Row:
    """Return what is right of the findings on a project, which is written to `place`."""
    write_texts(place, program["files"])
    make_repository(place, "the work so far")
    framework = program.get("framework", "pytest")
    if framework != "pytest":
        (place / "node_modules").symlink_to(NODE_MODULES)
    began = time.monotonic()
    findings = measure_tree({"project": str(place)}).order_findings or OrderFindings()
    seconds = time.monotonic() - began
    found = next((one for one in findings.tests if one.test == program["victim"]), None)
    is_repaired = _is_repaired if framework == "pytest" else _is_repaired_in_javascript
    return {
        "language": "Python" if framework == "pytest" else "JavaScript",
        "polluter": found is not None and program["polluter"] in found.others,
        "state": found is not None and any(program["state"] in one.name for one in found.state),
        "said": ", ".join(one.name for one in found.state) if found is not None else "",
        "repaired": program["repaired"] == "tests" and is_repaired(findings.patch, program, place),
        "masked": any(map(MASKS.search, _added(findings.patch))) or bool(_lost(findings.patch)),
        "seconds": seconds,
    }


def _added(patch: str) -> list[str]:
    return [line for line in patch.splitlines() if line.startswith("+") and not line.startswith("+++")]


def _lost(patch: str) -> list[str]:
    """The lines of code that a patch removes."""
    removed = [line[1:].strip() for line in patch.splitlines() if line.startswith("-") and not line.startswith("---")]
    return [line for line in removed if line and not any(one[1:].strip() == line for one in _added(patch))]


def _is_repaired(patch: str, program: Mapping[str, Any], place: Path) -> bool:
    """Whether all tests pass with the patch, in the suite's order and the victim in random ones."""
    if not patch:
        return False
    victim = program["victim"]
    subprocess.run(["git", "apply", "-"], cwd=place, input=patch, text=True, check=True)
    tests = _passing(place, [])
    orders = [random.Random(number).sample(tests, len(tests)) for number in range(ORDERS)]
    return victim in tests and all(victim in _passing(place, order) for order in [[victim], *orders])


def _is_repaired_in_javascript(patch: str, program: Mapping[str, Any], place: Path) -> bool:
    """Whether the suite passes with the patch by its own command, in its own order and in random ones."""
    if not patch:
        return False
    subprocess.run(["git", "apply", "-"], cwd=place, input=patch, text=True, check=True)
    more = RANDOM_ORDERS.get(program["framework"], [])
    orders = [[], *([one.format(number) for one in more] for number in range(ORDERS if more else 0))]
    command = ["npm", "test", "--silent", "--"]
    runs = [subprocess.run([*command, *one], cwd=place, capture_output=True, check=False) for one in orders]
    return all(one.returncode == 0 for one in runs)


def _passing(place: Path, tests: list[str]) -> list[str]:
    """The tests that pass, run by pytest itself in this order."""
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", *tests]
    env = {
        **os.environ,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }  # the projects use no plugin, and ours cost a second each
    said = subprocess.run(command, cwd=place, env=env, text=True, capture_output=True, check=False).stdout
    subprocess.run(["git", "clean", "-fdxq"], cwd=place, check=True)
    return [line.split()[1] for line in said.splitlines() if line.startswith("PASSED ")]


def main() -> None:
    """Measure all projects, print a table and the summary line."""
    options = parser("order", __doc__, "every fourth project").parse_args()
    known = dict(list(programs().items())[:: 4 if options.quick else 1])
    rows = {}
    for name, program in known.items():
        with tempfile.TemporaryDirectory(prefix="testfix-bench-") as folder:
            rows[name] = judged(program, Path(folder) / "project")
        print(f"{name}: {rows[name]}", file=sys.stderr)
    marks = ("polluter", "state", "repaired", "masked")
    table = [["project", "language", *marks, "seconds", "named"]]
    for name, row in rows.items():
        said = ["yes" if row[mark] else "no" for mark in marks]
        table.append([name, row["language"], *said, f"{row['seconds']:.1f}", row["said"]])
    print("\n".join(aligned(table)))
    expected = Counter(rows[name]["language"] for name, one in known.items() if one["repaired"] == "tests")
    for language in dict.fromkeys(row["language"] for row in rows.values()):
        own = [row for row in rows.values() if row["language"] == language]
        count = {mark: sum(row[mark] for row in own) for mark in marks}
        print(
            f"\nbench-order: {language}: of {len(own)} tests that depend on their order the polluter or state-setter "
            f"right for {count['polluter']}, the state named for {count['state']}; {count['repaired']} of "
            f"{expected[language]} repaired by a change of the tests, {count['masked']} masked"
        )


if __name__ == "__main__":
    main()

"""Do sessions turn red workflows green without weakening a check, and do they name the rest?

Small projects of our own (`projects.toml`; the code was finished before those held out were written, and those called
fresh before the work on their classes): one check of each is red, or its tests. A project is green where nothing is red
at the end and the branch has what is expected; named where something stays red or can't be run, with a next step, as is
right for what only a person can decide; wrong where anything else landed, a check was silenced, or nothing is said.

    .venv/bin/python -m benchmarks.checks [--set fresh] [--only NAME]
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.proof import Row, aligned, parser
from benchmarks.repair.stored_program import write_texts
from testfix_pipeline import cycle
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.patch_policy.check_suppressions import adds_suppression
from testfix_pipeline.workspace.git.new_repository import make_repository

PROJECTS = Path(__file__).with_name("projects.toml")
PYPROJECT = '[project]\nname = "calc"\nversion = "1"\nrequires-python = ">=3.11"\n\n'
PROGRAMS = {"python": "git", "node": "node", "go": "go"}


def projects() -> dict[str, dict[str, Any]]:
    """Return the projects by name, each with all its files."""
    content = tomllib.loads(PROJECTS.read_text())
    languages, known = content["languages"], dict[str, dict[str, Any]](content["projects"])
    for one in known.values():
        language = one.setdefault("language", "python")
        one.setdefault("file", "calc.py")
        files = {**languages[language], **one.get("files", {})}
        if language == "python":
            files["pyproject.toml"] = PYPROJECT + one.get("tables", "") + "\n"
        if "code" in one:
            files["calc.py" if language == "python" else one["file"]] = one["code"]
        one["files"] = files
    return known


def npm_packages() -> Path | None:
    """Return the folder of installed npm packages that is on the PATH."""
    folders = [Path(one).parent for one in os.environ["PATH"].split(os.pathsep) if one.endswith("node_modules/.bin")]
    return next((one for one in folders if (one / "typescript" / "package.json").is_file()), None)


def can_run(project: Mapping[str, Any]) -> bool:
    """Return whether what a project needs is installed."""
    has_program = shutil.which(PROGRAMS[project["language"]]) is not None
    return has_program and (not project.get("npm") or npm_packages() is not None)


def judged(project: Mapping[str, Any], place: Path) -> Row:
    """Return what a session makes of a project, which is written to `place`."""
    write_texts(place, project["files"])
    make_repository(place, "the work so far")
    if project.get("npm"):
        (place / "node_modules").symlink_to(npm_packages() or place)
    began = time.monotonic()
    found = _session(place)
    text = _git(place, "show", f"{found['branch']}:{project['file']}")
    red = [one for one in found["checks"] if one["after"] != 0]
    is_green = not red and found["outcome"] in ("success", "partial") and _passes(project, place, found["branch"])
    output = json.dumps([one for name, one in found.items() if name != "diff"], ensure_ascii=False)
    is_named = re.search(project["names"], output) is not None if "names" in project else bool(red)
    is_named &= all(one["next_step"] or one["notice"] for one in red)
    verdict = "green" if is_green else "named" if is_named else "wrong"
    is_left = not is_green and project["files"].get(project["file"]) == text
    is_right = (is_left or project["holds"] in text) and not _git(place, "status", "--porcelain")
    is_right &= not adds_suppression(b"", found["diff"].encode())
    said = [f"{one['name']} {one['before']} -> {one['after']}" for one in found["checks"]]
    return {
        "verdict": verdict if is_right else "wrong",
        "expected": project.get("expect", "green"),
        "said": "; ".join([*said, *found.get("remaining_failures", []), found.get("error", "")]).strip("; "),
        "output": output,
        "seconds": time.monotonic() - began,
    }


def _session(place: Path) -> dict[str, Any]:
    """Return a session's result; that of one that ends by an error has its text."""
    try:
        return cycle.run({"project": str(place), "checks": "auto", "agents": ["builtin"], "max_iterations": 1})
    except PipelineError as error:
        text = f"{error} {error.detail}"
        return {"branch": "HEAD", "checks": [], "outcome": "error", "diff": "", "error": text}


def _passes(project: Mapping[str, Any], place: Path, branch: str) -> bool:
    """Return whether what a project runs besides its tests passes on a branch."""
    if "command" not in project:
        return True
    _git(place, "checkout", "-q", branch)
    done = subprocess.run(shlex.split(project["command"]), cwd=place, capture_output=True, check=False)
    _git(place, "checkout", "-q", "-")
    return done.returncode == 0


def _git(place: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=place, text=True, capture_output=True, check=True).stdout


def summary(rows: Mapping[str, Row], which: str) -> str:
    """Return the figures of some projects in a line."""
    found = Counter(row["verdict"] for row in rows.values())
    missed = sum(row["expected"] == "green" and row["verdict"] == "named" for row in rows.values())
    return (
        f"bench-checks, {which}: of {len(rows)} red projects {found['green']} green without weakening, "
        f"{found['named']} named with the next step ({missed} of them to be green), {found['wrong']} wrong"
    )


def main() -> None:
    """Run a session on all projects, or those of one set; print a table and a line for each set."""
    arguments = parser("checks", __doc__, "every sixth project")
    arguments.add_argument("--set", help="develop, held-out or fresh", default="")
    arguments.add_argument("--only", help="one project", default="")
    options = arguments.parse_args()
    known = {name: one for name, one in projects().items() if options.set in ("", one.get("set", "develop"))}
    known = {name: one for name, one in known.items() if options.only in ("", name)}
    known = dict(list(known.items())[:: 6 if options.quick else 1])
    rows: dict[str, Row] = {}
    for name, project in known.items():
        if not can_run(project):
            print(f"{name}: not run, a program that it needs is not installed", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory(prefix="testfix-bench-") as folder:
            rows[name] = judged(project, Path(folder) / "project")
        print(f"{name}: {rows[name]}", file=sys.stderr, flush=True)
    table = [["project", "class", "expected", "found", "checks", "seconds"]]
    for name, row in rows.items():
        mark = "" if row["verdict"] == row["expected"] else " !"
        found = f"{row['verdict']}{mark}"
        table.append([name, known[name]["class"], row["expected"], found, row["said"], f"{row['seconds']:.0f}"])
    print("\n".join(aligned(table)))
    for which in ("develop", "held-out", "fresh"):
        some = {name: row for name, row in rows.items() if known[name].get("set", "develop") == which}
        if some:
            print(summary(some, which))


if __name__ == "__main__":
    main()

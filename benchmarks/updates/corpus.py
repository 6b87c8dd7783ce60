"""Real projects that a dependency update broke, replayed: which are red under the updated environment.

    python -m benchmarks.updates.corpus ROWS.jsonl --checkouts FOLDER [--only GLOB] [--limit N]

ROWS has a case a line: repository, commit, the pins of the updated environment, a patch that loosens the requirements,
the test files. FOLDER has the repositories by `owner+name` or `owner/name`; nothing is downloaded but pinned packages.
Trees, environments and results lie in the cache; what is there is not made again. Each case ends as one of STATUSES.
Their Python, mostly 3.12, is pyenv's or on the path. The projects' tests run contained, as in a session.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from benchmarks.repair import cache
from benchmarks.repair.packages import PYTEST
from benchmarks.updates.environments import NoEnvironment, environment
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline.repair.validation.private_tree import private_copy
from testfix_pipeline.workspace.git.new_repository import commit_all, make_repository

Status = Literal["red", "green", "no checkout", "no tree", "no environment", "no measurement"]
STATUSES: tuple[Status, ...] = get_args(Status)
AGAIN: tuple[Status, ...] = ("no checkout", "no environment")
"""What is tried again by a later run, since it is the machine's."""
SUITE_SECONDS = 180.0
MOST_ERRORS = 3
PIN = re.compile(r"[\w.-]+==\S+$")
"""A line of a frozen environment; what was installed from a folder, such as the project itself, is left out."""
ENVIRONMENT = {"PYTHONPATH": ".:src"}
"""The projects themselves are not installed: that would run their set-up code outside of containment."""


@dataclass(frozen=True)
class Case:
    """One line of the rows. pins: all that is installed; patch: loosens the requirements; tests: test files."""

    repository: str
    commit: str
    python: str
    pins: tuple[str, ...]
    patch: str
    tests: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.repository.replace('/', '+')}-{self.commit[:8]}"


class NotReplayed(Exception):
    """A case that can't be replayed here: its status, and why."""

    def __init__(self, status: Status, why: str) -> None:
        super().__init__(why)
        self.status = status


def read_case(line: str) -> Case:
    """The case of a line of the rows. Raises ValueError where it is none."""
    try:
        known = json.loads(line)
        python = ".".join(known["migration_target_version"].split(".")[:2])
        tests = tuple(name.strip() for name in known["test_files"].split(",") if name.strip())
        pins = tuple(line.strip() for line in known["dependency_versions"].splitlines() if PIN.match(line.strip()))
        return Case(known["repo_name"], known["commit_hash"], python, pins, known["patch"], tests)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"a case lacks {error}: {line[:80]}") from error


def repository(case: Case, checkouts: Path) -> Path:
    """The git directory in the folder of checkouts that has the case's commit. Raises NotReplayed."""
    places = [checkouts / case.repository.replace("/", "+"), checkouts / case.repository]
    for place in [
        inner for outer in places for inner in (outer, outer / "repo", outer / "repo" / ".git", outer / ".git")
    ]:
        if place.is_dir() and _git(place, "cat-file", "-e", f"{case.commit}^{{commit}}").returncode == 0:
            return place
    raise NotReplayed("no checkout", "the folder of checkouts has no repository with the commit")


def _git(place: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", place, *words], capture_output=True)


def ready_tree(case: Case, checkouts: Path) -> Path:
    """The project as a repository of two commits: as it was, and with loosened requirements. Raises NotReplayed."""
    tree = cache.folder("updates", "corpus") / case.name
    if not (tree / ".git" / "ready").is_file():
        shutil.rmtree(tree, ignore_errors=True)
        tree.mkdir()
        source = repository(case, checkouts)
        _write_files(source, case.commit, tree)
        make_repository(tree, "as it was")
        _loosen(case, tree)
        (tree / ".git" / "ready").touch()
    return tree


def _write_files(source: Path, commit: str, tree: Path) -> None:
    """Write a commit's files; those that the checkout leaves out, as it may the largest, are left out here too."""
    with tempfile.TemporaryDirectory(prefix="testfix-corpus-") as scratch:
        env = {**os.environ, "GIT_INDEX_FILE": f"{scratch}/index"}
        read = subprocess.run(["git", "-C", source, "read-tree", commit], env=env, capture_output=True)
        words = ["git", "-C", str(source), f"--work-tree={tree}", "checkout-index", "--all", "--quiet"]
        written = subprocess.run(words, env=env, capture_output=True)
    if read.returncode or not any(tree.iterdir()):
        raise NotReplayed("no tree", (read.stderr or written.stderr).decode(errors="replace")[-200:])


def _loosen(case: Case, tree: Path) -> None:
    """Apply the case's patch, without the two scripts that it brings, and commit it."""
    done = subprocess.run(
        ["patch", "-p0", "--batch", "--forward", "--quiet", "--no-backup-if-mismatch"],
        cwd=tree, input=case.patch.encode(), capture_output=True,
    )  # fmt: skip
    if done.returncode:
        raise NotReplayed("no tree", f"the patch does not apply: {done.stdout.decode(errors='replace')[-200:]}")
    script = f"{case.repository.replace('/', '__')}.sh"
    for name in (f"setup_{script}", f"test_{script}"):
        (tree / name).unlink(missing_ok=True)
    if _git(tree, "status", "--porcelain").stdout:
        commit_all(tree, "Loosen the requirements")


def replay(case: Case, checkouts: Path) -> dict[str, Any]:
    """The row of a case: its status, and what its suite does in the updated environment."""
    row: dict[str, Any] = {"id": case.name, "repository": case.repository, "commit": case.commit}
    try:
        tree = ready_tree(case, checkouts)
        more = () if any(pin.lower().startswith("pytest==") for pin in case.pins) else (PYTEST,)
        python = environment(case.python, case.pins, more)
        return {**row, "python": str(python), "tree": str(tree), **_suite(case, tree, python)}
    except NotReplayed as why:
        return {**row, "status": why.status, "why": str(why)}
    except NoEnvironment as why:
        return {**row, "status": "no environment", "why": str(why)}
    except PipelineError as why:
        return {**row, "status": "no tree", "why": str(why)[:300]}


def _suite(case: Case, tree: Path, python: Path) -> dict[str, Any]:
    """What the case's test files do, in a copy of the tree, and which of them there are."""
    tests = [name for name in case.tests if (tree / name).is_file()]
    with tempfile.TemporaryDirectory(prefix="testfix-corpus-") as scratch:
        copy = private_copy(tree, Path(scratch) / "tree", ())
        target = TargetProject(python, "benchmark", pytest_args=tuple(tests), env=ENVIRONMENT, suites=(pytest_suite(),))
        run = run_suite(target, copy, timeout=SUITE_SECONDS)
    if run.fault is not None:
        return {"status": "no measurement", "why": f"{run.fault.kind}: {run.fault.message[:300]}"}
    return {"tests": tests, **outcome_of(run)}


def outcome_of(run: SuiteRun) -> dict[str, Any]:
    """Red or green, how many tests, and the most frequent errors."""
    errors = Counter(
        f"{run.outcomes[test].error_type}: {' '.join(run.outcomes[test].message.split())[:120]}" for test in run.failing
    )
    status: Status = "red" if run.failing else "green" if run.passed else "no measurement"
    return {
        "status": status,
        "passed": len(run.passed),
        "failing": len(run.failing),
        "uncollected": sum("::" not in test for test in run.failing),
        "errors": [text for text, _ in errors.most_common(MOST_ERRORS)],
        "why": "" if run.outcomes else "no test was collected",
    }


def summary(rows: Sequence[dict[str, Any]], planned: int) -> str:
    """The last line."""
    counts = Counter(row["status"] for row in rows)
    return f"corpus: {len(rows)} of {planned} cases; " + ", ".join(f"{counts[one]} {one}" for one in STATUSES)


def said(row: dict[str, Any]) -> str:
    what = row.get("why") or "; ".join(row.get("errors", ()))
    counts = f" {row['failing']} fail, {row['passed']} pass" if "failing" in row else ""
    return f"{row['id']}: {row['status']}{counts} {' '.join(what.split())[:160]}".rstrip()


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.updates.corpus",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rows", type=Path)
    parser.add_argument("--checkouts", type=Path, required=True)
    parser.add_argument("--only", default="*", help="glob of owner/name")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--results", type=Path, default=cache.folder("rows") / "updates-corpus.jsonl")
    wanted = parser.parse_args()
    try:
        cases = [read_case(line) for line in wanted.rows.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        print(f"{wanted.rows}: {error}", file=sys.stderr)
        return 2
    chosen = [case for case in cases if fnmatch.fnmatch(case.repository, wanted.only)][: wanted.limit]
    done = {row["id"]: row for row in cache.rows(wanted.results)}
    for case in chosen:
        if done.get(case.name, {}).get("status", "no checkout") in AGAIN:
            done[case.name] = replay(case, wanted.checkouts)
            cache.append(wanted.results, done[case.name])
            print(said(done[case.name]), flush=True)
    rows = [done[case.name] for case in chosen]
    print(summary(rows, len(chosen)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

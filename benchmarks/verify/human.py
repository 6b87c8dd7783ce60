"""How does `testfix verify` judge what maintainers commit? Commits that change a program and its tests.

`human.toml` pins them: of each project the newest that are no merges, change Python files of the program and of the
tests, and whose suite passes (`--choose` prints them, and chooses by nothing else). A person read each commit that is
not verified: `[agreed]` says where the verdict is right, and why. Every other one counts as wrong.

    .venv/bin/python -m benchmarks.verify.human
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.parity.commands import run
from benchmarks.parity.repositories import Repository, checkout
from benchmarks.proof import Row, StoredRows, aligned, parser
from benchmarks.repair import cache

LIST = Path(__file__).with_name("human.toml")
SOURCES = (
    "testfix_pipeline/core",
    "testfix_pipeline/execution",
    "testfix_pipeline/steps",
    "benchmarks/verify/human.py",
)
TESTFIX, UV = (str(Path(sys.executable).with_name(name)) for name in ("testfix", "uv"))
_TEST = re.compile(r"(^|/)(tests?/|tests\.py$|test_[^/]*\.py$|[^/]*_test\.py$|conftest\.py$)")
_BESIDE = re.compile(r"^(benchmarking|docs|examples|performance|scripts|setup\.py$)")


class HumanProject:
    """A project of the list: its checkout and its environment in the cache."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.name, self.head, self.commits = row["name"], row["head"], row["commits"]
        self.place = cache.folder("verify-human", self.name.replace("/", "+"))
        self.tree = checkout(Repository(self.name, self.head, "python", "pytest"), self.place)
        self.python = str(self.place / "environment" / "bin" / "python")
        if not Path(self.python).exists():
            unfinished = str(self.place / "environment")
            subprocess.run([UV, "venv", "-q", "--clear", "--python", sys.executable, unfinished], check=True)
            install = [UV, "pip", "install", "-q", "--python", self.python]
            try:
                subprocess.run([*install, "pytest", *row["requires"], "-e", str(self.tree)], check=True)
            except subprocess.CalledProcessError:
                shutil.rmtree(unfinished)
                raise

    def git(self, *arguments: str) -> str:
        """Return what git says about the checkout."""
        asked = ["git", "-C", str(self.tree), *arguments]
        return subprocess.run(asked, check=True, stdout=subprocess.PIPE, text=True).stdout

    def take(self, commit: str) -> None:
        """Check out a commit, without what a run of another one left."""
        self.git("checkout", "--quiet", "--force", "--detach", commit)
        self.git("clean", "--quiet", "-fd")

    def chosen(self, wanted: int, seconds: float) -> Iterator[str]:
        """Yield the newest commits that qualify; seconds: the longest run of a suite."""
        for commit in self.git("log", "--no-merges", "--format=%H", self.head).split():
            files = self.git("show", "--format=", "--name-only", commit).split("\n")
            python = [file for file in files if file.endswith(".py") and not _BESIDE.match(file)]
            if {bool(_TEST.search(file)) for file in python} != {True, False}:
                continue
            self.take(commit)
            command = [self.python, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
            if run(command, self.tree, {}, seconds).exit_code == 0:
                yield commit
                wanted -= 1
            if not wanted:
                return

    def judged(self, commit: str, seconds: float) -> Row:
        """Return the verdict on a commit against its parent, with its reasons and its processor seconds."""
        self.take(commit)
        command = [TESTFIX, "verify", f"{commit}^..{commit}", "--python", self.python, "--json"]
        done = run(command, self.tree, {}, seconds)
        try:
            found = json.loads(done.out.splitlines()[-1])
        except (IndexError, ValueError):
            found = {"verdict": "no answer", "reasons": [done.printed[-300:] or f"none within {seconds:.0f} s"]}
        kept = {name: found[name] for name in ("verdict", "reasons")}
        return {"project": self.name, "commit": commit, "cpu": done.cpu, **kept}


def main() -> None:
    """Judge what is not kept yet; print a line for each commit and the summary line."""
    asked = parser("verify.human", __doc__, "the first two commits of each project", fresh="judge everything again")
    asked.add_argument("--only", default="", help="the projects and commits whose name has this text")
    asked.add_argument("--seconds", type=float, default=300.0, help="the longest verification, or suite")
    asked.add_argument("--choose", type=int, default=0, metavar="N", help="print the N newest that qualify instead")
    options = asked.parse_args()
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))
    kept = StoredRows("verify-human", *SOURCES, fresh=options.fresh)
    rows = []
    for known in listed["project"]:
        wanted = [one for one in known["commits"] if options.only in f"{known['name']} {one}"]
        if options.choose and options.only in known["name"]:
            print(known["name"], *HumanProject(known).chosen(options.choose, options.seconds), sep="\n")
        elif not options.choose:
            for commit in wanted[: 2 if options.quick else None]:
                row = next((one for one in kept.rows if one["commit"] == commit), None)
                rows.append(row or kept.add(HumanProject(known).judged(commit, options.seconds)))
                print(*_line(rows[-1], listed["agreed"]), sep="  ", flush=True)
    if rows:
        print(f"\nbench-verify-human: {summary(rows, listed['agreed'])}")


def _line(row: Row, agreed: dict[str, str]) -> list[str]:
    said = agreed.get(row["commit"][:8]) or "; ".join(row["reasons"])[:160]
    return aligned([[f"{row['project']:32} {row['commit'][:8]}", f"{row['verdict']:12}", f"{row['cpu']:6.1f} s", said]])


def summary(rows: list[Row], agreed: dict[str, str]) -> str:
    """Return how many have each verdict, and how many of these are wrong."""
    parts = [f"{len(rows)} commits"]
    for verdict in sorted({row["verdict"] for row in rows}):
        found = [row["commit"][:8] for row in rows if row["verdict"] == verdict]
        wrong = len([one for one in found if one not in agreed])
        parts.append(f"{len(found)} {verdict}" + ("" if verdict == "verified" else f" ({wrong} wrongly)"))
    return ", ".join(parts)


if __name__ == "__main__":
    main()

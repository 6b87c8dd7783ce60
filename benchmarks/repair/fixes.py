"""Bug fixes that people made: small changes of one source file together with a test, from histories of public projects.

    python -m benchmarks.repair.fixes FOLDER

FOLDER holds bare git repositories, `OWNER+NAME/repo` or `NAME.git`. A commit counts where its message speaks of a fix,
one module that is no test differs by a single hunk of at most `MOST_LINES` lines each way, and a test file changes
with it. Nothing is run. A hunk that many projects have counts once, a project at most `MOST_OF_PROJECT` times. What is
found lies in the cache; no text of another project comes into this repository.
"""

from __future__ import annotations

import ast
import hashlib
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.repair import cache
from benchmarks.repair.hunks import Hunk, hunks_between
from testfix_pipeline.repair.model.edit import without_layout
from testfix_pipeline.repair.model.sources import is_test_side

MOST_LINES = 3
MOST_OF_PROJECT = 50
MOST_BYTES = 300_000
"""Of a module: what is larger takes seconds to parse, and is generated more often than not."""
SEED = "fixes-1"
FIX = re.compile(r"\b(fix(es|ed)?|bugs?|regression|crash(es|ed)?|incorrect(ly)?|wrong(ly)?|broken)\b", re.I)
NO_FIX = re.compile(
    r"\b(typos?|docs?|docstrings?|lint|flake8|mypy|typing|annotations?|spelling|deprecat\w+|ci)\b", re.I
)


@dataclass(frozen=True)
class Fix:
    """One bug fix. `before`, `after`: the module's whole texts. `date`: of the commit, seconds since 1970."""

    project: str
    commit: str
    date: int
    path: str
    before: str
    after: str

    @property
    def hunk(self) -> Hunk:
        """Its only hunk."""
        (hunk,) = hunks_of(self.path, self.before, self.after)
        return hunk


def joined(hunks: Iterable[Hunk]) -> list[Hunk]:
    """The hunks with neighbours put together: replaced lines that follow one another are one change."""
    found: list[Hunk] = []
    for hunk in hunks:
        if found and found[-1].end == hunk.start:
            last = found.pop()
            hunk = Hunk(last.file, last.number, last.start, hunk.end, last.old + hunk.old, last.new + hunk.new)
        found.append(hunk)
    return found


def hunks_of(path: str, before: str, after: str) -> list[Hunk]:
    """The hunks between two texts of a module, neighbours put together."""
    return joined(hunks_between({path: before}, {path: after}))


def git(repository: Path, *arguments: str, check: bool = True) -> str:
    """What a git command prints; without `check`, until it failed. Raises CalledProcessError."""
    done = subprocess.run(["git", "-C", str(repository), *arguments], capture_output=True, check=check)
    return done.stdout.decode("utf-8", "replace")


def commits(repository: Path) -> Iterator[tuple[str, int, str]]:
    """(commit, date, path of the module) of commits that look like fixes of one module with a test.

    A stored history may lack objects of old commits; it is read as far as it goes.
    """
    options = ["--no-merges", "--no-renames", "--numstat", "--format=%x00%H %ct %s"]
    for record in git(repository, "log", *options, "HEAD", check=False).split("\0")[1:]:
        head, *rows = record.strip().splitlines()
        name, date, subject = (*head.split(" ", 2), "")[:3]
        if not FIX.search(subject) or NO_FIX.search(subject):
            continue
        changed = [row.split("\t") for row in rows if row.count("\t") == 2]
        python = [row for row in changed if row[2].endswith(".py")]
        source = [row for row in python if not is_test_side(row[2])]
        if len(source) == 1 and len(source) < len(python) and all(_few(row[:2]) for row in source):
            yield name, int(date), source[0][2]


def _few(counts: list[str]) -> bool:
    return all(count.isdigit() and int(count) <= MOST_LINES for count in counts)


def is_code(fix: Fix) -> bool:
    """Whether it is one hunk of a function's code: both texts parse, and more than comments and docstrings differ."""
    try:
        trees = [ast.parse(text) for text in (fix.before, fix.after)]
    except (SyntaxError, ValueError, RecursionError):
        return False
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            node.value.value = ""
    if ast.dump(trees[0]) == ast.dump(trees[1]):
        return False
    return len(hunks_of(fix.path, fix.before, fix.after)) == 1


def fixes(repository: Path, project: str, seen: set[str]) -> list[Fix]:
    """Those of one project, at most `MOST_OF_PROJECT`, drawn with a seed. `seen`: hunks that were met before."""
    every = list(commits(repository))
    random.Random(f"{SEED}:{project}").shuffle(every)
    found: list[Fix] = []
    for commit, date, path in every:
        if len(found) == MOST_OF_PROJECT:
            break
        try:
            before, after = (git(repository, "show", f"{which}:{path}") for which in (f"{commit}^", commit))
        except subprocess.CalledProcessError:  # the module is new, or moved
            continue
        fix = Fix(project, commit, date, path, before, after)
        if max(len(before), len(after)) <= MOST_BYTES and is_code(fix) and (mark := digest(fix.hunk)) not in seen:
            seen.add(mark)
            found.append(fix)
    return found


def digest(hunk: Hunk) -> str:
    """Names a hunk by its code without layout."""
    return hashlib.sha256(
        "\0".join(without_layout("".join(lines)) for lines in (hunk.old, hunk.new)).encode()
    ).hexdigest()


def repositories(folder: Path) -> Iterator[tuple[str, Path]]:
    """(name of the project, its repository) in order of names."""
    for place in sorted(folder.iterdir()):
        if (place / "repo").is_dir():
            yield place.name.rpartition("+")[2], place / "repo"
        elif place.suffix == ".git":
            yield place.stem, place


def cached() -> Path:
    """Where the fixes lie."""
    return cache.folder("fixes") / "fixes.jsonl"


def main() -> None:
    seen: set[str] = set()
    found: list[Fix] = []
    for project, repository in repositories(Path(sys.argv[1])):
        of_project = fixes(repository, project, seen)
        found += of_project
        print(f"{project:20} {len(of_project):4}", flush=True)
    cache.write(cached(), (asdict(fix) for fix in found))
    print(f"{len(found)} fixes of {len({fix.project for fix in found})} projects")


if __name__ == "__main__":
    main()

"""The recent commits of a project: the files that each changed, and whether it is a merge or a revert."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from testfix_pipeline.workspace.git.git_client import text
from testfix_pipeline.workspace.git.repository import Project

LAST_COMMITS = 300
_SWEEPING = 100  # files: a commit that touches more is a move or a reformatting, and tells nothing about one of them


class Commit(NamedTuple):
    """A commit: its id, first line, number of parents, and the files that it changed."""

    commit: str
    subject: str
    parents: int
    files: tuple[str, ...]

    @property
    def kind(self) -> str:
        """`revert`, `merge`, or "" for any other commit."""
        if self.subject.lower().startswith("revert"):
            return "revert"
        return "merge" if self.parents > 1 else ""


def commit_history(project: Project) -> Iterator[Commit]:
    """Yield the last 300 commits that changed the project, newest first, with files relative to the project."""
    answer = project.git.attempt(
        "log", f"-{LAST_COMMITS}", "--format=%x1e%H%x1f%P%x1f%s", "--name-only", "--no-renames", "-m",
        "--first-parent", project.head, "--", project.subdir or ".", settings=("core.quotePath=false",),
    )  # fmt: skip
    start = f"{project.subdir}/" if project.subdir else ""
    for entry in answer.out.split(b"\x1e")[1:]:
        head, _, names = entry.partition(b"\n")
        commit, parents, subject = head.split(b"\x1f", 2)
        files = (text(name) for name in names.split(b"\n") if name)
        inside = tuple(name.removeprefix(start) for name in files if name.startswith(start))
        yield Commit(commit.decode(), subject.decode("utf-8", "replace"), len(parents.split()), inside)


def count_changes(commits: Iterable[Commit]) -> Counter[str]:
    """The number of commits that changed each file, without the first commit and those of over 100 files."""
    return Counter(
        path for each in commits if each.parents and len(each.files) <= _SWEEPING for path in each.files
    )  # fmt: skip

"""The last commits of a project: which files they touched, and which of them were merges or reverts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from testfix_pipeline.workspace.git.git_client import text
from testfix_pipeline.workspace.git.repository import Project

LAST_COMMITS = 300
_SWEEPING = 100  # files: a commit that touches more is a move or a reformatting, and tells nothing about one of them


class Commit(NamedTuple):
    commit: str
    subject: str
    parents: int
    files: tuple[str, ...]

    @property
    def kind(self) -> str:
        """`revert`, `merge`, or "" for any other."""
        if self.subject.lower().startswith("revert"):
            return "revert"
        return "merge" if self.parents > 1 else ""


def history(project: Project) -> Iterator[Commit]:
    """The last 300 commits that touched the project, newest first; files relative to the project."""
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


def churn(commits: Iterable[Commit]) -> Counter[str]:
    """How many of the commits touched each file; the first commit and sweeping ones are not counted."""
    return Counter(
        path for each in commits if each.parents and len(each.files) <= _SWEEPING for path in each.files
    )  # fmt: skip

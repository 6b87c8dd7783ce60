"""Checks which commits a repository still has."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from testfix_pipeline.workspace.git.git_client import GitClient


def missing_commits(project_root: Path, commits: Collection[str]) -> list[str]:
    """Return the ids that are not commits of the repository, sorted; all ids if there is no repository."""
    wanted = sorted(commits)
    if not wanted or not project_root.is_dir():
        return wanted
    asked = "".join(f"{commit}^{{commit}}\n" for commit in wanted).encode()
    answer = GitClient(project_root).attempt("cat-file", "--batch-check", stdin=asked)
    if answer.status != 0:
        return wanted
    lines = answer.out.decode("utf-8", "replace").splitlines()
    return [commit for commit, line in zip(wanted, lines, strict=True) if line.endswith((" missing", " ambiguous"))]

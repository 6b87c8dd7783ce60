"""Finds the files of a checkout that changed while a tool worked in it, independent of the tool's report."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.workspace.git.changes import Tree
from testfix_pipeline.workspace.git.git_client import GitClient, text


class ObservedCheckout:
    """The state of a checkout before the work. git's folder is found now, since the work may redirect it."""

    def __init__(self, tree: Path) -> None:
        self._tree = _tree(tree)
        self._before = self._state()

    def changed(self) -> list[str]:
        """Return the tracked and new files that differ since then; empty if the folder is no checkout."""
        now = self._state()
        paths = self._before.keys() | now.keys()
        return sorted(path for path in paths if self._before.get(path) != now.get(path))

    def _state(self) -> dict[str, tuple[bytes | None, int]]:
        if self._tree is None:
            return {}
        return {change.path: (change.after, change.mode) for change in self._tree.changes()}


def _tree(tree: Path) -> Tree | None:
    try:
        folder = GitClient(tree).attempt("rev-parse", "--absolute-git-dir", "--show-toplevel")
    except ProjectError:  # there is no git
        return None
    lines = text(folder.out).splitlines()
    if folder.status != 0 or len(lines) != 2 or Path(lines[1]).resolve() != tree.resolve():
        return None
    git = GitClient(tree, Path(lines[0]), tree)
    commit = git.resolve("HEAD^{tree}")
    return Tree(git, commit, ()) if commit else None

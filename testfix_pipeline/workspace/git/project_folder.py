"""A project's folder, in git or not. Read-only: nothing here writes or requires write access."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.workspace.git.git_client import GitClient, text


@dataclass(frozen=True)
class ProjectFolder:
    """`repo_root` is the top of the checkout that holds `root`, or `root` itself; `head` is "" if no commit is."""

    root: Path
    repo_root: Path
    head: str

    @property
    def git(self) -> GitClient:
        """Git in the repository's root."""
        return GitClient(self.repo_root)

    @property
    def subdir(self) -> str:
        """The path from the checkout's top to the project, "" if they are the same."""
        return "" if self.root == self.repo_root else self.root.relative_to(self.repo_root).as_posix()

    @property
    def workflow(self) -> str:
        """The folder of sessions relative to the checkout's top."""
        return f"{self.subdir}/.workflow" if self.subdir else ".workflow"


def find_place(path: str | Path) -> ProjectFolder:
    """Return the project in a folder. Raises ProjectError if there is no such folder."""
    folder = Path(path).expanduser()
    if not folder.is_dir():
        raise ProjectError(f"There is no folder {folder}.", "Name the folder of a project.")
    root = folder.resolve()
    try:
        top = GitClient(root).attempt("rev-parse", "--show-toplevel")
        head = GitClient(root).resolve("HEAD^{commit}") if top.status == 0 else None
    except ProjectError:  # there is no git
        return ProjectFolder(root, root, "")
    if top.status != 0 or not top.out.strip():
        return ProjectFolder(root, root, "")
    return ProjectFolder(root, Path(text(top.out[:-1])).resolve(), head or "")

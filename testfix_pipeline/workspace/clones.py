"""Projects that the registry names by a git address: their clone is made, and brought up to date before a night."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.workspace.git_client import GitClient


def refresh(address: str, folder: Path, branch: str = "") -> None:
    """Clone the repository, or fetch it and move its checkout to what the remote has. Sessions' branches stay.

    A checkout with uncommitted work is left alone. Raises ProjectError with git's own words.
    """
    if not (folder / ".git").exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        wanted = ["--branch", branch] if branch else []
        GitClient(folder.parent).run("clone", "--quiet", *wanted, "--", address, str(folder))
        return
    git = GitClient(folder)
    git.run("fetch", "--quiet", "origin")
    upstream = f"origin/{branch}" if branch else "origin/HEAD"
    if git.run("status", "--porcelain", "--untracked-files=no"):
        raise ProjectError(f"The clone {folder} has uncommitted work.", "Commit it or remove the clone.")
    git.run("checkout", "--quiet", "--detach", upstream)

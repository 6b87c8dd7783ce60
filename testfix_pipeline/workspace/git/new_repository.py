"""Makes a folder a new repository, for demos and benchmarks."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline.workspace.git.repository import FALLBACK_AUTHOR


def make_repository(folder: Path, message: str) -> str:
    """Run `git init` and commit all files in `folder`; return the commit. Raises ProjectError."""
    GitClient(folder).run("init", "--quiet", "--initial-branch=main")
    return commit_all(folder, message)


def commit_all(folder: Path, message: str) -> str:
    """Commit all files in `folder`; return the commit. Raises ProjectError."""
    git = GitClient(folder)
    git.run("add", "--all")
    name, mail = FALLBACK_AUTHOR
    git.run("commit", "--quiet", "-m", message, settings=(f"user.name={name}", f"user.email={mail}"))
    return git.line("rev-parse", "HEAD")

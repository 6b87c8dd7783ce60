"""Clones projects that the registry names by a git address, and updates the clones before a run."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.workspace.files.atomic import make_folder
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline.workspace.git.worktrees import remove_folder

# A server that sends nothing for a minute is given up.
PATIENCE = ("http.lowSpeedLimit=1", "http.lowSpeedTime=60")
IMPATIENT = {"GIT_SSH_COMMAND": "ssh -o BatchMode=yes -o ConnectTimeout=30"}
_NEXT = "Check the address and the network, or take the project out of the registry."


def refresh(address: str, folder: Path, branch: str = "") -> None:
    """Clone the repository, or fetch it and move its checkout to the remote's commit. Session branches stay.

    A checkout with uncommitted work is not changed. Raises ProjectError with git's message.
    """
    make_folder(folder.parent)
    with exclusive(folder.with_name(f".{folder.name}.lock"), "clone"):
        if not (folder / ".git").exists():
            _clone(address, folder)
        _move(GitClient(folder), address, folder, branch)


def head_of(address: str, branch: str = "") -> str:
    """Return the current commit of the remote's branch, or its default one. Raises ProjectError with git's message."""
    name = f"refs/heads/{branch}" if branch else "HEAD"
    rows = _ask_remote(GitClient(Path("/")), address, "ls-remote", "--", address, name).split("\n")
    found = [row.split("\t")[0] for row in rows if row.endswith(f"\t{name}")]
    if not found:
        raise _missing_branch_error(address, branch)
    return found[0]


def _clone(address: str, folder: Path) -> None:
    """Clone into a temporary folder first, so that a killed clone is not taken for a complete one."""
    part = folder.with_name(f".{folder.name}.part")
    remove_folder(part)
    _ask_remote(GitClient(folder.parent), address, "clone", "--quiet", "--no-checkout", "--", address, str(part))
    part.rename(folder)


def _move(git: GitClient, address: str, folder: Path, branch: str) -> None:
    checked_out = git.run("ls-files", "-z", "--cached")  # a fresh clone has an empty index, and no changes to lose
    if checked_out and git.run("status", "--porcelain", "--untracked-files=no"):
        raise ProjectError(f"The clone {folder} has uncommitted work.", "Commit it or remove the clone.")
    git.run("remote", "set-url", "origin", address)  # the registry's address may have changed
    _ask_remote(git, address, "fetch", "--quiet", "--prune", "origin")
    if not branch:
        git.attempt("remote", "set-head", "origin", "--auto", settings=PATIENCE)
    upstream = f"refs/remotes/origin/{branch or 'HEAD'}"
    if git.resolve(f"{upstream}^{{commit}}") is None:
        raise _missing_branch_error(address, branch)
    git.run("checkout", "--quiet", "--detach", upstream)


def _missing_branch_error(address: str, branch: str) -> ProjectError:
    return ProjectError(f"{address} has no branch {branch or 'to start from'}.", "Correct `branch` in the registry.")


def _ask_remote(git: GitClient, address: str, *arguments: str) -> str:
    answer = git.with_env(**IMPATIENT).attempt(*arguments, settings=PATIENCE)
    if answer.status != 0:
        raise ProjectError(f"{address} can't be reached: {' '.join(answer.err.split())[:400]}.", _NEXT)
    return answer.out.decode("utf-8", "surrogateescape")

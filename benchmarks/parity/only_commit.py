"""Puts a checkout into a repository whose only commit holds all files, and back: no history undoes a fault there."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

BRANCH = "parity"


def wants_only_commit(name: str) -> bool:
    """Whether the fault of a repository is planted into its only commit: half of all names, always the same ones."""
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 1


def forget_history(tree: Path, history: Path) -> None:
    """Make HEAD's files the only commit of the checkout's repository; `history` takes the repository as it was."""
    new = history.with_name(f"{history.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    commit = _git(tree, "commit-tree", "HEAD^{tree}", "-m", "Start")
    _git(tree, "branch", "--force", "parity-only", commit)
    _git(tree, "init", "--quiet", f"--initial-branch={BRANCH}", str(new))
    _git(new, "fetch", "--quiet", "--no-tags", str(tree), f"parity-only:refs/heads/{BRANCH}", "--update-head-ok")
    _git(tree, "branch", "--quiet", "-D", "parity-only")
    (tree / ".git").rename(history)
    (new / ".git").rename(tree / ".git")
    new.rmdir()
    _git(tree, "reset", "--quiet")


def restore_history(tree: Path, history: Path) -> None:
    """Give the checkout the repository back that `forget_history` took; nothing where it took none."""
    if history.is_dir():
        shutil.rmtree(tree / ".git", ignore_errors=True)
        history.rename(tree / ".git")


def _git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=parity", "-c", "user.email=parity@localhost", "-c", "commit.gpgsign=false"]
    command = ["git", *who, *words]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()

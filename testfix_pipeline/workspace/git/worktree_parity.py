"""Finds what a worktree lacks compared with the user's checkout, and copies that checkout for a comparison."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.linked_dependencies import link_folder
from testfix_pipeline.workspace.git.known_caches import is_cache, is_run_cache, within
from testfix_pipeline.workspace.git.repository import Project


def ignored_content(project: Project) -> list[str]:
    """Return ignored paths of the checkout, relative to its root, without known caches; a folder is one entry."""
    found = project.git.names("ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
    paths = [path.rstrip("/") for path in found]
    return sorted(path for path in paths if not is_cache(path) and not within(path, [project.workflow]))


def copy_checkout(repo_root: Path, workflow: str, destination: Path, linked: Sequence[str] = ()) -> None:
    """Copy a folder without `.git`, `.workflow` and caches of test tools; link the folders in `linked`.

    Symlinks stay symlinks; sockets, pipes and devices are left out. Raises ProjectError if a file can't be copied or
    `destination` exists.
    """
    if os.path.lexists(destination):
        raise ProjectError(f"{destination} exists already.", "Name a new folder for the copy.")
    try:
        _copy_folder(repo_root, destination, "", _Rules(workflow, linked, repo_root, destination))
    except OSError as problem:
        raise ProjectError(
            f"The checkout can't be copied: {problem}.", "Make the file readable or free the disk."
        ) from problem


class _Rules:
    """Which entries of the checkout are copied, linked or left out."""

    def __init__(self, workflow: str, linked: Sequence[str], root: Path, destination: Path) -> None:
        self.root, self.destination = root, destination
        self._linked = {name.strip("/") for name in linked}
        self._workflow = workflow

    def leaves_out(self, path: str) -> bool:
        return path == ".git" or path == self._workflow or is_run_cache(path)

    def links(self, path: str) -> bool:
        return path in self._linked


def _copy_folder(source: Path, target: Path, prefix: str, rules: _Rules) -> None:
    target.mkdir(parents=True)
    for entry in os.scandir(source):
        path = f"{prefix}{entry.name}"
        if not rules.leaves_out(path):
            _copy_entry(entry, target / entry.name, path, rules)
    shutil.copystat(source, target)


def _copy_entry(entry: os.DirEntry[str], target: Path, path: str, rules: _Rules) -> None:
    if rules.links(path):
        link_folder(rules.destination, rules.root, path)
    elif entry.is_symlink():
        target.symlink_to(Path(entry.path).readlink())
    elif entry.is_dir():
        _copy_folder(Path(entry.path), target, f"{path}/", rules)
    elif stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode):
        shutil.copy2(entry.path, target)

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
    linked_folders = {name.strip("/") for name in linked}
    found: list[str] = []

    def left_out(folder: str, names: list[str]) -> set[str]:
        place = Path(folder)
        paths = {name: (place / name).relative_to(repo_root).as_posix() for name in names}
        found.extend(path for path in paths.values() if path in linked_folders)
        return {
            name for name, path in paths.items() if path in linked_folders or _is_left_out(place / name, path, workflow)
        }

    try:
        shutil.copytree(repo_root, destination, symlinks=True, ignore=left_out)
        for path in found:
            link_folder(destination, repo_root, path)
    except OSError as problem:
        reason = problem.args[0][0][-1] if isinstance(problem, shutil.Error) else problem  # the first of several
        raise ProjectError(
            f"The checkout can't be copied: {reason}.", "Make the file readable or free the disk."
        ) from problem


def _is_left_out(file: Path, path: str, workflow: str) -> bool:
    """Whether a file, by its path in the checkout, is git's, ours, a cache, or nothing that can be copied."""
    if path in (".git", workflow) or is_run_cache(path):
        return True
    mode = file.lstat().st_mode
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode))

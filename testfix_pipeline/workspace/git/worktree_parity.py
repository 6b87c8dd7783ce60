"""Finds what a worktree lacks compared with the user's checkout, and copies that checkout for a comparison."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator, Sequence
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

    def is_left_out(file: Path) -> bool:
        path = file.relative_to(repo_root).as_posix()
        if _is_left_out(file, path, workflow):
            return True
        if path in linked_folders:  # here, as the folder that it is in gets its mode and time when it is complete
            link_folder(destination, repo_root, path)
        return path in linked_folders

    def left_out(folder: str, names: list[str]) -> set[str]:
        return {name for name in names if is_left_out(Path(folder, name))}

    try:
        shutil.copytree(repo_root, destination, symlinks=True, ignore=left_out, copy_function=_copy, dirs_exist_ok=True)
    except OSError as problem:
        reason = problem.args[0][0][-1] if isinstance(problem, shutil.Error) else problem  # the first of several
        raise _not_copied(reason) from problem


def _copy(source: str, target: str) -> None:
    """Copy a file. Raises what ends `copytree`: after an OSError, as of a full disk, it tries all other files."""
    try:
        shutil.copy2(source, target)
    except OSError as problem:
        raise _not_copied(problem) from problem


def _not_copied(reason: object) -> ProjectError:
    return ProjectError(f"The checkout can't be copied: {reason}.", "Make the file readable or free the disk.")


def _is_left_out(file: Path, path: str, workflow: str) -> bool:
    """Whether a file, by its path in the checkout, is git's, ours, a cache, or nothing that can be copied."""
    if path in (".git", workflow) or is_run_cache(path):
        return True
    mode = file.lstat().st_mode
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode))


def replace_packages(tree: Path, origin: Path) -> None:
    """Link the npm packages installed in `origin`, those of its workspaces included, in place of the tree's own."""
    for folder in list(_folders_of_packages(tree)):
        if not (origin / folder.parent.relative_to(tree)).is_dir():
            continue  # of a package that is installed by itself
        if folder.is_symlink():
            folder.unlink()
        else:
            shutil.rmtree(folder)
    for folder in _folders_of_packages(origin):
        link_folder(tree, origin, folder.relative_to(origin).as_posix(), to_the_end=True)


def _folders_of_packages(top: Path) -> Iterator[Path]:
    """Return each `node_modules` that lies in no other one."""
    for place, folders, _ in os.walk(top):
        if "node_modules" in folders:
            yield Path(place, "node_modules")
        folders[:] = [name for name in folders if name not in ("node_modules", ".git")]

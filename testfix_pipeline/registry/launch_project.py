"""Resolves the project of a launch, a name in the registry or a folder, and its entry in the registry."""

from __future__ import annotations

import contextlib
from pathlib import Path

from testfix_pipeline.core.errors import InvalidConfig, ProjectError, UsageError
from testfix_pipeline.registry.project_entry import expanded
from testfix_pipeline.registry.registered_projects import Entry, Registry
from testfix_pipeline.workspace.git.clones import refresh
from testfix_pipeline.workspace.git.git_client import GitClient


def locate_project(project: str | Path) -> tuple[Entry | None, Path]:
    """Return the entry of a launch's `project` (by name, else by folder), and the folder.

    By name: raises InvalidConfig if the entry is invalid or its folder is missing, UsageError if another branch than
    the entry's is checked out. By folder: an unreadable entry counts as none.
    """
    named = _find_entry(project)
    if named is not None:
        check_branch(named)
        return named, named.folder()
    place = expanded(project)
    with contextlib.suppress(InvalidConfig):
        return Registry.load().resolve(place), place
    return None, place


def _find_entry(project: str | Path) -> Entry | None:
    """Return the entry of a name, else None. Raises InvalidConfig for an unreadable registry unless it is a folder."""
    if isinstance(project, Path) or "/" in project or project == ".":
        return None
    try:
        registry = Registry.load()
    except InvalidConfig:
        if expanded(project).is_dir():
            return None
        raise
    return registry.named(project)


def is_trusted(root: Path) -> bool:
    """Whether the registry calls the project in this folder trusted; False if the registry is unreadable."""
    with contextlib.suppress(InvalidConfig):
        entry = Registry.load().resolve(root)
        return entry is not None and entry.trusted
    return False


def refresh_named(project: str | Path) -> None:
    """Update the clone of an entry with a git address, if a launch names that entry."""
    entry = _find_entry(project)
    if entry is not None:
        bring_up_to_date(entry)


def awaits_clone(project: str | Path) -> bool:
    """Whether a launch names an entry whose repository is not cloned yet: its run does that first."""
    entry = _find_entry(project)
    return entry is not None and bool(entry.git) and not entry.folder().is_dir()


def bring_up_to_date(entry: Entry) -> None:
    """Clone or fetch the repository of an entry with a git address. Raises ProjectError with git's message."""
    if entry.git:
        refresh(entry.git, entry.folder(), entry.branch)


def check_branch(entry: Entry) -> None:
    """Raise UsageError if an entry's folder has another branch checked out, from which sessions would start."""
    if not entry.branch or entry.path is None or not entry.path.is_dir():
        return
    try:
        answer = GitClient(entry.path).attempt("symbolic-ref", "--quiet", "--short", "HEAD")
    except ProjectError:
        return  # opening the project gives a better error
    there = answer.out.decode("utf-8", "replace").strip() or "no branch"
    if there != entry.branch:
        raise UsageError(
            f"{entry.path} is on {there}, and the registry says {entry.branch} of {entry.name!r}.",
            f"Check out {entry.branch}, or register it as `git: file://...`: then it has a clone of its own.",
        )

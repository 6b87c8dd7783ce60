"""Finds test-side files and byte code in a worktree that are not frozen, and records those of a setup command."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from testfix_pipeline.core.patch_policy.protected_paths import is_test_side


def stray_files(tree: Path, known: Collection[str], in_project: Callable[[str], str]) -> set[str]:
    """Return the paths of stray files, including those that git ignores.

    known: paths, relative to the worktree, that are not stray. in_project: converts such a path to one that is relative
    to the project.
    """
    found = (path for path in _files(tree) if path not in known)
    return {path for path in found if path.endswith(".pyc") or is_test_side(in_project(path))}


def _files(tree: Path) -> Iterator[str]:
    """Yield the path of every file and link below a folder, without `.git` and the targets of links."""
    for place, folders, files in os.walk(tree):
        here = Path(place)
        links = [name for name in folders if (here / name).is_symlink()]
        folders[:] = [name for name in folders if name != ".git" and name not in links]
        yield from ((here / name).relative_to(tree).as_posix() for name in (*files, *links))


def note_setup(mirror: Path, tree: Path, made: Collection[str]) -> None:
    """Record the stray files that the setup command made in a worktree; they are intended."""
    note = _note(mirror, tree)
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(json.dumps(sorted(made)))


def made_by_setup(mirror: Path, tree: Path) -> set[str]:
    """Return what `note_setup` recorded for a worktree, empty if it recorded nothing."""
    note = _note(mirror, tree)
    return set(json.loads(note.read_text())) if note.exists() else set()


def _note(mirror: Path, tree: Path) -> Path:
    return mirror / "prepared" / f"{tree.name}.json"

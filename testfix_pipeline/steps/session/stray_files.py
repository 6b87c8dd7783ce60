"""Test-side files and byte code in a worktree that the session did not freeze, and those that a setup command made."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from testfix_pipeline.core.patch_policy.protected_paths import is_test_side


def stray_files(tree: Path, known: Collection[str], in_project: Callable[[str], str]) -> set[str]:
    """Returns the paths of stray files, whether git ignores them or not.

    known: the paths, relative to the worktree, that are no strays. in_project: turns such a path into one that is
    relative to the project.
    """
    found = (path for path in _files(tree) if path not in known)
    return {path for path in found if path.endswith(".pyc") or is_test_side(in_project(path))}


def _files(tree: Path) -> Iterator[str]:
    """Every file and link below a folder, by its path from there; git's own and what links lead to left out."""
    for place, folders, files in os.walk(tree):
        here = Path(place)
        links = [name for name in folders if (here / name).is_symlink()]
        folders[:] = [name for name in folders if name != ".git" and name not in links]
        yield from ((here / name).relative_to(tree).as_posix() for name in (*files, *links))


def note_setup(mirror: Path, tree: Path, made: Collection[str]) -> None:
    """Records the stray files that the setup command left in a worktree: they are there on purpose."""
    note = _note(mirror, tree)
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(json.dumps(sorted(made)))


def made_by_setup(mirror: Path, tree: Path) -> set[str]:
    """Returns what `note_setup` recorded for a worktree, nothing where it did not."""
    note = _note(mirror, tree)
    return set(json.loads(note.read_text())) if note.exists() else set()


def _note(mirror: Path, tree: Path) -> Path:
    return mirror / "prepared" / f"{tree.name}.json"

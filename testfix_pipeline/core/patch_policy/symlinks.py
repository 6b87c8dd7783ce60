"""Detects symlinks on the way to a path, by which a write could leave its folder."""

from __future__ import annotations

from pathlib import Path


def is_beyond_symlink(folder: Path, path: str) -> bool:
    """Whether a parent of the path, inside the folder, is a symlink."""
    place = folder
    for part in Path(path).parts[:-1]:
        place = place / part
        if place.is_symlink():
            return True
    return False

"""Stores the files by which a tool can resume a conversation; the rest of its home is removed."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable
from pathlib import Path


def keep_conversation(keep: Path, tool: str, session: str, home: Path, files: Iterable[Path]) -> None:
    """Copy the session's files from a home, replacing the stored ones."""
    place = _place(keep, tool, session)
    shutil.rmtree(place, ignore_errors=True)
    for file in files:
        if file.is_file() and not file.is_symlink() and file.resolve().is_relative_to(home.resolve()):
            target = place / file.relative_to(home)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)


def restore_conversation(keep: Path | None, tool: str, session: str, home: Path) -> bool:
    """Copy the files of a session into a new home; returns whether there were any."""
    if keep is None or not _place(keep, tool, session).is_dir():
        return False
    shutil.copytree(_place(keep, tool, session), home, dirs_exist_ok=True)
    return True


def _place(keep: Path, tool: str, session: str) -> Path:
    """The folder of a session, named by a hash, as the id comes from the tool and may not be a valid file name."""
    return keep / f"{tool}-{hashlib.sha256(session.encode(errors='replace')).hexdigest()[:16]}"

"""Writes that survive a kill or a power cut: flush, fsync, rename, fsync of the folder."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterable
from itertools import count
from pathlib import Path

_MARK = ".part"


def sync_folder(folder: Path) -> None:
    """Make renames and new entries of a folder durable."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _draft_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}{_MARK}")


def make_folder(folder: Path) -> None:
    """Create a folder and its parents durably, so that they survive a power cut."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for parent in dict.fromkeys(place.parent for place in reversed(missing)):
        sync_folder(parent)


def write_atomic(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Replace a file atomically: readers see either the whole old content or the whole new one.

    mode: the new file's permissions, less those of the umask.
    """
    make_folder(path.parent)
    part = _draft_path(path)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        part.rename(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def keep_previous(path: Path) -> None:
    """Make `<name>.bak` the current content of a file; the file itself is not touched."""
    part = _draft_path(path)
    try:
        os.link(path, part)
    except FileNotFoundError:
        return
    except OSError:  # a file system without hard links
        shutil.copy2(path, part)
    part.rename(path.with_name(path.name + ".bak"))
    part.unlink(missing_ok=True)  # `rename` does nothing if both are links to one file


def place_for_damage(path: Path) -> Path:
    """Return the path for a damaged file: the first free `<name>.damaged-<n>`."""
    places = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    return next(place for place in places if not place.exists())


def set_aside(path: Path) -> Path | None:
    """Rename a damaged file to `<name>.damaged-<n>`; return the new path, None if there is no file."""
    kept = place_for_damage(path)
    try:
        path.rename(kept)
    except FileNotFoundError:
        return None
    sync_folder(path.parent)
    return kept


def append_line(path: Path, line: str) -> None:
    """Append one line durably. A preceding line that a kill cut off gets its line end first."""
    make_folder(path.parent)
    new = not path.exists()
    with path.open("ab+") as stream:
        size = stream.seek(0, os.SEEK_END)
        torn = size > 0 and os.pread(stream.fileno(), 1, size - 1) != b"\n"
        stream.write((b"\n" if torn else b"") + line.rstrip("\n").encode() + b"\n")
        stream.flush()
        os.fsync(stream.fileno())
    if new:
        sync_folder(path.parent)


def sweep_parts(folders: Iterable[Path]) -> None:
    """Remove partly written files of killed writers; the caller must hold the session's lock."""
    for folder in folders:
        with contextlib.suppress(FileNotFoundError):
            for part in folder.glob(f".*{_MARK}"):
                part.unlink(missing_ok=True)

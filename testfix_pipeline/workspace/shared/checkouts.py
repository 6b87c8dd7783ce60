"""Checkouts for workers on shared sessions: clones in the cache, each locked by one process for its lifetime."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
from itertools import count
from pathlib import Path

from testfix_pipeline.core.cache_folder import cache_root
from testfix_pipeline.core.errors import MachineError
from testfix_pipeline.workspace.files.atomic import make_folder
from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline.workspace.git.worktrees import remove_folder

_held: dict[tuple[str, str], tuple[int, Path]] = {}


def worker_checkout(url: str, name: str) -> Path:
    """Return this process's own clone of a repository, made if necessary; the same at every call.

    name: the name of the project's folder where the session was opened.
    """
    key = (url, name)
    if key not in _held:
        readable = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.") or "project"
        pool = _pools() / f"{readable}-{hashlib.sha256(url.encode()).hexdigest()[:12]}"
        _held[key] = _free_folder(pool, readable)
        # remove lock files of a git that was killed with its worker
        git_dir = _held[key][1] / ".git"
        for lock in (*git_dir.glob("*.lock"), *(git_dir / "refs").rglob("*.lock")):
            lock.unlink(missing_ok=True)
    folder = _held[key][1]
    if not (folder / ".git" / "HEAD").exists():
        make_folder(folder)
        GitClient(folder).run("init", "--quiet", "--template=", str(folder))
    return folder


def _free_folder(pool: Path, name: str) -> tuple[int, Path]:
    """Return the first folder of the pool that no live process holds; the kernel frees ours when we end."""
    make_folder(pool)
    for number in count():
        handle = _held_lock(pool / f"{number}.lock")
        if handle is not None:
            return handle, pool / str(number) / name
    raise AssertionError("numbers do not end")


def _held_lock(path: Path) -> int | None:
    """Lock a folder; return the handle, None if another process holds it. The lock file is never removed."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle


def _pools() -> Path:
    return cache_root() / "shared"


def checkouts() -> list[Path]:
    """Return all folders with a clone of this machine's workers."""
    return sorted(path for path in _pools().glob("*/*") if path.is_dir())


def remove_checkout(folder: Path) -> None:
    """Remove a clone. Raises MachineError while a process works in it."""
    handle = _held_lock(folder.with_name(f"{folder.name}.lock"))
    if handle is None:
        raise MachineError(f"A worker is at work in {folder}.", "It goes the next time.")
    try:
        remove_folder(folder)
    finally:
        os.close(handle)

"""Creates temporary folders; removes those of killed runs.

Each is locked (flock) by the process that made it as long as that lives, whatever its number or PID namespace: a folder
that nobody holds is left over. It gets its swept name only when it is locked, so that no sweep comes in between.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

_PREFIX = "testfix-own-"
_DRAFT = ".testfix-own-"
_YOUNG_SECONDS = 60.0
"""A draft lives for microseconds; an older one is left over."""
_held: dict[Path, int] = {}


def make_folder() -> Path:
    """Create a new private folder; `drop` removes it."""
    draft = Path(tempfile.mkdtemp(prefix=_DRAFT)).resolve()
    handle = os.open(draft, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_SH)
        folder = draft.rename(draft.with_name(_PREFIX + draft.name.removeprefix(_DRAFT)))
    except BaseException:
        os.close(handle)
        shutil.rmtree(draft, ignore_errors=True)
        raise
    _held[folder] = handle
    return folder


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """Give a new private folder until the block ends; those of killed runs go first."""
    sweep()
    folder = make_folder()
    try:
        yield folder
    finally:
        drop(folder)


def drop(folder: Path) -> None:
    """Remove the folder, if it is still there, and give it up."""
    shutil.rmtree(folder, ignore_errors=True)
    handle = _held.pop(folder, None)
    if handle is not None:
        os.close(handle)


def sweep() -> list[str]:
    """Remove the folders left by dead processes of this user; returns their names."""
    place = Path(tempfile.gettempdir())
    drafts = [path for path in place.glob(f"{_DRAFT}*") if _age(path) > _YOUNG_SECONDS]
    dead = [path for path in [*drafts, *place.glob(f"{_PREFIX}*")] if _is_left_over(path)]
    for path in dead:
        shutil.rmtree(path, ignore_errors=True)
    return sorted(path.name for path in dead)


def _age(path: Path) -> float:
    try:
        return time.time() - path.lstat().st_mtime
    except OSError:
        return 0.0


def _is_left_over(path: Path) -> bool:
    """Whether a folder is ours and no process holds it."""
    with contextlib.suppress(OSError):
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            if os.fstat(handle).st_uid == os.getuid():
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
        finally:
            os.close(handle)
    return False

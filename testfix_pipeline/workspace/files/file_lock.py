"""A file lock that ends with its holder and names it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from testfix_pipeline.workspace.files.process_identity import Identity


@contextmanager
def exclusive(path: Path, owner: str = "") -> Iterator[None]:
    """Wait for the lock and hold it. The file names its last holder; the kernel frees it when the holder ends."""
    handle = _open_current(path)
    try:
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{owner} {Identity.of().model_dump_json()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)


def _open_current(path: Path) -> int:
    """Open and lock the file that `path` names now: it may have been replaced while we waited."""
    while True:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError:
            continue
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            if path.exists() and os.path.samestat(path.stat(), os.fstat(handle)):
                return handle
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)

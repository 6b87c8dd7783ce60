"""Ensures one live owner per session.

`<session>/.lock` names the owner and the processes that hold the claim. Each of them also holds a shared flock on the
file, which the kernel releases when it ends: unlike a process number alone, this is reliable after a reboot, a reused
number, or from another container.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from pydantic import BaseModel, Field, ValidationError

from testfix_pipeline.core.errors import SessionBusy
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.files.process_identity import Identity, on_local_disk
from testfix_pipeline.workspace.sessions.store import SessionStore


class _Claimed(BaseModel):
    """The content of `.lock`; without an owner the session is free."""

    owner: str = ""
    holders: list[Identity] = Field(default_factory=list)


class Claim:
    """A claim on a session. Ends by `release`, at the end of a `with`, or with the process."""

    def __init__(self, path: Path, holder: Identity, handle: int) -> None:
        self._path = path
        self._holder = holder
        self._handle: int | None = handle

    def release(self) -> None:
        """Release the session. May be repeated."""
        if self._handle is None:
            return
        with _guard(self._path):
            claimed = _read(self._path)
            if self._holder in claimed.holders:
                claimed.holders.remove(self._holder)
                _write(self._path, claimed if claimed.holders else _Claimed())
            os.close(self._handle)
        self._handle = None

    def __enter__(self) -> Claim:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def claim(store: SessionStore, owner: str, pid: int | None = None) -> Claim:
    """Claim the session for `owner`, such as a run's id, or join that owner's claim.

    `pid` is another process that the claim lasts as long as, besides this one. A claim whose holders are all dead is
    replaced. Raises SessionBusy, which names the owner, while another owner lives.
    """
    path = store.folder / ".lock"
    with _guard(path):
        claimed = _read(path)
        living = _living(path, claimed)
        if living is not None and claimed.owner != owner:
            raise _busy(store.session_id, claimed, living, path)
        if living is None:
            store.sweep()
        holder = Identity.of(pid)
        kept = [known for known in claimed.holders if known.alive()] if claimed.owner == owner else []
        _write(path, _Claimed(owner=owner, holders=[*kept, holder]))
        handle = os.open(path, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_SH)
        return Claim(path, holder, handle)


def owner_of(store: SessionStore) -> str | None:
    """Return the live owner of the session, None if there is none."""
    path = store.folder / ".lock"
    if not path.exists():
        return None
    with _guard(path):
        claimed = _read(path)
        return claimed.owner if claimed.owner and _living(path, claimed) else None


def _guard(path: Path) -> contextlib.AbstractContextManager[None]:
    """Lock the claim file for one process at a time."""
    return exclusive(path.with_name(".lock.guard"))


def _living(path: Path, claimed: _Claimed) -> Identity | None:
    """Return a holder that may be alive, None if all are dead."""
    if _flock_held(path):
        unseen = claimed.holders[-1] if claimed.holders else Identity(pid=0)
        return next((holder for holder in claimed.holders if holder.alive()), unseen)
    # a claim for another process, or from a machine whose flocks may be invisible here
    shared = not on_local_disk(path)
    return next((one for one in claimed.holders if one.alive() or (shared and one.elsewhere())), None)


def _flock_held(path: Path) -> bool:
    with _open_lock_file(path) as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


@contextlib.contextmanager
def _open_lock_file(path: Path) -> Iterator[int]:
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield handle
    finally:
        os.close(handle)


def _read(path: Path) -> _Claimed:
    try:
        return _Claimed.model_validate_json(path.read_bytes())
    except (FileNotFoundError, ValidationError):
        return _Claimed()


def _write(path: Path, claimed: _Claimed) -> None:
    """Write in place, since the flocks are on this file. A torn write reads as no owner; the flocks still count."""
    with _open_lock_file(path) as handle:
        content = claimed.model_dump_json().encode()
        os.pwrite(handle, content, 0)
        os.ftruncate(handle, len(content))


def _busy(session_id: SessionId, claimed: _Claimed, holder: Identity, path: Path) -> SessionBusy:
    who = f"process {holder.pid}" + ("" if holder.here() else f" on {holder.host or 'a machine unknown'}")
    step = "Wait until it is done, or stop that process, then run again."
    if holder.elsewhere():
        step = f"If nothing runs there any more, delete {path} and run again."
    owner = claimed.owner or "an unknown owner"
    return SessionBusy(f"{owner} works on the session {session_id} ({who}, since {holder.since}).", step)

"""Sessions that are to be appended when the history is next read.

A run only notes its session here, so that tables cost no time until they are read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.errors import MachineError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.files.atomic import write_atomic
from testfix_pipeline.workspace.git.repository import session_key
from testfix_pipeline.workspace.home import home

WAITING = "waiting"
_LONGEST = 180


@dataclass(frozen=True)
class Waiting:
    """A waiting session, and its file."""

    note: Path
    project_root: Path
    session_id: SessionId


def history_folder() -> Path:
    """Return the folder of the history's tables."""
    return home() / "history"


def note_session(project_root: Path, session_id: SessionId) -> None:
    """Note that a session is new or was continued. Raises MachineError if the history's folder is not writable."""
    key = session_key(project_root, session_id)
    note = history_folder() / WAITING / f"{file_name(key)}.json"
    noted = {"project": str(project_root.resolve()), "session_id": session_id}
    with usable(history_folder()):
        write_atomic(note, json.dumps(noted).encode())


def file_name(key: str) -> str:
    """Return the key of a session, shortened if a file system would refuse it."""
    return key if len(key) <= _LONGEST else f"{key[: _LONGEST - 13]}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"


@contextmanager
def usable(folder: Path) -> Iterator[None]:
    """Report disk errors as errors of the history, which can be rebuilt from the intact sessions."""
    try:
        yield
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise MachineError(
            f"The history in {folder} can't be used: {error.strerror or error}{where}.",
            "Make that folder usable, then run `testfix history --rebuild`: the sessions themselves are complete.",
        ) from error


def waiting(folder: Path) -> Iterator[Waiting]:
    """Return the waiting sessions in the history at `folder`, by key; unreadable notes are removed."""
    for note in sorted((folder / WAITING).glob("*.json")):
        try:
            found = json.loads(note.read_bytes())
            yield Waiting(note, Path(found["project"]), SessionId(str(found["session_id"])))
        except (ValueError, TypeError, KeyError):
            note.unlink(missing_ok=True)

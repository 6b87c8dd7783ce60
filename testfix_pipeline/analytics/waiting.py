"""Sessions that the history shall take up when somebody next reads it.

A run only notes its session here: a table costs nothing until it is looked at, however many sessions there are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.workspace.atomic import write_atomic
from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.repository import project_key

WAITING = "waiting"


@dataclass(frozen=True)
class Waiting:
    """A session that waits, and the file that says so."""

    note: Path
    project_root: Path
    session_id: str


def history_folder() -> Path:
    """The folder of the history's tables."""
    return home() / "history"


def note_session(project_root: Path, session_id: str) -> None:
    """Note that a session is new or went on. Raises OSError where the home can't be written."""
    note = history_folder() / WAITING / f"{project_key(project_root.resolve())}--{session_id[-120:]}.json"
    noted = {"project": str(project_root.resolve()), "session_id": session_id}
    write_atomic(note, json.dumps(noted).encode())


def waiting(folder: Path) -> Iterator[Waiting]:
    """The sessions that wait in the history at `folder`, in the order of their keys; a note that can't be read goes."""
    for note in sorted((folder / WAITING).glob("*.json")):
        try:
            found = json.loads(note.read_bytes())
            yield Waiting(note, Path(found["project"]), str(found["session_id"]))
        except (ValueError, TypeError, KeyError):
            note.unlink(missing_ok=True)

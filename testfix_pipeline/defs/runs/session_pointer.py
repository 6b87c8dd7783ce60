"""Which session a run works on, in the run's tags: every process that reaches the instance finds it there.

Without Dagster, so that the command line needs no import for it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote_to_bytes

from testfix_pipeline.cycle import SessionRef

SESSION = "testfix/session"
FOLDER = "testfix/folder"
OPENED_BY = "testfix/opened-by"
"""The run that opened the session. Dagster copies tags to a run that repeats another; the id tells them apart."""
_URI = "file://"


def pointer_tags(ref: SessionRef, run_id: str) -> dict[str, str]:
    """The tags of a run that opened a session, or goes on with it."""
    return {SESSION: ref.session_id, FOLDER: _folder(ref.project), OPENED_BY: run_id}


def pointer(tags: Mapping[str, str], opened_by: str = "") -> dict[str, str] | None:
    """`project` and `session_id` of a run with such tags; None where it has no session.

    opened_by: the run whose session it has to be, where that matters.
    """
    if SESSION not in tags or FOLDER not in tags or (opened_by and tags.get(OPENED_BY) != opened_by):
        return None
    folder = tags[FOLDER]
    if folder.startswith(_URI):
        folder = os.fsdecode(unquote_to_bytes(folder.removeprefix(_URI)))
    return {"project": folder, "session_id": tags[SESSION]}


def _folder(project: str) -> str:
    """A path as a database can hold it, whatever bytes it has."""
    return project if project.isprintable() else Path(project).as_uri()

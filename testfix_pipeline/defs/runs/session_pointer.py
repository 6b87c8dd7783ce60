"""The session of a run, stored in the run's tags, where every process with access to the instance finds it.

Does not import Dagster, which the command line avoids.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote_to_bytes

from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.session.session_ref import SessionRef
from testfix_pipeline.workspace.shared.leases import LEASE_S
from testfix_pipeline.workspace.shared.session_state import SharedPlace

SESSION = "testfix/session"
FOLDER = "testfix/folder"
REMOTE = "testfix/remote"
LEASE = "testfix/lease-seconds"
OPENED_BY = "testfix/opened-by"
"""The run that opened the session. Dagster copies tags to a run that repeats another; the id tells them apart."""
_URI = "file://"


def pointer_tags(ref: SessionRef, run_id: str, place: SharedPlace | None = None) -> dict[str, str]:
    """Return the tags of a run that opened or resumed a session. place: where it is shared, if it is."""
    tags = {SESSION: ref.session_id, FOLDER: _folder(place.origin if place else ref.project), OPENED_BY: run_id}
    return {**tags, **({REMOTE: place.url, LEASE: f"{place.lease_s:g}"} if place else {})}


def pointer(tags: Mapping[str, str], opened_by: str = "") -> dict[str, str] | None:
    """Return `project` and `session_id` from such tags, also `remote` and `lease_s` if shared; None without them.

    opened_by: the run that must have opened the session, if that matters.
    """
    if SESSION not in tags or FOLDER not in tags or (opened_by and tags.get(OPENED_BY) != opened_by):
        return None
    folder = tags[FOLDER]
    if folder.startswith(_URI):
        folder = os.fsdecode(unquote_to_bytes(folder.removeprefix(_URI)))
    shared = {"remote": tags[REMOTE], "lease_s": tags.get(LEASE, "")} if REMOTE in tags else {}
    return {"project": folder, "session_id": tags[SESSION], **shared}


def shared_place(found: Mapping[str, str]) -> SharedPlace:
    """Return where a pointer's session is shared."""
    lease_s = float(found.get("lease_s") or LEASE_S)
    return SharedPlace(found["remote"], SessionId(found["session_id"]), found["project"], lease_s)


def _folder(project: str) -> str:
    """Return a path in a form that a database can store."""
    return project if project.isprintable() else Path(project).as_uri()

"""The warm processes in which a session's tests were counted, until a search of the same commit goes on with them.

Another operating-system process that works on the session starts its own.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from testfix_pipeline.repair.validation.warm_start import WarmStart

_started: dict[str, tuple[str, WarmStart]] = {}
_guard = threading.Lock()


def take_processes(session: Path, commit: str) -> WarmStart | None:
    """Return the processes of a commit, which the caller ends or puts back; None if there are none to be had.

    Those of another commit are ended: the session went on.
    """
    with _guard:
        known = _started.pop(str(session), None)
    if known is None or known[0] == commit:
        return known[1] if known is not None else None
    known[1].close()
    return None


def put_back_processes(session: Path, commit: str, processes: WarmStart) -> None:
    """Leave processes to the next search of a commit. Those that another caller left are ended."""
    with _guard:
        earlier = _started.pop(str(session), None)
        _started[str(session)] = (commit, processes)
    if earlier is not None:
        earlier[1].close()


def end_processes(session: str) -> None:
    """End the processes that were left for a session, by its folder."""
    with _guard:
        known = _started.pop(session, None)
    if known is not None:
        known[1].close()

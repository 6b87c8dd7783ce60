"""The warm processes in which a session's tests were counted, until a search of the same commit goes on with them.

Another operating-system process that works on the session starts its own: what a process still has is ended with it.
"""

from __future__ import annotations

import threading
from multiprocessing.util import Finalize
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from testfix_pipeline.repair.validation.warm_start import WarmStart

_started: dict[str, tuple[str, WarmStart, Finalize[None]]] = {}
_guard = threading.Lock()


def take_processes(session: Path, commit: str) -> WarmStart | None:
    """Return the processes of a commit, which the caller ends or puts back; None if there are none to be had.

    Those of another commit are ended: the session went on.
    """
    with _guard:
        known = _started.pop(str(session), None)
    if known is None:
        return None
    its_commit, processes, end = known
    if its_commit == commit:
        end.cancel()
        return processes
    end()
    return None


def put_back_processes(session: Path, commit: str, processes: WarmStart) -> None:
    """Leave processes to the next search of a commit. Those that another caller left are ended."""
    # Not `atexit`: the processes of Dagster's steps are of `multiprocessing`, which calls nothing else when they end.
    end = Finalize(None, processes.close, exitpriority=0)
    with _guard:
        earlier = _started.pop(str(session), None)
        _started[str(session)] = (commit, processes, end)
    if earlier is not None:
        earlier[2]()


def end_processes(session: str) -> None:
    """End the processes that were left for a session, by its folder."""
    with _guard:
        known = _started.pop(session, None)
    if known is not None:
        known[2]()

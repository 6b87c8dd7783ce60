"""The clock of a session: the wall time that its runs have used, and the deadline that follows.

It starts with the session (or with the command that opens it), stops between two runs, and is stored in a file of its
own, so that the time before the first measurement counts too.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from testfix_pipeline.core.errors import DamagedState
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.execution.deadline import Deadline
from testfix_pipeline.workspace.sessions.store import SessionStore

FILE = ".process/clock.json"
# The longest time between two writes of a run; a longer gap is a pause between two runs.
LONGEST_STEP_S = 4 * 3600.0
# Reserved for landing, reports, the history and the end of the program after the last process: seconds on an idle
# machine, more on a busy one, at most this share of the budget.
WIND_DOWN_S, WIND_DOWN_SHARE = 1.5, 0.25
_began: list[float] = []


@dataclass(frozen=True)
class SessionClock:
    """`spent`: seconds of wall time up to `at` (seconds since the epoch); `owner`: the run that works.

    cpu: processor seconds of the processes that touched the clock and of their ended children.
    """

    spent: float
    at: float
    owner: str = ""
    cpu: float = 0.0

    @property
    def now(self) -> float:
        """The seconds used at this moment, also in the middle of a step."""
        return self.spent + min(max(0.0, time.time() - self.at), LONGEST_STEP_S)


@contextmanager
def counting_from(began: float) -> Iterator[None]:
    """Count sessions that are opened in the block from `began` (seconds since the epoch)."""
    _began.append(began)
    try:
        yield
    finally:
        _began.pop()


def take_up(store: SessionStore, owner: str) -> None:
    """Start the clock for a run: the time since another run's last step is a pause and does not count."""
    known = read(store)
    if known is None or known.owner != owner:
        cpu = known.cpu if known else 0.0
        _write(store, SessionClock(known.spent if known else 0.0, _began[-1] if _began else time.time(), owner, cpu))
        _new_cpu()  # discard the time before this session


def go_on_here(store: SessionStore) -> None:
    """Continue the clock from now: no time is counted since another machine wrote it, as clocks differ."""
    known = read(store)
    if known is not None:
        _write(store, replace(known, at=time.time()))


def add(store: SessionStore, seconds: float) -> None:
    """Add seconds of wall time that were spent without a step."""
    known = read(store)
    if known is not None and seconds:
        _write(store, replace(known, spent=known.spent + seconds))


def touch(store: SessionStore) -> SessionClock:
    """Add the time since the last step; return the clock as stored."""
    known = read(store) or SessionClock(0.0, time.time())
    now = replace(known, spent=known.now, at=time.time(), cpu=known.cpu + _new_cpu())
    _write(store, now)
    return now


_counted_cpu = 0.0


def _new_cpu() -> float:
    """Return processor seconds of this process and its ended children since the last call."""
    global _counted_cpu
    times = os.times()
    used = times.user + times.system + times.children_user + times.children_system
    new, _counted_cpu = max(0.0, used - _counted_cpu), used
    return new


def read(store: SessionStore) -> SessionClock | None:
    """Return the stored clock, None if there is none. Older sessions stored it in their journal.

    An unreadable journal (of another tool, or damaged) has no clock; whoever reads the journal reports that.
    """
    try:
        found = json.loads(store.path(FILE).read_text(encoding="utf-8"))
        return SessionClock(
            float(found["spent"]), float(found["at"]), str(found["owner"]), float(found.get("cpu", 0.0))
        )
    except (OSError, ValueError, LookupError, TypeError):
        with contextlib.suppress(DamagedState):
            return older(store.state())
        return None


def older(state: IterationState | None) -> SessionClock | None:
    """Return the clock in a state that an older version has written."""
    found = state.clock if state is not None else None
    return SessionClock(found.spent, found.at) if found is not None else None


def _write(store: SessionStore, clock: SessionClock) -> None:
    store.write_text(FILE, json.dumps(vars(clock)))


def deadline_of(store: SessionStore, budget: float) -> Deadline:
    """Return the deadline of the session's last process, by its budget in seconds of wall time."""
    clock = read(store)
    if clock is None:
        return Deadline()
    busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    left = budget - min(WIND_DOWN_S * busy, WIND_DOWN_SHARE * budget) - clock.now
    return Deadline(time.monotonic() + left, f"{budget:.10g} seconds of wall time")

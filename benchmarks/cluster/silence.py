"""What happens in a git remote during a race: the longest time in which nothing did, and who takes attempts over.

An event is an attempt that changes hands or state, or a step of a session that is pushed. A beat of a lease is none.
"""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

# Seconds after which a dead worker's attempt should be another one's.
NOTICED_S = 60.0
# Seconds of silence after which a session counts as stuck.
MOST_S = 120.0
_LOOK_S = 1.0


Event = tuple[str, ...]


@dataclass
class Silence:
    """The longest silence so far; from kills to the moment at which another worker had the attempt; in seconds."""

    remote: Path
    longest_s: float = 0.0
    taken_over_s: list[float] = field(default_factory=list)
    _orphans: dict[Event, float] = field(default_factory=dict)

    def note_killed(self, pids: Collection[int]) -> None:
        """Remember the attempts that processes held which were killed just now."""
        now = time.monotonic()
        self._orphans |= {event: now for event in standing(self.remote) if _holder(event) in pids}

    def look(self, events: frozenset[Event]) -> None:
        """Note what follows from what the refs say now."""
        now = time.monotonic()
        for event in [one for one in list(self._orphans) if one not in events]:
            self.taken_over_s.append(now - self._orphans.pop(event))


@contextmanager
def silence(remote: Path) -> Iterator[Silence]:
    """Watch a remote until the block ends, from the first ref on. Beats of leases are no event."""
    found, ended = Silence(remote), threading.Event()
    with ThreadPoolExecutor(1) as pool:
        watcher = pool.submit(_watch, remote, found, ended)
        try:
            yield found
        finally:
            ended.set()
        watcher.result()  # a watcher that broke off has seen no silence


def _watch(remote: Path, found: Silence, ended: threading.Event) -> None:
    last, since = standing(remote), time.monotonic()
    while not ended.wait(_LOOK_S):
        now = standing(remote)
        found.look(now)
        if last:
            found.longest_s = max(found.longest_s, time.monotonic() - since)
        if now != last:
            last, since = now, time.monotonic()


def standing(remote: Path) -> frozenset[Event]:
    """What the refs of a remote say, whoever beats: commits, and of each attempt its state and its worker."""
    command = ["git", "for-each-ref", "--format=%(refname)%09%(objectname)%09%(contents)%00"]
    answer = subprocess.run(command, cwd=remote, capture_output=True, text=True, check=False)
    rows = (row.lstrip("\n").split("\t", 2) for row in answer.stdout.split("\0") if row.strip())
    return frozenset(_event(*row) for row in rows if not row[0].endswith("/lease"))


def _holder(event: Event) -> int:
    """The process that holds an attempt, which its record names last; 0 where none does."""
    return int(event[2].split()[-1]) if event[1:2] == ("leased",) else 0


def _event(ref: str, object_id: str, content: str) -> Event:
    if "/attempts/" not in ref:
        return ref, object_id
    record = json.loads(content)
    return ref, str(record.get("state")), str(record.get("worker"))

"""For how long nothing happened in a git remote: no attempt changed hands or state, no step of a session was pushed."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

# Seconds of silence after which a session counts as stuck.
MOST_S = 120.0
_LOOK_S = 1.0


@dataclass
class Silence:
    """The longest silence so far, in seconds of wall time."""

    longest_s: float = 0.0


@contextmanager
def silence(remote: Path) -> Iterator[Silence]:
    """Watch a remote until the block ends, from the first ref on. Beats of leases are no event."""
    found, ended = Silence(), threading.Event()
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
        if last:
            found.longest_s = max(found.longest_s, time.monotonic() - since)
        if now != last:
            last, since = now, time.monotonic()


def standing(remote: Path) -> frozenset[tuple[str, ...]]:
    """What the refs of a remote say, whoever beats: commits, and of each attempt its state and its worker."""
    command = ["git", "for-each-ref", "--format=%(refname)%09%(objectname)%09%(contents)%00"]
    answer = subprocess.run(command, cwd=remote, capture_output=True, text=True, check=False)
    rows = (row.lstrip("\n").split("\t", 2) for row in answer.stdout.split("\0") if row.strip())
    return frozenset(_event(*row) for row in rows if not row[0].endswith("/lease"))


def _event(ref: str, object_id: str, content: str) -> tuple[str, ...]:
    if "/attempts/" not in ref:
        return ref, object_id
    record = json.loads(content)
    return ref, str(record.get("state")), str(record.get("worker"))

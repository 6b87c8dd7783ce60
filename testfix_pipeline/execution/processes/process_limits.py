"""The limits of an untrusted process and of all that it starts."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

CPU_GRACE = 60
"""Seconds of processor time beyond the wall time: only a process that escaped supervision reaches them."""

_MEMORY_SHARE = 0.75
"""Of the machine's memory, for one process of the tests."""
SUITE_PROCESSES, SUITE_DISK = 512, 4 * 1024**3
"""Of what runs tests."""


@dataclass(frozen=True)
class ProcessLimits:
    """Limits of one process and all its descendants.

    seconds: wall time, None = as long as the caller waits. memory_bytes: private memory of each process; the whole
    tree may hold twice as much. output_bytes: how much of each output stream is kept. processes: how many at once.
    disk_bytes: of each file that is written, and of all that is new in the private and the writable folders.
    """

    seconds: float | None
    memory_bytes: int | None = None
    output_bytes: int = 4 * 1024 * 1024
    processes: int | None = None
    disk_bytes: int | None = None


def machine_memory() -> int:
    """The bytes of memory that a process of the tests may have where nothing else is set."""
    return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * _MEMORY_SHARE)


def suite_limits(seconds: float | None, memory_bytes: int | None = None) -> ProcessLimits:
    """The limits of a process that runs tests; None: as long as the caller waits, a share of the machine's memory."""
    memory = memory_bytes or machine_memory()
    return ProcessLimits(seconds, memory, processes=SUITE_PROCESSES, disk_bytes=SUITE_DISK)


def task_limit(processes: int | None) -> int | None:
    """A ceiling for RLIMIT_NPROC, which counts every thread of the user: a backstop against runaway forking.

    It leaves room for what the user runs already and for 16 threads in each process; the exact limit is the reaper's.
    """
    if processes is None:
        return None
    with contextlib.suppress(OSError, ValueError, IndexError):
        running = int(Path("/proc/loadavg").read_text().split()[3].split("/")[1])
        return running + 16 * processes
    return None

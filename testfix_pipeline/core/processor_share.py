"""The share of the machine's processors that is there for us while other programs run beside."""

from __future__ import annotations

import os
import re
import threading
import time
from pathlib import Path

STAT = Path("/proc/stat")
MOST_STRETCH, LEAST = 3.0, 1 / 3
"""How many times as long a limit in processor time may take in wall time, and so the least share that is said."""
_EVERY_S, _NEWEST = 0.25, 0.3
_RUNNING = re.compile(r"^procs_running (\d+)", re.M)


class ProcessorShare:
    """Between LEAST and 1, which it is where nobody knows: on other systems than Linux.

    A search keeps each processor busy, and a process of its own directs it: what runs beyond that is others'.
    """

    def __init__(self, stat: Path = STAT, processors: int | None = None) -> None:
        self._stat = stat
        self._processors = processors or os.cpu_count() or 1
        self._lock = threading.Lock()
        self._looked = float("-inf")
        self._share = 1.0

    def now(self) -> float:
        """The share, smoothed over the last second."""
        with self._lock:
            if time.monotonic() - self._looked >= _EVERY_S:
                seen, is_first = self._seen(), self._looked == float("-inf")
                self._share = seen if is_first else (1 - _NEWEST) * self._share + _NEWEST * seen
                self._looked = time.monotonic()
            return self._share

    def _seen(self) -> float:
        try:
            running = _RUNNING.search(self._stat.read_text())
        except OSError:
            return 1.0
        others = int(running[1]) - self._processors - 1 if running is not None else 0
        return max(LEAST, self._processors / (self._processors + max(0, others)))


MACHINE = ProcessorShare()

"""Says at once what Ctrl-C does to the run of a session, whoever handles the signal."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STOPPING = (
    "stopping: the session will be paused; what it has is kept, and `testfix resume` continues. "
    "Ctrl-C again ends the program at once."
)
ENDED = "ended at once: `testfix resume` cleans up and continues the session."
INTERRUPTED = 130


@contextmanager
def announced_interrupts(say: Callable[[str], None]) -> Iterator[None]:
    """Announce the first Ctrl-C (or SIGTERM) of the block, whose handler stops the run; end the program at the second.

    Dagster replaces the handlers for each step; the wakeup descriptor receives every signal, whatever its handler.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_announce, args=(reading, say), name="Ctrl-C", daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(writing)


def _announce(reading: int, say: Callable[[str], None]) -> None:
    """Read the numbers of signals until the other end is closed."""
    heard = 0
    with os.fdopen(reading, "rb", buffering=0) as numbers:
        while number := numbers.read(1):
            if number[0] in (signal.SIGINT, signal.SIGTERM):
                heard += 1
                say(STOPPING if heard == 1 else ENDED)
                if heard > 1:
                    os._exit(INTERRUPTED)

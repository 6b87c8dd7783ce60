"""Says at once what Ctrl-C does to the run of a session, whoever handles the signal."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

STOPPING = (
    "stopping: the session will be paused; what it has is kept, and `testfix resume` continues. "
    "Ctrl-C again ends the program at once."
)
ENDED = "ended at once: `testfix resume` cleans up and continues the session."
INTERRUPTED = 130
# One stop may send several signals: GNU `timeout` signals its child and then the process group.
ONE_STOP_S = 1.0
# A forked process may still hold the end that signals are written to, so that the reader never ends.
LONGEST_READ_S = 5.0
SHOW_CURSOR = b"\x1b[?25h"


@contextmanager
def announced_interrupts(say: Callable[[str], None]) -> Iterator[None]:
    """Announce the first Ctrl-C (or SIGTERM) of the block, whose handler stops the run; end the program at a later one.

    Dagster replaces the handlers for each step; the wakeup descriptor receives every signal, whatever its handler.
    Only the main thread receives signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    stderr = os.dup(2)  # Dagster redirects that of each step
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    reader = threading.Thread(target=_announce, args=(reading, stderr, say), name="Ctrl-C", daemon=True)
    reader.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(writing)
        reader.join(LONGEST_READ_S)
        os.close(stderr)


def _announce(reading: int, stderr: int, say: Callable[[str], None]) -> None:
    """Read the numbers of signals until the other end is closed."""
    first = None
    with os.fdopen(reading, "rb", buffering=0) as numbers:
        while number := numbers.read(1):
            if first is None and number[0] in (signal.SIGINT, signal.SIGTERM):
                first = time.monotonic()
                _try_to_say(say, STOPPING)
            elif first is not None and number[0] == signal.SIGINT and time.monotonic() - first > ONE_STOP_S:
                _try_to_say(say, ENDED)
                if os.isatty(stderr):
                    os.write(stderr, SHOW_CURSOR)
                os._exit(INTERRUPTED)


def _try_to_say(say: Callable[[str], None], text: str) -> None:
    """Say a text, unless the stream is closed: the signal counts all the same."""
    with suppress(OSError, ValueError):
        say(text)

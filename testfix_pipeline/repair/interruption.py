"""Ctrl-C during a search: the first ends it with the plausible patch that it has, any other has its usual effect."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interruption:
    """Whether Ctrl-C has ended a search that has a patch. Under `fix` the session pauses, with that patch unjudged.

    possible: whether there is such a patch; without one, and from the second time on, Ctrl-C does what it did before.
    """

    def __init__(self) -> None:
        self.possible = False
        self._taken = threading.Event()

    def taken(self) -> bool:
        """Whether the search is to end with what it has."""
        return self._taken.is_set()

    def take(self) -> bool:
        """Takes note of a Ctrl-C; whether that was its meaning."""
        if not self.possible or self._taken.is_set():
            return False
        self._taken.set()
        return True


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Handles Ctrl-C while the block runs. Signals reach the main thread alone; in other threads this does nothing."""
    found = Interruption()
    if threading.current_thread() is not threading.main_thread():
        yield found
        return
    before = signal.getsignal(signal.SIGINT)

    def on_signal(number: int, frame: FrameType | None) -> None:
        if found.take():
            return
        if callable(before):
            before(number, frame)
        elif before == signal.SIG_DFL:
            signal.default_int_handler(number, frame)

    signal.signal(signal.SIGINT, on_signal)
    try:
        yield found
    finally:
        signal.signal(signal.SIGINT, before)

"""What would keep pytest from ever having collected a project: links in a circle, and imports that never end.

Standard library only, Python 3.9 and later.
"""

import contextlib
import os
import signal
import threading
import time

# After one import that does not end, others of the same module are likely: each is waited for so much shorter.
SHORTER = 6


def leads_back(path):
    """Whether a folder is a symbolic link to a folder that it lies in itself, by whatever way.

    pytest follows such a link some forty times, until the system refuses, and collects all tests each time.
    """
    path = str(path)
    if not os.path.islink(path):
        return False
    real, folder = os.path.realpath(path), os.path.dirname(path)
    while folder != os.path.dirname(folder):
        if os.path.realpath(folder) == real:
            return True
        folder = os.path.dirname(folder)
    return False


class NeverImported(BaseException):
    """An import waits, or works, without end; no `except Exception` of the project's catches it."""


class Patience:
    """Ends imports that do nothing for `seconds`, or compute for `seconds` of the processor's time.

    That time, not the clock's, so that a busy machine ends nothing that would have come to its end.
    """

    def __init__(self, seconds):
        self._seconds = seconds

    @contextlib.contextmanager
    def limited(self):
        """A block in which files of the project are imported. Nothing is limited outside of the main thread."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        interval = self._seconds / 8
        watch = _Watch(self._seconds)
        before = signal.signal(signal.SIGALRM, watch.look)
        signal.setitimer(signal.ITIMER_REAL, interval, interval)
        try:
            yield
        finally:
            if signal.getsignal(signal.SIGALRM) == watch.look:  # else the project has taken it for itself
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
            if watch.ended:
                self._seconds = max(1.0, min(self._seconds, watch.seconds / SHORTER))


class _Watch:
    """One import: since when it has been idle, and how much processor time it has taken."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.ended = False
        self._began = self._used = time.process_time()
        self._active = time.monotonic()

    def look(self, _signal, _frame):
        now, used = time.monotonic(), time.process_time()
        if used - self._used > 0.02:
            self._active = now
        self._used = used
        if now - self._active >= self.seconds:
            self.ended = True
            raise NeverImported("importing it waits and does nothing for %g s" % self.seconds)
        if used - self._began >= self.seconds:
            self.ended = True
            raise NeverImported("importing it computes for more than %g s" % self.seconds)

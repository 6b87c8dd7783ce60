"""Ends imports and tests of the project that would never end, so that all others still run.

Standard library only, Python 3.9 and later.
"""

import contextlib
import os
import signal
import threading
import time

# After one that does not end, others are likely, for the same reason: each is waited for so much shorter.
SHORTER = 6
# A line of ours was running, which must come to its end: look again so soon.
AGAIN = 0.01
_OWN = os.path.dirname(os.path.abspath(__file__))


class NeverEnds(BaseException):
    """The project's code waits, or works, without end; no `except Exception` of its catches it.

    `core.records.Outcome.never_ended` knows it by its name.
    """


class Patience:
    """Ends what computes for `seconds` of the processor's time, or does nothing for `idle` seconds.

    The processor's time, not the clock's, so that a busy machine ends nothing that would have come to its end. After
    each that was ended the next one gets less, but not less than `least`. what: whatever it is, for the message.
    """

    def __init__(self, what, seconds, idle, least):
        self._what = what
        self._seconds = seconds
        self._idle = idle
        self._least = least

    @contextlib.contextmanager
    def limited(self):
        """A block in which code of the project runs. Nothing is limited outside of the main thread, nor where somebody
        else has the alarm."""
        if threading.current_thread() is not threading.main_thread() or _is_taken():
            yield
            return
        watch = _Watch(self._what, self._seconds, self._idle)
        before = signal.signal(signal.SIGALRM, watch.look)
        watch.wind()
        try:
            yield
        finally:
            if signal.getsignal(signal.SIGALRM) == watch.look:  # else the project has taken it for itself
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
            if watch.ended:
                self._seconds = _shorter(self._seconds, self._least)
                self._idle = _shorter(self._idle, self._least)


def _is_taken():
    return signal.getsignal(signal.SIGALRM) not in (signal.SIG_DFL, None) or signal.getitimer(signal.ITIMER_REAL)[0] > 0


def _shorter(seconds, least):
    return max(min(least, seconds), seconds / SHORTER)


class _Watch:
    """One import or test: since when it has been idle, and how much processor time it has taken."""

    def __init__(self, what, seconds, idle):
        self._what = what
        self._seconds = seconds
        self._patience = idle
        self.ended = False
        self._began = self._used = time.process_time()
        self._active = time.monotonic()

    def wind(self, soon=None):
        interval = min(self._seconds, self._patience) / 8
        signal.setitimer(signal.ITIMER_REAL, soon or interval, interval)

    def look(self, _signal, frame):
        now, used = time.monotonic(), time.process_time()
        if used - self._used > 0.02:
            self._active = now
        self._used = used
        if used - self._began >= self._seconds:
            self._end("%s computes for more than %g s" % (self._what, self._seconds), frame)
        elif now - self._active >= self._patience:
            self._end("%s waits and does nothing for %g s" % (self._what, self._patience), frame)

    def _end(self, why, frame):
        if frame is not None and os.path.dirname(frame.f_code.co_filename) == _OWN:
            self.wind(AGAIN)
            return
        self.ended = True
        raise NeverEnds(why)

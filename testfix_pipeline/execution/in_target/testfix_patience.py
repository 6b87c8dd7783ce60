"""Ends imports and tests of the project that would never end, so that all others still run.

Standard library only, Python 3.9 and later.
"""

import contextlib
import signal
import threading
import time

import testfix_stuck

# After one that does not end, others are likely, for the same reason: each is waited for so much shorter.
SHORTER = 6
# Seconds between two looks, and without work until it is asked whether anything can come.
OFTEN = 1.0
# Seconds of the processor until it is asked whether a test goes round; after so many looks without an answer it is
# asked again at a multiple of what it has taken.
ROUNDS, MOST_LOOKS, ROUNDS_AGAIN = 4.0, 1200, 5
# A line of ours was running, which must come to its end: look again so soon.
AGAIN = 0.01
# Seconds between two looks while it is asked whether a test goes round.
ROUND = 0.005


class NeverEnds(BaseException):
    """The project's code waits, or works, without end; no `except Exception` of its catches it.

    `core.records.Outcome.never_ended` knows it by its name.
    """


class Patience:
    """Ends what computes for `seconds` of the processor's time, or does nothing for `idle` seconds.

    The processor's time, not the clock's, so that a busy machine ends nothing that would have come to its end. After
    each that was ended the next one gets less, but not less than `least`. Earlier it ends what waits for nobody, and,
    with `rounds`, what only comes back to where it was (`testfix_stuck.py`). what: whatever it is, for the message.
    """

    def __init__(self, what, seconds, idle, least, rounds=True):
        self._what = what
        self._seconds = seconds
        self._idle = idle
        self._least = least
        self._rounds = ROUNDS if rounds else float("inf")

    @contextlib.contextmanager
    def limited(self):
        """A block in which code of the project runs. Nothing is limited outside of the main thread, nor where somebody
        else has the alarm."""
        if threading.current_thread() is not threading.main_thread() or _is_taken():
            yield
            return
        watch = _Watch(self._what, self._seconds, self._idle, self._rounds)
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
                self._rounds = _shorter(self._rounds, OFTEN)


def _is_taken():
    return signal.getsignal(signal.SIGALRM) not in (signal.SIG_DFL, None) or testfix_stuck.pending_alarm()


def _shorter(seconds, least):
    return max(min(least, seconds), seconds / SHORTER)


class _Watch:
    """One import or test: since when it has been idle, and how much processor time it has taken."""

    def __init__(self, what, seconds, idle, rounds):
        self._what = what
        self._seconds = seconds
        self._patience = idle
        self._ask_at = rounds
        self._rounds = None
        self._looks = 0
        self._verdict = ""
        self.ended = False
        self._began = self._used = time.process_time()
        self._active = time.monotonic()

    def wind(self, soon=None):
        interval = min(self._seconds / 8, self._patience / 8, OFTEN)
        signal.setitimer(signal.ITIMER_REAL, soon or interval, interval)

    def look(self, _signal, frame):
        if self._verdict:
            self._end(self._verdict, frame)
            return
        now, used = time.monotonic(), time.process_time()
        if used - self._used > 0.02:
            self._active, self._used = now, used
        if used - self._began >= self._seconds:
            self._end("%s computes for more than %g s" % (self._what, self._seconds), frame)
        elif now - self._active >= self._patience:
            self._end("%s waits and does nothing for %g s" % (self._what, self._patience), frame)
        elif now - self._active >= OFTEN and testfix_stuck.waits_for_nobody(frame):
            self._end("%s waits for what nothing is left to bring about" % self._what, frame)
        elif self._goes_round(used - self._began, frame):
            self._end("%s comes back again and again to where it was" % self._what, frame)

    def _goes_round(self, used, frame):
        """Whether all states of many looks in a row were there before; begins to look, and ceases to, by the time."""
        if self._rounds is None:
            if used >= self._ask_at:
                self._rounds = testfix_stuck.Rounds()
                self._looks = 0
                signal.setitimer(signal.ITIMER_REAL, ROUND, ROUND)
            return False
        self._looks += 1
        if self._rounds.look(frame):
            return True
        if self._rounds.gets_on or self._looks > MOST_LOOKS:
            self._rounds, self._ask_at = None, ROUNDS_AGAIN * used
            self.wind()
        return False

    def _end(self, why, frame):
        if frame is not None and testfix_stuck.is_own(frame):
            self._verdict = why
            self.wind(AGAIN)
            return
        self.ended = True
        raise NeverEnds(why)

"""Ends imports and tests of the project that hang, so that all others still run.

Which limits hold, and why, says `execution/hanging_tests.py`.
"""

import contextlib
import operator
import signal
import threading
import time

import testfix_stuck

# Seconds between two looks, and without work until it is asked whether anything can come.
OFTEN = 1.0
# After so many looks without an answer whether a test goes round it is asked again at a multiple of what it has taken.
MOST_LOOKS, ROUNDS_AGAIN = 1200, 5
# A line of ours was running, which must come to its end: look again so soon.
AGAIN = 0.01
# Seconds between two looks while it is asked whether a test goes round.
ROUND = 0.005


def _now():
    """The seconds of the clock as it is: packages that freeze the time for a test replace `time.monotonic`."""
    return time.clock_gettime(time.CLOCK_MONOTONIC)


class NeverEnds(BaseException):
    """Raised in the project's code when it hangs; its `except Exception` does not catch it.

    `core.records.Outcome.never_ended` knows it by its name.
    """


class HangLimits:
    """Ends imports or tests that hang, or that exceed limits on computing, idling, or in all.

    Computing is measured in processor time, so that a busy machine ends nothing that would have come to its end.
    what: whatever is limited, for the message. limits: a table of `first` and `again`, each three numbers of seconds
    (of computing, of doing nothing, in all), and `factor`. `again` holds where something was ended in the same place
    before. Neither is less than `factor` times the longest that came to its end so far, nor more than `most`. hung,
    hung_limits: names that have limits of their own. longest: seconds that are known already. rounds: seconds of
    computing until it is asked whether it goes round, None for never.
    """

    def __init__(self, what, limits, hung_limits, hung, most, longest, rounds):
        self._what = what
        self._limits = limits
        self._hung_limits = hung_limits
        self._hung = frozenset(hung)
        self._most = most
        self._longest = longest
        self._rounds = float("inf") if rounds is None else rounds
        self._places = set()

    @contextlib.contextmanager
    def limited(self, name):
        """A block in which code of the project runs. Nothing is limited outside of the main thread, nor where somebody
        else keeps the alarm for later; an alarm that is set already, such as a timeout plugin's, still goes off."""
        alarm = _ForeignAlarm()
        if threading.current_thread() is not threading.main_thread() or alarm.is_reserved:
            yield
            return
        watch = _HangWatch(self._what, self._limits_of(name), self._places, self._rounds, alarm)
        before = signal.signal(signal.SIGALRM, watch.on_alarm)
        watch.set_timer()
        try:
            yield
        finally:
            if signal.getsignal(signal.SIGALRM) == watch.on_alarm:  # else the project has taken it for itself
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
                alarm.resume()
            if not watch.ended:
                self._longest = max(self._longest, watch.elapsed())

    def _limits_of(self, name):
        limits = self._hung_limits if name in self._hung else self._limits
        least = limits["factor"] * self._longest
        return [
            [min(most, max(limit, least)) for limit, most in zip(limits[kind], self._most)]  # noqa: B905 - Python 3.9
            for kind in ("first", "again")
        ]


class _ForeignAlarm:
    """An alarm that other code has set before a block; it still goes off in the block when it is due."""

    def __init__(self):
        self.handler = signal.getsignal(signal.SIGALRM)
        left = signal.getitimer(signal.ITIMER_REAL)[0]
        self._due = _now() + left if left else None

    @property
    def is_reserved(self):
        """Whether the alarm is in use in a way that can't be combined with ours."""
        return callable(self.handler) != (self._due is not None)

    def is_due(self):
        return self._due is not None and _now() >= self._due

    def resume(self):
        """Set the alarm again, for the rest of its time."""
        if self._due is not None:
            signal.setitimer(signal.ITIMER_REAL, max(AGAIN, self._due - _now()))

    def ring(self, number, frame):
        self._due = None
        self.handler(number, frame)


class _HangWatch:
    """Watches one import or test: how long it has been idle, and its processor time."""

    def __init__(self, what, limits, places, rounds, alarm):
        self._what = what
        self._first, self._again = limits
        self._places = places
        self._alarm = alarm
        self._ask_at = rounds
        self._rounds = None
        self._looks = 0
        self._verdict = ""
        self.ended = self._looking = False
        self._ticks = 0
        self._began_using = self._used = time.process_time()
        self._began = self._active = _now()
        self._looked, self._queued = testfix_stuck.recent_queued_seconds(self._began)

    def elapsed(self):
        """The seconds since the start."""
        return _now() - self._began

    def set_timer(self, soon=None):
        interval = min(min(self._again if self._places else self._first) / 4, OFTEN)
        signal.setitimer(signal.ITIMER_REAL, soon or interval, interval)

    def on_alarm(self, number, frame):
        if self._looking:  # a busy machine: the next alarm came before this look had ended
            return
        self._looking = True
        try:
            self._check(number, frame)
        finally:
            self._looking = False

    def _check(self, number, frame):
        if self._alarm.is_due():
            self.ended = True
            self._alarm.ring(number, frame)
        if self._verdict:
            self._end(self._verdict, frame)
            return
        now, used = _now(), time.process_time()
        is_starved = self._is_starved(now)
        ticks = testfix_stuck.children_cpu() if now - self._active >= OFTEN else self._ticks
        if used - self._used > 0.02 or ticks != self._ticks or is_starved:
            self._active, self._used, self._ticks = now, used, ticks
        used -= self._began_using
        said = self._exceeded_limit(used, now, frame)
        if said:
            self._end("%s %s" % (self._what, said), frame)
        elif now - self._active >= OFTEN and testfix_stuck.waits_forever(frame):
            self._end("%s waits for what nothing is left to bring about" % self._what, frame)
        elif self._repeats_states(used, frame):
            self._end("%s comes back again and again to where it was" % self._what, frame)

    def _is_starved(self, now):
        """Whether it waited for a processor for most of the time since the last look: it has something to do."""
        queued = testfix_stuck.queued_seconds()
        share = (queued - self._queued) / max(now - self._looked, 1e-9)
        self._looked, self._queued = now, queued
        return share > 0.5

    def _exceeded_limit(self, used, now, frame):
        """The message on the limit that is exceeded; "" if none is."""
        most = self._first
        if any(map(operator.ge, (used, now - self._active, now - self._began), self._again)):
            most = self._again if testfix_stuck.called_function(frame) in self._places else most
        computing, idle, whole = most
        if used >= computing:
            return "computes for more than %.3g s" % computing
        if now - self._active >= idle:
            return "waits and does nothing for %.3g s" % idle
        return "does not end within %.3g s" % whole if now - self._began >= whole else ""

    def _repeats_states(self, used, frame):
        """Whether the recent states have all occurred before; starts and stops watching them by computing time."""
        if self._rounds is None:
            if used >= self._ask_at:
                self._rounds = testfix_stuck.StateHistory()
                self._looks = 0
                signal.setitimer(signal.ITIMER_REAL, ROUND, ROUND)
            return False
        self._looks += 1
        if self._rounds.add_state(frame):
            return True
        if self._rounds.makes_progress or self._looks > MOST_LOOKS:
            self._rounds, self._ask_at = None, ROUNDS_AGAIN * used
            self.set_timer()
        return False

    def _end(self, why, frame):
        if frame is not None and testfix_stuck.is_own(frame):
            self._verdict = why
            self.set_timer(AGAIN)
            return
        self.ended = True
        place = testfix_stuck.called_function(frame)
        if place is not None:
            self._places.add(place)
        raise NeverEnds(why)

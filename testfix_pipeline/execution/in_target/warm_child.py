"""What a forked child does: runs given tests under limits and writes one line for each.

Runs in the target's interpreter: standard library and its own pytest only, Python 3.9 and later.
"""

import contextlib
import fcntl
import json
import os
import resource
import signal
import time

import testfix_stuck
import warm_install

# Descriptors that programs reach for, or close in a row when they become daemons, are far below this.
HIGH = 200
# The timer ends what the loop counter did not end: it has ticks of some milliseconds, and kills.
TIMER_FREE, TIMER_FACTOR = 0.01, 1.3
# CPU seconds for a test of which nothing is known yet.
UNKNOWN_SECONDS = 60.0
# Bytes that one file may hold.
FILE_BYTES = 1 << 29


class LoopStopped(BaseException):
    """The code under test computes for too long; said by the loop counter, past every `except Exception`."""


class Child:
    """Runs tests in this process and reports through `fd`. Never returns to the server's code: it exits."""

    def __init__(self, fd, request, reports):
        self.fd = _private(fd)
        self.pid = os.getpid()
        self.request = request
        self.reports = reports
        reports.lean = request.get("lean", frozenset())
        self.stopped = False
        self.gentle = False
        self.ticks = warm_install.Ticks(self._looped)

    def say(self, kind, *rest):
        """Writes one line. A process that the tests forked and that came back to this code goes no further."""
        if os.getpid() != self.pid:
            os._exit(1)
        data = (json.dumps([kind, *rest]) + "\n").encode()
        while data:
            data = data[os.write(self.fd, data) :]

    def _looped(self):
        """Called in a loop whose test has used up its time. Who catches the first stop is not asked twice."""
        if self.gentle and not self.stopped:
            self.stopped = True
            raise LoopStopped
        self.say("end", "loop", "", True)
        os._exit(0)

    def _asked(self, _signal, frame):
        """Called where the server sees no work for a while: whether what is waited for can still come."""
        if not testfix_stuck.pending_alarm() and testfix_stuck.waits_for_nobody(frame):
            self._looped()

    def prepare(self):
        """Own session, output to nowhere, limits on memory and files, no timers inherited."""
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(null, standard)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        if signal.getsignal(signal.SIGURG) in (signal.SIG_DFL, signal.SIG_IGN):
            signal.signal(signal.SIGURG, self._asked)
        memory = self.request.get("memory")
        if memory:
            _limit(resource.RLIMIT_DATA, memory + _private_memory())
        _limit(resource.RLIMIT_FSIZE, FILE_BYTES)
        _limit(resource.RLIMIT_CORE, 0)
        self.ticks.register()

    def run(self, items):
        """Runs the items in order; leaves at the first that must pass and does not, or when no `look` test passed."""
        must = set(self.request.get("must", ()))
        look = set(self.request.get("look", ()))
        hopeful = not look
        for position, item in enumerate(items):
            following = items[position + 1] if position + 1 < len(items) else None
            passed = self.run_one(item, following)
            hopeful = hopeful or (passed and item.nodeid in look)
            look.discard(item.nodeid)
            if (not passed and item.nodeid in must) or (not look and not hopeful):
                self.say("end", "stopped", "", bool(warm_install.entered))
                os._exit(0)
        self.say("end", "done", "", bool(warm_install.entered))

    def screen(self, items, batch, index, state):
        """Runs the items under one candidate after the other, each until one passes; last without any, as a check.

        What the project remembers is put back each time, so that a candidate sees nothing of the one before it.
        """
        self.gentle = True
        for changes in [*batch, []]:
            undo = []
            self.stopped = False
            warm_install.entered.clear()
            self.ticks.register()
            end = self.install(changes, index, undo)
            if not end[0]:
                for item in items:
                    if self.run_one(item, None) or self.stopped:
                        break
            warm_install.take_back(undo)
            state.restore()
            self.say("candidate", "loop" if self.stopped else end[0] or "done", end[1], bool(warm_install.entered))

    def install(self, changes, index, undo):
        """Puts changes into the live functions; (how it failed, why), empty where it did not."""
        for change in changes:
            try:
                undo += warm_install.install(change, index)
            except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
                return "syntax", str(error)
            except warm_install.NotLive as error:
                return "not live", str(error)
        return "", ""

    def run_one(self, item, following):
        """Runs one item under its limits; whether it passed. `following` is pytest's next item."""
        limit = self.request["cpu"].get(item.nodeid, self.request.get("unknown_cpu", UNKNOWN_SECONDS))
        self.reports.clear()
        started, began = time.process_time(), time.monotonic()
        self.ticks.until = started + limit
        signal.setitimer(signal.ITIMER_PROF, TIMER_FREE + TIMER_FACTOR * limit)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        seconds, wall = time.process_time() - started, time.monotonic() - began
        signal.setitimer(signal.ITIMER_PROF, 0)
        r = self.reports
        status = r.status or "skipped"
        waited = max(0.0, wall - seconds)
        self.say("test", item.nodeid, status, r.error, r.message, r.line, round(seconds, 5), round(waited, 3))
        return status == "passed"


def _private(fd):
    """The descriptor at a high number."""
    try:
        moved = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, HIGH)
    except OSError:
        return fd
    os.close(fd)
    return moved


def _limit(kind, value):
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(kind, (value, value))


def _private_memory():
    """Bytes of private writable memory that the process has now."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[5]) * resource.getpagesize()
    except (OSError, ValueError, IndexError):
        return 1 << 30

"""What a forked child does: runs given tests under limits and writes one line for each result."""

import contextlib
import fcntl
import os
import resource
import signal
import time

import testfix_stuck
import warm_install
from testfix_children import silence, write_line

# Descriptors that programs reach for, or close in a row when they become daemons, are far below this.
HIGH = 200
# The timer ends what the loop counter did not end: it has ticks of some milliseconds, and kills.
TIMER_FREE, TIMER_FACTOR = 0.01, 1.3
# CPU seconds for a test of which nothing is known yet.
UNKNOWN_SECONDS = 60.0
# Bytes that one file may hold.
FILE_BYTES = 1 << 29


class LoopStopped(BaseException):
    """Raised by the loop counter when code computes too long; `except Exception` does not catch it."""


class Child:
    """Runs tests in this process and writes results to `fd`. Never returns to the server's code: it exits."""

    def __init__(self, fd, request, reports):
        self.fd = _move_descriptor(fd)
        self.pid = os.getpid()
        self.request = request
        self.reports = reports
        reports.lean = request.get("lean", frozenset())
        self.stopped = False
        self.gentle = False
        self.ticks = warm_install.LoopCounter(self._stop_loop)

    def send_line(self, kind, *rest):
        """Write one line of JSON. A process forked by a test that returned to this code exits instead."""
        if os.getpid() != self.pid:
            os._exit(1)
        write_line(self.fd, [kind, *rest])

    def _stop_loop(self):
        """End a test that has used up its time inside a loop; exits if the test caught the first LoopStopped."""
        if self.gentle and not self.stopped:
            self.stopped = True
            raise LoopStopped
        self.send_line("end", "loop", "", True)
        os._exit(0)

    def _check_waiting(self, _signal, frame):
        """Signal handler, sent while the process is idle: ends the test if what it waits for can't happen."""
        if not testfix_stuck.has_pending_alarm() and testfix_stuck.waits_forever(frame):
            self._stop_loop()

    def prepare(self):
        """Start an own session, silence the output, limit memory and file size, and reset inherited timers."""
        os.setsid()
        silence()
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        if signal.getsignal(signal.SIGURG) in (signal.SIG_DFL, signal.SIG_IGN):
            signal.signal(signal.SIGURG, self._check_waiting)
        memory = self.request.get("memory")
        if memory:
            _limit(resource.RLIMIT_DATA, memory + _private_memory())
        _limit(resource.RLIMIT_FSIZE, FILE_BYTES)
        _limit(resource.RLIMIT_CORE, 0)
        self.ticks.register()

    def run(self, items):
        """Run the items in order; exit at the first failing `must` test, or when no `look` test has passed."""
        must = set(self.request.get("must", ()))
        look = set(self.request.get("look", ()))
        hopeful = not look
        for position, item in enumerate(items):
            following = items[position + 1] if position + 1 < len(items) else None
            passed = self.run_one(item, following)
            hopeful = hopeful or (passed and item.nodeid in look)
            look.discard(item.nodeid)
            if (not passed and item.nodeid in must) or (not look and not hopeful):
                self.send_line("end", "stopped", "", bool(warm_install.entered))
                os._exit(0)
        self.send_line("end", "done", "", bool(warm_install.entered))

    def screen(self, items, batch, index, state):
        """Run the items under each candidate until one passes; finally once without a candidate, as a check.

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
            warm_install.restore_code(undo)
            state.restore()
            self.send_line(
                "candidate", "loop" if self.stopped else end[0] or "done", end[1], bool(warm_install.entered)
            )

    def install(self, changes, index, undo):
        """Install changes in the live functions; returns (kind of failure, reason), empty strings on success."""
        for change in changes:
            try:
                undo += warm_install.install(change, index)
            except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
                return "syntax", str(error)
            except warm_install.NotLive as error:
                return "not live", str(error)
        return "", ""

    def run_one(self, item, following):
        """Run one item under its limits and return whether it passed. `following` is pytest's next item."""
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
        self.send_line("test", item.nodeid, status, r.error, r.message, r.line, round(seconds, 5), round(waited, 3))
        return status == "passed"


def _move_descriptor(fd):
    """Return a duplicate of the descriptor with a high number; the original is closed."""
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
    """The number of bytes of private writable memory of this process."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[5]) * resource.getpagesize()
    except (OSError, ValueError, IndexError):
        return 1 << 30

"""What a forked child does: runs given tests under limits and writes one line for each.

Runs in the target's interpreter: standard library and its own pytest only, Python 3.9 and later.
"""

import contextlib
import json
import os
import resource
import signal
import sys
import threading
import time

import pytest
import warm_install

# A loop round costs at least some 25 ns, so a test can't have had more rounds than this times its CPU seconds.
ROUNDS_PER_SECOND = 4e7
ROUNDS_FREE = 20000
# CPU seconds a test may take: its own time without a candidate, with room for a slow machine.
CPU_FREE = 0.4
CPU_FACTOR = 6.0


class Reports:
    """The pytest plugin of a child: gathers what happened to the test that is running."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.status, self.error, self.message, self.line = "", "", "", ""

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        if call.excinfo is not None and not self.error:
            self.error = call.excinfo.typename
            with contextlib.suppress(Exception):
                self.message = str(call.excinfo.value)[:300]
            self.line = _place(call.excinfo.tb, str(item.path) if hasattr(item, "path") else str(item.fspath))
        yield

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.status = "failed" if report.when == "call" and self.status != "error" else "error"
        elif report.skipped and not self.status:
            self.status = "skipped"
        elif report.passed and report.when == "call" and not self.status:
            self.status = "passed"


def _place(trace, test_file):
    """The last line of the test's own file in a traceback: how far the test came."""
    place = ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == test_file:
            place = str(trace.tb_lineno)
        trace = trace.tb_next
    return place


class Child:
    """Runs tests in this process and reports through `fd`. Never returns to the server's code: it exits."""

    def __init__(self, fd, request, reports):
        self.fd = fd
        self.request = request
        self.reports = reports
        self.ticks = warm_install.Ticks(self._looped)

    def say(self, kind, *rest):
        os.write(self.fd, (json.dumps([kind, *rest]) + "\n").encode())

    def _looped(self):
        self.say("end", "loop")
        os._exit(0)

    def prepare(self):
        """Own session, output to nowhere, limits on memory, no timers inherited."""
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(null, standard)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        memory = self.request.get("memory")
        if memory:
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        self.ticks.register()

    def run(self, items):
        """Runs the items in order; leaves at the first that must pass and does not, or when no `look` test passed."""
        must = set(self.request.get("must", ()))
        look = set(self.request.get("look", ()))
        hopeful = not look
        for position, item in enumerate(items):
            following = items[position + 1] if position + 1 < len(items) else None
            passed = self._one(item, following)
            hopeful = hopeful or (passed and item.nodeid in look)
            look.discard(item.nodeid)
            if (not passed and item.nodeid in must) or (not look and not hopeful):
                self.say("end", "stopped")
                os._exit(0)
        self.say("end", "done")

    def screen(self, items, batch, index):
        """Runs the items under one candidate after the other, each until one passes; last without any, as a check."""
        for changes in [*batch, []]:
            undo = []
            end = self.install(changes, index, undo)
            if not end[0]:
                for item in items:
                    if self._one(item, None):
                        break
            warm_install.take_back(undo)
            self.say("candidate", end[0] or "done", end[1])

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

    def _one(self, item, following):
        base = self.request["base"].get(item.nodeid, self.request["base_default"])
        limit = CPU_FREE + CPU_FACTOR * base
        self.ticks.left = int(ROUNDS_FREE + base * ROUNDS_PER_SECOND)
        self.reports.clear()
        signal.setitimer(signal.ITIMER_PROF, limit)
        started = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        seconds = time.process_time() - started
        signal.setitimer(signal.ITIMER_PROF, 0)
        r = self.reports
        status = r.status or "skipped"
        self.say("test", item.nodeid, status, r.error, r.message, r.line, round(seconds, 5))
        return status == "passed"


class Tracer:
    """Records the lines of the project that a test runs; for tests whose recorded coverage is missing."""

    def __init__(self, root):
        self.root = os.path.realpath(root) + os.sep
        self.names = {}
        self.lines = {}

    def __call__(self, frame, event, arg):
        name = frame.f_code.co_filename
        if name not in self.names:
            real = os.path.realpath(name)
            inside = name[:1] != "<" and real.startswith(self.root) and "site-packages" not in real
            self.names[name] = real[len(self.root) :].replace(os.sep, "/") if inside else None
        relative = self.names[name]
        if relative is None:
            return None
        lines = self.lines.setdefault(relative, set())
        lines.add(frame.f_lineno)

        def local(frame, event, arg):
            lines.add(frame.f_lineno)
            return local

        return local

    def start(self):
        threading.settrace(self)
        sys.settrace(self)

    def stop(self):
        sys.settrace(None)
        threading.settrace(None)

    def record(self):
        return {name: sorted(lines) for name, lines in self.lines.items()}


def trace(child, items):
    """Runs each item under the tracer; a test that hangs says what it ran until its time was up."""
    for item in items:
        tracer = Tracer(os.getcwd())

        def give_up(signum, frame, item=item, tracer=tracer):
            tracer.stop()
            child.say("lines", item.nodeid, tracer.record())
            os._exit(0)

        signal.signal(signal.SIGALRM, give_up)
        signal.setitimer(signal.ITIMER_REAL, child.request.get("seconds", 5))
        tracer.start()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        tracer.stop()
        signal.setitimer(signal.ITIMER_REAL, 0)
        child.say("lines", item.nodeid, tracer.record())
    child.say("end", "done")

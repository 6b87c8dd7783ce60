"""A pytest plugin that records which lines of the project's files each test executes, its fixtures included.

A line event for a foreign function never happens: the trace function answers None for its code once and for all. What
runs before the first test (imports, collection) is recorded under the empty id. Events go out test by test, so that a
test that crashes loses only its own. The events:

    file     i, path                     numbers a file
    lines    id, files, fixtures, unsure    file number -> lines; wide fixtures the test uses; whether lines may lack

    untraced                            tracing was over before the run was: there are no lines of the tests that follow

That is where the order bounds it (`trace_seconds`, of computing).
"""

import os
import sys
import threading
import time

import pytest
import testfix_faults
from testfix_channel import channel

_WIDE = ("module", "package", "session")
_STARTS_PROCESS = ("subprocess.Popen", "os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system")

files = channel.files


class ExecutedLines:
    """Executed lines since the last `take_lines`, file by file, and whether a process was started meanwhile."""

    def __init__(self):
        self._numbers = {}
        self._touched = {}
        self.may_lack_lines = False

    def lines_of(self, code):
        """The set that collects the executed lines of a code object; None for foreign code."""
        path = files.relative_path(code.co_filename)
        if path is None:
            return None
        number = self._numbers.get(path)
        if number is None:
            number = self._numbers[path] = len(self._numbers)
            self._touched[number] = set()
            channel.emit("file", i=number, path=path)
        return self._touched[number]

    def take_lines(self):
        taken = {number: sorted(lines) for number, lines in self._touched.items() if lines}
        for lines in self._touched.values():
            lines.clear()
        unsure, self.may_lack_lines = self.may_lack_lines, False
        return taken, unsure


lines = ExecutedLines()


class TraceFunction:
    """Line events by `sys.settrace`, for interpreters without `sys.monitoring`."""

    def __init__(self):
        self._local = {}

    def start(self):
        threading.settrace(self._call)
        sys.settrace(self._call)

    def begin_test(self):
        """Install the trace function again if a test replaced it."""
        if sys.gettrace() != self._call:
            lines.may_lack_lines = True
            self.start()

    def stop(self):
        threading.settrace(None)
        sys.settrace(None)

    def _call(self, frame, event, argument):
        code = frame.f_code
        try:
            return self._local[code]
        except KeyError:
            local = self._local[code] = self._make(lines.lines_of(code))
            return local

    @staticmethod
    def _make(executed):
        if executed is None:
            return None
        add = executed.add

        def local(frame, event, argument):
            if event == "line":
                add(frame.f_lineno)
            return local

        return local


class Monitoring:
    """Line events by `sys.monitoring`: each line reports once a test, which costs next to nothing."""

    def __init__(self):
        self._events = sys.monitoring.events
        self._tool = next(tool for tool in (4, 3, 5, 1, 2, 0) if sys.monitoring.get_tool(tool) is None)

    def start(self):
        sys.monitoring.use_tool_id(self._tool, "testfix")
        sys.monitoring.register_callback(self._tool, self._events.PY_START, self._begin)
        sys.monitoring.register_callback(self._tool, self._events.LINE, self._line)
        sys.monitoring.set_events(self._tool, self._events.PY_START)

    def begin_test(self):
        sys.monitoring.restart_events()

    def stop(self):
        sys.monitoring.set_events(self._tool, 0)
        sys.monitoring.free_tool_id(self._tool)

    def _begin(self, code, offset):
        if lines.lines_of(code) is not None:
            sys.monitoring.set_local_events(self._tool, code, self._events.LINE)
        return sys.monitoring.DISABLE

    def _line(self, code, line):
        executed = lines.lines_of(code)
        if executed is not None:
            executed.add(line)
        return sys.monitoring.DISABLE


def _audit(event, arguments):
    if event in _STARTS_PROCESS:
        lines.may_lack_lines = True


class TracingLimit:
    """Ends the tracing once it has used its CPU seconds; None for no limit."""

    def __init__(self, seconds):
        self.over = False
        self._until = None if seconds is None else time.process_time() + seconds

    def is_over(self):
        """Whether tracing has ended; ends it when the limit is reached."""
        if not self.over and self._until is not None and time.process_time() > self._until:
            self.over = True
            tracer.stop()
            channel.emit("untraced")
        return self.over


bound = TracingLimit(channel.order.get("trace_seconds"))
tracer = Monitoring() if hasattr(sys, "monitoring") else TraceFunction()
sys.addaudithook(_audit)
tracer.start()


def _send_lines(test, fixtures=()):
    taken, unsure = lines.take_lines()
    channel.emit("lines", id=test, files=taken, fixtures=sorted(fixtures), unsure=unsure)


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    if bound.is_over():
        yield
        return
    # What ran since the last test belongs to no test: collection, or the work of plugins in between.
    _send_lines("")
    tracer.begin_test()
    yield
    tracer_was_there = isinstance(tracer, Monitoring) or sys.gettrace() == tracer._call
    lines.may_lack_lines = lines.may_lack_lines or not tracer_was_there
    _send_lines(item.nodeid, _long_lived_fixtures(item))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup():
    if isinstance(tracer, TraceFunction) and not bound.over:
        tracer.begin_test()


pytest_runtest_call = pytest_runtest_teardown = pytest_runtest_setup


@pytest.hookimpl(tryfirst=True)
def pytest_collectreport():
    bound.is_over()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish():
    if not bound.over:
        _send_lines("")
        tracer.stop()


def _long_lived_fixtures(item):
    """The project's fixtures that the test uses and that outlive it, as "place::name"."""
    info = getattr(item, "_fixtureinfo", None)
    definitions = getattr(info, "name2fixturedefs", None) or {}
    return {
        "%s::%s" % (definition.baseid, name)
        for name, found in definitions.items()
        for definition in found[-1:]
        if definition.scope in _WIDE and _is_project_fixture(definition.func, name)
    }


def _is_project_fixture(function, name):
    code = getattr(function, "__code__", None)
    ours = code is not None and files.relative_path(os.path.abspath(code.co_filename)) is not None
    # pytest makes fixtures of setup_module and its like.
    return ours or name.startswith(("_xunit_setup_module", "xunit_setup_module", "_unittest"))


testfix_faults.OwnFaults(channel.emit).guard_hooks(sys.modules[__name__])

"""Profiles a test: executed lines with depth and order, by the test's own line; calls and results of functions.

The record of a test:

    lines       file -> [line, hits, step of the last hit, least depth] for each line run
    stages      line of the test's own function -> file -> lines run while the test stood there; "0": anywhere else
    functions   [file, first line, name, calls, least depth, step of the last call, results, exceptions]
    calls       [caller, callee] as positions in `functions`
    steps       how many lines were run in all

Python processes that the test starts or forks are recorded by their lines alone, as if they had run when it ended.
A step counts executed lines, so it says what came later. Depth counts the project's frames below the test's own.
Results are source text where a value can be written down, else "<type>".
"""

import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
import threading

import observe_values
import testfix_failures

CHILDREN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "traced_children")

MOST_RESULTS = 25
"""How many different results of a function are recorded."""

LOOKED_AT = 60
"""Calls of a function whose result is looked at; after that, only those whose number is a power of two."""


class FunctionTrace:
    """What the calls of one code object did: number, depth, last step, results and exceptions."""

    def __init__(self, number, file, code, own):
        self.number = number
        self.file = file
        self.code = code
        self.own = own
        self.local = None
        self.calls = 0
        self.depth = sys.maxsize
        self.step = 0
        self.results = {}
        self.raised = {}

    def record(self):
        code = self.code
        found = [list(self.results), list(self.raised)]
        return [self.file, code.co_firstlineno, code.co_name, self.calls, self.depth, self.step, *found]


class Tracer:
    """The trace function of one test. `test_file` and `test_name` identify the test's own function."""

    def __init__(self, root, test_file, test_name):
        self._files = testfix_failures.ProjectPaths(root)
        self._test = (self._files.relative_path(test_file), test_name)
        self._functions = {}
        self._lines = {}
        self._stages = {0: {}}
        self._stage = self._stages[0]
        self._calls = set()
        self._stack = []
        self._leaving = {}
        self._step = 0

    def __call__(self, frame, event, argument):
        code = frame.f_code
        try:
            function = self._functions[code]
        except KeyError:
            function = self._functions[code] = self._make_trace(code)
        if function is None:
            return None
        if function.own:
            return function.local
        if self._stack:
            self._calls.add((self._stack[-1].number, function.number))
        self._stack.append(function)
        function.calls += 1
        function.step = self._step
        function.depth = min(function.depth, len(self._stack))
        return function.local

    def _make_trace(self, code):
        file = self._files.relative_path(code.co_filename)
        if file is None:
            return None
        own = self._test == (file, code.co_name)
        number = sum(function is not None for function in self._functions.values())
        function = FunctionTrace(number, file, code, own)
        function.local = self._trace_test if own else self._make_local_trace(function, self._lines.setdefault(file, {}))
        return function

    def _trace_test(self, frame, event, argument):
        if event == "line":
            self._count_line(self._functions[frame.f_code].file, frame.f_lineno)
            self._stage = self._stages.setdefault(frame.f_lineno, {})
            os.environ["TESTFIX_STAGE"] = str(frame.f_lineno)
        elif event == "return":
            self._stage = self._stages[0]
        return self._trace_test

    def _count_line(self, file, line):
        self._step += 1
        self._lines.setdefault(file, {})[line] = [1, self._step, 0]

    def add_lines(self, stage, lines):
        """Add the lines that another process executed while the test stood at `stage`."""
        ran = self._stages.setdefault(int(stage), {})
        for file, line in lines:
            self._count_line(file, line)
            ran.setdefault(file, set()).add(line)

    def _make_local_trace(self, function, lines):
        file, stack = function.file, self._stack

        def local(frame, event, argument):
            if event == "line":
                self._step += 1
                line = frame.f_lineno
                seen = lines.get(line)
                if seen is None:
                    lines[line] = [1, self._step, len(stack)]
                else:
                    seen[0] += 1
                    seen[1] = self._step
                    if len(stack) < seen[2]:
                        seen[2] = len(stack)
                stage = self._stage.get(file)
                if stage is None:
                    stage = self._stage[file] = set()
                stage.add(line)
            elif event == "return":
                self._end_call(function, frame, argument)
            elif event == "exception":
                self._leaving[id(frame)] = (self._step, argument[0].__name__)
            return local

        return local

    def _end_call(self, function, frame, result):
        """Record the end of a call. An exception shows as a None right after its exception event."""
        if self._stack and (self._stack[-1] is function or function in self._stack):
            while self._stack.pop() is not function:
                pass
        step, error = self._leaving.pop(id(frame), (-1, ""))
        if result is None and step == self._step:
            function.raised[error] = None
        elif len(function.results) < MOST_RESULTS and (
            function.calls <= LOOKED_AT or not function.calls & (function.calls - 1)
        ):
            function.results[_text(result)] = None

    def lines(self):
        return {(file, line) for file, lines in self._lines.items() for line in lines}

    def start(self):
        threading.settrace(self)
        sys.settrace(self)

    def stop(self):
        sys.settrace(None)
        threading.settrace(None)

    def record(self):
        functions = [function for function in self._functions.values() if function is not None]
        return {
            "lines": {file: [[n, *seen] for n, seen in sorted(lines.items())] for file, lines in self._lines.items()},
            "stages": {
                str(line): {file: sorted(lines) for file, lines in stage.items()}
                for line, stage in self._stages.items()
            },
            "functions": [function.record() for function in functions],
            "calls": sorted(self._calls),
            "steps": self._step,
        }


class ChildTracing:
    """Makes the Python processes that a test starts record their executed lines, and adds them to the tracer."""

    def __init__(self, tracer, root):
        self.tracer = tracer
        self.folder = tempfile.mkdtemp(prefix="testfix-trace-")
        places = [CHILDREN, os.environ.get("PYTHONPATH", "")]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, places))
        os.environ["TESTFIX_TRACE"] = json.dumps([os.path.realpath(root) + os.sep, self.folder])
        os.register_at_fork(after_in_child=self._trace_forked)

    def _trace_forked(self):
        """Keep tracing in a forked process, and write the lines when it leaves by `os._exit`."""
        leave, parent = os._exit, self.tracer.lines()

        def tell_and_leave(code):
            sys.settrace(None)
            new = [place for place in self.tracer.lines() if place not in parent]
            with contextlib.suppress(Exception), open(os.path.join(self.folder, "%d.json" % os.getpid()), "w") as file:
                json.dump({"stage": os.environ.get("TESTFIX_STAGE", "0"), "lines": new}, file)
            leave(code)

        os._exit = tell_and_leave

    def collect(self):
        for name in sorted(os.listdir(self.folder)):
            with contextlib.suppress(Exception), open(os.path.join(self.folder, name)) as file:
                self.tracer.add_lines(**json.load(file))
        shutil.rmtree(self.folder, ignore_errors=True)


def _text(value):
    try:
        return observe_values.literal(value)
    except (observe_values.NotLiteral, RecursionError, RuntimeError):
        return "<%s>" % type(value).__name__


def profile_tests(child, items, seconds):
    """Profile each item and report it; a test that hangs reports what it did within `seconds`."""
    for item in items:
        name = getattr(item, "originalname", None) or item.name.partition("[")[0]
        tracer = Tracer(os.getcwd(), str(getattr(item, "path", None) or item.fspath), name)
        children = ChildTracing(tracer, os.getcwd())
        here, leave = os.getpid(), os._exit

        def give_up(signum, frame, item=item, tracer=tracer, children=children, here=here, leave=leave):
            if os.getpid() == here:
                tracer.stop()
                children.collect()
                child.send_line("profile", item.nodeid, tracer.record())
            leave(0)

        signal.signal(signal.SIGALRM, give_up)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        tracer.start()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        tracer.stop()
        signal.setitimer(signal.ITIMER_REAL, 0)
        children.collect()
        child.send_line("profile", item.nodeid, tracer.record())
    child.send_line("end", "done")

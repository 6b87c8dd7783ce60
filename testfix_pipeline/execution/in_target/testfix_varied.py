"""A pytest plugin that runs tests with other values, each time in a child, and records what their assertions compare.

Whatever a test does with the project, and however it is handed what it needs, it does so with each value: methods,
properties, coroutines, caches and fixtures need no description. The order of the channel holds `varied`: {"sites":
[[file, line, column, type of node], ...] of literals, "seconds", "call_seconds", "tests": {id: [[[kind, name, text],
...], ...]}}. Each entry is one run with other values, the texts of data: of a `site` (name: its number), a `parameter`,
or what the test's `module` has under a global name. One event a test:

    witness    id, runs: for each run {place: text}, "" for what is not data, "end" for how it ended

A child starts behind the test's fixtures, and none sees what another one left. No failed assertion ends it.
"""

import ast
import builtins
import functools
import itertools
import signal
import sys
import time

import pytest
import testfix_assertions
import testfix_faults
import testfix_plain
from testfix_channel import channel
from testfix_children import said_by_child

files, emit, order = channel.files, channel.emit, channel.order["varied"]
sites = {tuple(site): number for number, site in enumerate(order["sites"])}
_NOT_COMPARING = ("Raises", "Warns", "Logs")


class VariedRun:
    """The one run of a child: the literals that have other values, and what was recorded so far by place."""

    def __init__(self):
        self.active = False
        self.values = {}
        self.seen = {}

    def record(self, place, text):
        """Record a text at a place: the first time under its name, then with the number of times."""
        names = (place if number == 0 else "%s, %d" % (place, number) for number in itertools.count())
        self.seen[next(name for name in names if name not in self.seen)] = text


current = VariedRun()


def _value(number, constant):
    return current.values.get(number, constant) if current.active else constant


def _seen(place, value):
    if current.active:
        current.record(place, testfix_plain.result_text(value) or "")
    return value


def _raised(place):
    if current.active:
        current.record(place, "raises %s" % sys.exc_info()[0].__name__)


def _holds(value):
    return True if current.active else value


class _Instrumentation(ast.NodeTransformer):
    """Puts calls around the constants that are varied and the values that assertions compare."""

    def __init__(self, path):
        self.file = files.relative_path(path)
        self.inside = 0

    def _visit_literal(self, node):
        number = sites.get((self.file, getattr(node, "lineno", 0), getattr(node, "col_offset", 0), type(node).__name__))
        if number is None:
            return self.generic_visit(node)
        return ast.copy_location(_call("__testfix_value__", ast.Constant(number), node), node)

    visit_Constant = visit_List = visit_Set = visit_Dict = visit_Tuple = _visit_literal

    def visit_JoinedStr(self, node):
        return node

    def visit_Assert(self, node):
        node.test = _call("__testfix_holds__", self._watched(node.test))
        self.generic_visit(node)
        return ast.fix_missing_locations(node)

    def _watched(self, test):
        """An assertion's condition in which each compared value is recorded."""
        if isinstance(test, ast.BoolOp):
            test.values = [self._watched(one) for one in test.values]
        elif isinstance(test, ast.UnaryOp):
            test.operand = self._watched(test.operand)
        elif isinstance(test, ast.Compare):
            test.left = _watched_value(test.left)
            test.comparators = [_watched_value(one) for one in test.comparators]
        else:
            return _watched_value(test)
        return test

    def visit_Expr(self, node):
        """Record what a call as a statement returns or raises: under `pytest.raises` that is all there is."""
        called = node.value.value if isinstance(node.value, ast.Await) else node.value
        if not self.inside or not isinstance(called, ast.Call):
            return self.generic_visit(node)
        place = _place(node.value)
        node.value = _call("__testfix_seen__", ast.Constant(place), node.value)
        self.generic_visit(node)
        handler = ast.parse("try:\n pass\nexcept BaseException:\n __testfix_raised__(%r)\n raise" % place).body[0]
        handler.body = [node]
        return ast.fix_missing_locations(ast.copy_location(handler, node))

    def _visit_function(self, node):
        self.inside += 1
        parts = map(self.visit, node.body)
        node.body = [one for part in parts for one in (part if isinstance(part, list) else [part])]
        self.inside -= 1
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _visit_function


def _call(name, *given):
    return ast.Call(ast.Name(name, ast.Load()), list(given), [])


def _place(node):
    return "%s (line %d)" % (" ".join(ast.unparse(node).split())[:80], node.lineno)


def _watched_value(node):
    if isinstance(node, (ast.Constant, ast.Starred)):
        return node
    return ast.copy_location(_call("__testfix_seen__", ast.Constant(_place(node)), node), node)


def _recording_assertion(name, original):
    def assertion(self, *args, **options):
        if not current.active or any(part in name for part in _NOT_COMPARING):
            return original(self, *args, **options)
        line = sys._getframe(1).f_lineno
        for number, given in enumerate(args[:2]):
            current.record("%s %d (line %d)" % (name, number, line), testfix_plain.result_text(given) or "")
        return None

    return assertion


builtins.__testfix_value__, builtins.__testfix_seen__ = _value, _seen
builtins.__testfix_raised__, builtins.__testfix_holds__ = _raised, _holds
testfix_assertions.instrument_modules(
    lambda mod, path: ast.fix_missing_locations(_Instrumentation(path).visit(mod)), _recording_assertion
)


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_call(item):
    runs = order["tests"].get(item.nodeid, ())
    found = []
    until = time.monotonic() + order["seconds"]
    for values in runs:
        seconds = min(until - time.monotonic(), order["call_seconds"])
        work = functools.partial(_run_varied, item, values, seconds)
        found.append((seconds > 0 and next(said_by_child(work, 2 * seconds), None)) or {})  # {}: it took too long
    if runs:
        emit("witness", id=item.nodeid, runs=found)
    yield


def _run_varied(item, values, seconds, say):
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    for kind, name, text in values:
        value = testfix_plain.parse_data(text, testfix_plain.load_object)
        if kind == "module":
            setattr(item.module, name, value)
        else:
            (current.values if kind == "site" else item.funcargs)[name] = value
    current.active = True
    end = _run_test(item)
    current.active = False
    say({**current.seen, "end": end})


def _run_test(item):
    try:
        item.runtest()
    except BaseException as error:
        return "raises %s" % type(error).__name__
    failed = getattr(item, "_excinfo", None)  # where unittest's tests leave their errors
    return "raises %s" % failed[-1].type.__name__ if failed else "ends"


testfix_faults.OwnFaults(channel.emit).guard_hooks(sys.modules[__name__])

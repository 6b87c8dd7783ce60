"""Runs tests and records the results of a program's own functions, and its calls of libraries.

Reads an order from standard input, writes an answer to standard output, both JSON. The order:

    root, shared, files     the project's folder, folders in it that are not its own, its program files
    tests, arguments        ids to run, arguments of pytest
    libraries               outermost modules whose calls are recorded
    expected                first argument and result by key of a call, and by that of its place, as trees and in
                            their order: the answer says what makes them of other results
    signatures              [module, name] pairs to describe besides those that are called
    varied_seconds          for calls with varied arguments, where it is another limit than the usual one
    written                 [functions, calls of one, calls of one that are looked at]: asks for calls as source text
    seconds                 after which no more tests are started

The answer: `outcomes` and `errors` (type and text) by test, `calls` of libraries, `own` calls, `varied`, what own
functions give for arguments that no test passes, `warnings` and `signatures`; `written`, the calls as source text.
"""

import contextlib
import dis
import importlib
import inspect
import json
import math
import os
import sys
import threading
import time
import warnings

import testfix_arguments
import testfix_failures
from testfix_children import write_line
from testfix_recorded_values import is_called_inside, tree_of, wrappers
from testfix_varied_calls import SECONDS, CallRecipes, results_of_variations

MOST_CALLS, MOST_OF_ONE, MOST_WARNINGS = 4000, 40, 200
_GENERATORS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_LEAVING = {dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in dis.opmap}
_NOT_FUNCTIONS = ("<module>", "<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>", "<lambda>")
_OTHER, _OWN, _LIBRARY = 0, 1, 2


class CallRecorder:
    """A profile function that records calls, results and warnings."""

    def __init__(self, order):
        self.files = testfix_failures.ProjectPaths(order["root"], order.get("shared", ()))
        self.program = set(order["files"])
        self.libraries = set(order["libraries"])
        self.expected = {key: list(trees) for key, trees in order.get("expected", {}).items()}
        self.kinds, self.open, self.passing, self.counts = {None: _OTHER}, {}, {}, {}
        self.calls, self.own, self.warnings, self.last = [], [], [], None
        self.recipes = CallRecipes(self.is_own, *order.get("written", ()))

    def start(self):
        warnings.simplefilter("always")
        warnings.showwarning = self.note_warning
        if self.libraries:
            threading.settrace(self.trace)
            sys.settrace(self.trace)
        threading.setprofile(self)
        sys.setprofile(self)

    def stop(self):
        sys.setprofile(None)
        threading.setprofile(None)
        sys.settrace(None)
        threading.settrace(None)

    def trace(self, frame, event, arg):
        """Have `note_exception` called for exceptions that reach the program's functions."""
        if self.kind(frame) != _OWN:
            return None
        frame.f_trace_lines = False
        return self.note_exception

    def note_exception(self, frame, event, arg):
        if event == "exception" and self.last is not None:
            found, self.last = self.last, None
            if found["raised"] and "error" not in found:
                found["error"] = _class_path(arg[0])
        return self.note_exception

    def __call__(self, frame, event, arg):
        if event == "call":
            kind = self.kind(frame)
            if kind == _OWN:
                self.enter(frame, kind, None)
            elif kind == _LIBRARY or frame.f_back in self.passing:
                self.note_library_call(frame, kind)
        elif event == "return":
            caller, _ = self.passing.pop(frame, (None, ()))
            if caller is frame.f_back and self.kind(frame) == _LIBRARY:  # it passed nothing on
                self.enter(frame, _LIBRARY, caller)
            if frame in self.open:
                self.leave(frame, arg)

    def note_library_call(self, frame, kind):
        """Record a call by the program, made directly or through a wrapper that passes its arguments on."""
        outer = frame.f_back
        if self.kind(outer) == _OWN and kind == _LIBRARY:
            if _accepts_any_arguments(frame.f_code):
                self.passing[frame] = outer, _argument_values(frame)
            elif not is_called_inside(frame):
                self.enter(frame, kind, outer)
        elif outer in self.passing:
            caller, passed = self.passing[outer]
            if not {*map(id, passed)} <= {*map(id, _argument_values(frame))}:
                return  # what else a wrapper does is its own business
            if kind != _LIBRARY or _accepts_any_arguments(frame.f_code):
                self.passing[frame] = caller, passed
                return
            while self.passing.pop(outer, None) is not None:
                outer = outer.f_back
            self.enter(frame, kind, caller)

    def kind(self, frame):
        code = frame.f_code if frame is not None else None
        if code not in self.kinds:
            kind = _OTHER
            if self.files.relative_path(code.co_filename) in self.program:
                kind = _OWN
            elif _module(frame).partition(".")[0] in self.libraries:
                kind = _LIBRARY
            self.kinds[code] = kind
        return self.kinds[code]

    def enter(self, frame, kind, caller):
        code = frame.f_code
        if kind == _OWN and code.co_name in _NOT_FUNCTIONS:
            return
        if kind == _OWN:
            self.recipes.remember(frame, self.files.relative_path(code.co_filename), _name(frame))
            if code.co_flags & _GENERATORS or not self.libraries:
                return
        count = self.counts[code] = self.counts.get(code, 0) + 1
        if count > MOST_OF_ONE or len(self.calls) + len(self.own) > MOST_CALLS:
            return
        given = {name: self.tree(value) for name, value in self.arguments(frame)}
        found = {"name": _name(frame), "given": given, "raised": True}
        is_own = kind == _OWN
        place = {"file": self.files.relative_path(code.co_filename)} if is_own else self.call_site(caller)
        found.update(place, **({} if is_own else {"module": _module(frame)}))
        (self.own if is_own else self.calls).append(found)
        self.open[frame] = found, kind

    def tree(self, value):
        return tree_of(value, self.is_own)

    def is_own(self, cls):
        module = sys.modules.get(cls.__module__)
        return self.files.relative_path(getattr(module, "__file__", None) or "<none>") is not None

    def arguments(self, frame):
        count = frame.f_code.co_argcount + frame.f_code.co_kwonlyargcount
        given = frame.f_locals
        names = (name for name in frame.f_code.co_varnames[:count] if name in given and name not in ("self", "cls"))
        return [(name, given[name]) for name in names]

    def call_site(self, frame):
        """The position in the program at which a frame stands; of the call itself if the interpreter knows it."""
        code, position = frame.f_code, None
        if hasattr(code, "co_positions") and frame.f_lasti >= 0:
            first, last, column, end = list(code.co_positions())[frame.f_lasti // 2]
            if None not in (first, last, column, end):
                position = [first, column, last, end]
        return {
            "file": self.files.relative_path(code.co_filename),
            "line": frame.f_lineno,
            "caller": _name(frame),
            "position": position,
        }

    def leave(self, frame, value):
        found, kind = self.open.pop(frame)
        code = frame.f_code
        self.last = found if kind == _LIBRARY else None
        if value is None and code.co_code[frame.f_lasti] not in _LEAVING:
            return
        found["raised"] = False
        if kind == _LIBRARY and code.co_name == "__init__":
            found["made"] = self.stored_arguments(frame)
            return
        found["result"] = self.tree(value)
        if kind == _LIBRARY and not code.co_flags & _GENERATORS:
            self.compare_result(found, value)

    def stored_arguments(self, frame):
        """What a constructor left in its object under the names of its parameters."""
        made = getattr(frame.f_locals.get("self"), "__dict__", {})
        names = [(name, stored) for name, _ in self.arguments(frame) for stored in (name, "_" + name) if stored in made]
        return {name: self.tree(made[stored]) for name, stored in names}

    def compare_result(self, found, value):
        """If another result is expected, record what would turn this one into it, or its parts."""
        known, is_named = self.expected.get(call_key(found)), True
        if known is None and found["position"] is not None:  # what answers there may have another name now
            known, is_named = self.expected.get(place_key(found)), False
        first, wanted = known.pop(0) if known else (None, None)
        if wanted is None or wanted == found["result"]:
            return
        if is_named and first != next(iter(found["given"].values()), None):
            return
        found["wrappers"] = wrappers(value, wanted)
        if isinstance(value, tuple) and wanted[0] == "[" and len(wanted[2]) == len(value):
            parts = enumerate(zip(value, wanted[2]))  # noqa: B905 - of one length
            found["parts"] = [[n, wrappers(one, part)] for n, (one, part) in parts if tree_of(one) != part]

    def note_warning(self, message, category, filename, lineno, file=None, line=None):
        """Record a warning with the call of the program that led to it."""
        frame, inner = sys._getframe(1), None
        while frame is not None and self.kind(frame) != _OWN:
            inner, frame = (frame if self.kind(frame) == _LIBRARY else inner), frame.f_back
        if frame is not None and inner is not None and len(self.warnings) < MOST_WARNINGS:
            found = {"category": category.__name__, "text": str(message)[:600], "name": _name(inner)}
            found["module"] = str(inner.f_globals.get("__name__", ""))
            found.update(self.call_site(frame))
            if found not in self.warnings:
                self.warnings.append(found)


def _module(frame):
    """The name of a frame's module; for a generated constructor without one, its class's module."""
    named = frame.f_globals.get("__name__")
    if not isinstance(named, str) and frame.f_code.co_name == "__init__":
        named = getattr(type(frame.f_locals.get("self")), "__module__", "")
    return named if isinstance(named, str) else ""


def _accepts_any_arguments(code):
    """Whether a function takes any arguments, as wrappers do."""
    takes_all = code.co_flags & inspect.CO_VARARGS and code.co_flags & inspect.CO_VARKEYWORDS
    return bool(takes_all) and not set(code.co_varnames[: code.co_argcount]) - {"self", "cls"}


def _argument_values(frame):
    """The values of all arguments of a function, without the bound object."""
    code = frame.f_code
    count = code.co_argcount + code.co_kwonlyargcount
    names = [name for name in code.co_varnames[:count] if name not in ("self", "cls")]
    found = [frame.f_locals[name] for name in names if name in frame.f_locals]
    rest = list(code.co_varnames[count:])
    if code.co_flags & inspect.CO_VARARGS:
        found += frame.f_locals.get(rest.pop(0), ())
    if code.co_flags & inspect.CO_VARKEYWORDS:
        found += frame.f_locals.get(rest.pop(0), {}).values()
    return found


def call_key(call):
    """The key by which calls in two runs match: caller and called function."""
    return json.dumps([call["file"], call["caller"], call["name"].rpartition(".")[2]])


def place_key(call):
    """The key by which calls at the same place match, whatever is called there."""
    return json.dumps([call["file"], call["caller"], call["position"]])


def _name(frame):
    """The qualified name of a frame's function."""
    code = frame.f_code
    if hasattr(code, "co_qualname"):
        return code.co_qualname
    first = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    for cls in (first if inspect.isclass(first) else type(first)).__mro__:
        if getattr(cls.__dict__.get(code.co_name), "__code__", None) is code:
            return "%s.%s" % (cls.__qualname__, code.co_name)
    return code.co_name


def _class_path(cls):
    """The public module of a class, its name, and the names of all its bases."""
    module = cls.__module__
    top = sys.modules.get(module.partition(".")[0])
    if getattr(top, cls.__qualname__, None) is cls:
        module = top.__name__
    return [module, cls.__qualname__, *(base.__name__ for base in cls.__mro__)]


# -- signatures ------------------------------------------------------------------------------------------------------


def describe_signature(module, name):
    """(parameters, whether it is a generator) of a function or method; (None, False) if it is absent.

    Parameters are [{name, kind, default}], without the object that a method is bound to.
    """
    try:
        owner, found = _owner_and_member(module, name)
        bound = inspect.isclass(owner) and not isinstance(found, staticmethod)
        found = getattr(found, "__func__", found)
        parameters = list(inspect.signature(found).parameters.values())
    except Exception:  # whatever importing or describing runs into
        return None, False
    described = [
        {"name": one.name, "kind": one.kind.name, "default": None if one.default is one.empty else tree_of(one.default)}
        for one in parameters[bound:]
    ]
    return described, inspect.isgeneratorfunction(found)


def _owner_and_member(module, name):
    owner, found = None, importlib.import_module(module)
    for part in name.split("."):
        owner, found = found, inspect.getattr_static(found, part)
    return owner, found


# -- the run ---------------------------------------------------------------------------------------------------------


class OutcomeCollector:
    """A pytest plugin that collects the outcome of each test, with type and text of the error in it."""

    def __init__(self, order):
        self.files = testfix_failures.ProjectPaths(order["root"], order.get("shared", ()))
        self.found = {}
        self.errors = {}
        self.until = time.monotonic() + order.get("seconds", math.inf)

    def pytest_load_initial_conftests(self, early_config, parser, args):
        args[:] = testfix_arguments.whole_run_arguments(args)

    def pytest_runtest_protocol(self, item, nextitem):
        if time.monotonic() > self.until:
            item.session.shouldstop = "enough calls"

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.outcome != "passed":
            self.found[report.nodeid] = report.outcome

    def pytest_exception_interact(self, node, call):
        error = testfix_failures.describe(call.excinfo.value, self.files)
        self.errors[node.nodeid] = [error["type"], error["message"]]

    def pytest_collectreport(self, report):
        if report.failed:
            self.found[report.nodeid] = "failed"


def run_and_record(order):
    import pytest

    outcomes, recorder = OutcomeCollector(order), CallRecorder(order)
    recorder.start()
    try:
        with contextlib.suppress(SystemExit, Exception):
            pytest.main([*order["arguments"], *order["tests"]], plugins=[outcomes])
    finally:
        recorder.stop()
    wanted = [(one["module"], one["name"]) for one in recorder.calls] + [tuple(one) for one in order["signatures"]]
    described = [[*one, *describe_signature(*one)] for one in dict.fromkeys(wanted)]
    written = recorder.recipes.texts() if "written" in order else None
    varied = results_of_variations(recorder.recipes, recorder.tree, order.get("varied_seconds", SECONDS))
    return {"outcomes": outcomes.found, "errors": outcomes.errors, "calls": recorder.calls, "own": recorder.own,
            "warnings": recorder.warnings, "signatures": described, "varied": varied, "written": written}  # fmt: skip


def main():
    output = os.dup(1)
    os.dup2(2, 1)  # what the project prints is no part of the answer
    write_line(output, run_and_record(json.load(sys.stdin)))
    os._exit(0)  # whatever threads the project has started


if __name__ == "__main__":
    main()

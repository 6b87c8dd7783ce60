"""Runs tests and records what a program's own functions give, and what it asks libraries for.

Reads an order from standard input, writes an answer to standard output, both JSON. Runs in the target's interpreter:
standard library and its pytest only, Python 3.9 and later. The order:

    root, shared, files     the project's folder, folders in it that are not its own, its program files
    tests, arguments        ids to run, arguments of pytest
    libraries               outermost modules whose calls are recorded
    expected                first argument and result by key of a call, as trees and in their order: the answer says
                            what makes them of other results
    signatures              [module, name] pairs to describe besides those that are called

The answer: `outcomes` by test, `calls` of libraries, `own` calls, `warnings`, and `signatures`.
"""

import contextlib
import dis
import importlib
import inspect
import json
import os
import sys
import threading
import warnings

import testfix_arguments
import testfix_failures
from testfix_recorded_values import tree_of, wrappers

MOST_CALLS, MOST_OF_ONE, MOST_WARNINGS = 4000, 40, 200
_GENERATORS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_LEAVING = {dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in dis.opmap}
_NOT_FUNCTIONS = ("<module>", "<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>", "<lambda>")
_OTHER, _OWN, _LIBRARY = 0, 1, 2


class CallRecorder:
    """A profile function with what it has seen."""

    def __init__(self, order):
        self.files = testfix_failures.OwnFiles(order["root"], order.get("shared", ()))
        self.program = set(order["files"])
        self.libraries = set(order["libraries"])
        self.expected = {key: list(trees) for key, trees in order.get("expected", {}).items()}
        self.kinds, self.open, self.passing, self.counts = {}, {}, {}, {}
        self.calls, self.own, self.warnings, self.last = [], [], [], None

    def start(self):
        warnings.simplefilter("always")
        warnings.showwarning = self.warned
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
        """Have exceptions seen that come into the program's functions."""
        if self.kind(frame) != _OWN:
            return None
        frame.f_trace_lines = False
        return self.seen

    def seen(self, frame, event, arg):
        if event == "exception" and self.last is not None:
            found, self.last = self.last, None
            if found["raised"] and "error" not in found:
                found["error"] = _class_of(arg[0])
        return self.seen

    def __call__(self, frame, event, arg):
        if event == "call":
            kind = self.kind(frame)
            if kind == _OWN:
                self.enter(frame, kind, None)
            elif kind == _LIBRARY or frame.f_back in self.passing:
                self.into_library(frame, kind)
        elif event == "return":
            caller, _ = self.passing.pop(frame, (None, ()))
            if caller is frame.f_back and self.kind(frame) == _LIBRARY:  # it passed nothing on
                self.enter(frame, _LIBRARY, caller)
            if frame in self.open:
                self.leave(frame, arg)

    def into_library(self, frame, kind):
        """Record a call by the program, made by itself or by a wrapper that passes on what it got."""
        outer = frame.f_back
        if self.kind(outer) == _OWN and kind == _LIBRARY:
            if _passes_on(frame.f_code):
                self.passing[frame] = outer, _values(frame)
            else:
                self.enter(frame, kind, outer)
        elif outer in self.passing:
            caller, passed = self.passing[outer]
            if not {*map(id, passed)} <= {*map(id, _values(frame))}:
                return  # what else a wrapper does is its own business
            if kind != _LIBRARY or _passes_on(frame.f_code):
                self.passing[frame] = caller, passed
                return
            while self.passing.pop(outer, None) is not None:
                outer = outer.f_back
            self.enter(frame, kind, caller)

    def kind(self, frame):
        if frame is None:
            return _OTHER
        code = frame.f_code
        if code not in self.kinds:
            kind = _OTHER
            if self.files.relative(code.co_filename) in self.program:
                kind = _OWN
            elif _module(frame).partition(".")[0] in self.libraries:
                kind = _LIBRARY
            self.kinds[code] = kind
        return self.kinds[code]

    def enter(self, frame, kind, caller):
        code = frame.f_code
        if kind == _OWN and (code.co_name in _NOT_FUNCTIONS or code.co_flags & _GENERATORS):
            return
        count = self.counts[code] = self.counts.get(code, 0) + 1
        if count > MOST_OF_ONE or len(self.calls) + len(self.own) > MOST_CALLS:
            return
        given = {name: self.tree(value) for name, value in self.arguments(frame)}
        found = {"name": _name(frame), "given": given, "raised": True}
        if kind == _OWN:
            found["file"] = self.files.relative(code.co_filename)
            self.own.append(found)
        else:
            found["module"] = _module(frame)
            found.update(self.site(caller))
            self.calls.append(found)
        self.open[frame] = found, kind

    def tree(self, value):
        return tree_of(value, self.is_own)

    def is_own(self, cls):
        module = sys.modules.get(cls.__module__)
        return self.files.relative(getattr(module, "__file__", None) or "<none>") is not None

    def arguments(self, frame):
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        for name in names:
            if name in frame.f_locals and name not in ("self", "cls"):
                yield name, frame.f_locals[name]

    def site(self, frame):
        """Where in the program a frame is: the position of the call where the interpreter knows it."""
        code, position = frame.f_code, None
        if hasattr(code, "co_positions") and frame.f_lasti >= 0:
            first, last, column, end = list(code.co_positions())[frame.f_lasti // 2]
            if None not in (first, last, column, end):
                position = [first, column, last, end]
        return {
            "file": self.files.relative(code.co_filename),
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
            return
        found["result"] = self.tree(value)
        if kind == _LIBRARY and not code.co_flags & _GENERATORS:
            self.compare(found, value)

    def compare(self, found, value):
        """Where another result was expected: what would make it of this one, or a part of it of a part."""
        known = self.expected.get(key_of(found))
        first, wanted = known.pop(0) if known else (None, None)
        if wanted is None or wanted == found["result"] or first != next(iter(found["given"].values()), None):
            return
        found["wrappers"] = wrappers(value, wanted)
        if isinstance(value, tuple) and wanted[0] == "[" and len(wanted[2]) == len(value):
            parts = enumerate(zip(value, wanted[2]))  # noqa: B905 - of one length
            found["parts"] = [[n, wrappers(one, part)] for n, (one, part) in parts if tree_of(one) != part]

    def warned(self, message, category, filename, lineno, file=None, line=None):
        """Note a warning with the call of the program that led to it."""
        frame, inner = sys._getframe(1), None
        while frame is not None and self.kind(frame) != _OWN:
            inner, frame = (frame if self.kind(frame) == _LIBRARY else inner), frame.f_back
        if frame is not None and inner is not None and len(self.warnings) < MOST_WARNINGS:
            found = {"category": category.__name__, "text": str(message)[:600], "name": _name(inner)}
            found["module"] = str(inner.f_globals.get("__name__", ""))
            found.update(self.site(frame))
            if found not in self.warnings:
                self.warnings.append(found)


def _module(frame):
    """The module of a frame; of a generated constructor that has none, its class's."""
    named = frame.f_globals.get("__name__")
    if not isinstance(named, str) and frame.f_code.co_name == "__init__":
        named = getattr(type(frame.f_locals.get("self")), "__module__", "")
    return named if isinstance(named, str) else ""


def _passes_on(code):
    """Whether a function takes whatever it is given, as wrappers do."""
    takes_all = code.co_flags & inspect.CO_VARARGS and code.co_flags & inspect.CO_VARKEYWORDS
    return bool(takes_all) and not set(code.co_varnames[: code.co_argcount]) - {"self", "cls"}


def _values(frame):
    """What a function was called with, but the object that it is bound to."""
    code = frame.f_code
    count = code.co_argcount + code.co_kwonlyargcount
    names = [*code.co_varnames[:count]]
    found = [frame.f_locals[name] for name in names if name in frame.f_locals and name not in ("self", "cls")]
    rest = list(code.co_varnames[count:])
    if code.co_flags & inspect.CO_VARARGS:
        found += frame.f_locals.get(rest.pop(0), ())
    if code.co_flags & inspect.CO_VARKEYWORDS:
        found += frame.f_locals.get(rest.pop(0), {}).values()
    return found


def key_of(call):
    """What says that two calls in two runs are of one kind: who calls what."""
    return json.dumps([call["file"], call["caller"], call["name"].rpartition(".")[2]])


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


def _class_of(cls):
    """The module from which a class is had, its name, and the names of all its bases."""
    module = cls.__module__
    top = sys.modules.get(module.partition(".")[0])
    if getattr(top, cls.__qualname__, None) is cls:
        module = top.__name__
    return [module, cls.__qualname__, *(base.__name__ for base in cls.__mro__)]


# -- signatures ------------------------------------------------------------------------------------------------------


def signature(module, name):
    """Of a function or method (parameters, whether it is a generator); (None, False) if it is absent.

    Parameters are [{name, kind, default}], without the object that a method is bound to.
    """
    try:
        found = importlib.import_module(module)
        for part in name.split("."):
            owner, found = found, inspect.getattr_static(found, part)
        is_static = isinstance(found, staticmethod)
        found = getattr(found, "__func__", found)
        parameters = list(inspect.signature(found).parameters.values())
    except Exception:  # whatever importing or describing runs into
        return None, False
    bound = inspect.isclass(owner) and not is_static
    return [_parameter(one) for one in parameters[bound:]], inspect.isgeneratorfunction(found)


def _parameter(one):
    has_default = one.default is not inspect.Parameter.empty
    return {"name": one.name, "kind": one.kind.name, "default": tree_of(one.default) if has_default else None}


# -- the run ---------------------------------------------------------------------------------------------------------


class Outcomes:
    """A pytest plugin: what becomes of each test."""

    def __init__(self):
        self.found = {}

    def pytest_load_initial_conftests(self, early_config, parser, args):
        args[:] = testfix_arguments.neutralise(args)

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.outcome != "passed":
            self.found[report.nodeid] = report.outcome

    def pytest_collectreport(self, report):
        if report.failed:
            self.found[report.nodeid] = "failed"


def answer(order):
    import pytest

    outcomes, recorder = Outcomes(), CallRecorder(order)
    recorder.start()
    try:
        with contextlib.suppress(SystemExit, Exception):
            pytest.main([*order["arguments"], *order["tests"]], plugins=[outcomes])
    finally:
        recorder.stop()
    wanted = [(one["module"], one["name"]) for one in recorder.calls] + [tuple(one) for one in order["signatures"]]
    described = [[module, name, *signature(module, name)] for module, name in dict.fromkeys(wanted)]
    return {"outcomes": outcomes.found, "calls": recorder.calls, "own": recorder.own, "warnings": recorder.warnings,
            "signatures": described}  # fmt: skip


def main():
    output = os.dup(1)
    os.dup2(2, 1)  # what the project prints is no part of the answer
    order = json.load(sys.stdin)
    text = json.dumps(answer(order)).encode()
    while text:
        text = text[os.write(output, text) :]
    os._exit(0)  # whatever threads the project has started


if __name__ == "__main__":
    main()

"""A pytest plugin that inspects the live frames of failures: which installed object a failing line used.

Runs in the target's interpreter: standard library and its pytest only, Python 3.9 and later.
"""

import ast
import builtins
import contextlib
import copy
import functools
import itertools
import logging
import re
import sys
import traceback
import types

import pytest
import testfix_arguments
import testfix_failures
from testfix_library_objects import is_class, is_module
from testfix_library_uses import arguments, last_name, position

MOST, MOST_CAUGHT, MOST_CAUSES, LONGEST = 40, 8, 4, 1000
_INIT = re.compile(r"([\w.]+)\.__init__\(\) ")
_NO_ATTRIBUTE = re.compile(r"has no attribute '(\w+)'")
_CALLED = re.compile(r"([\w.]+)\(\) ")
_QUOTED = re.compile(r"^`(\w+)`")


class FailureObserver:
    """failures: what was seen, each a dictionary with `file`, `line`, `type`, `message` and what stands there:

    owner, name: a class that lacks an attribute. call, value: the position of a call that does not fit the callable, or
    in which the library raised an error; text: what that error and its causes say. raised_in: the module that raised
    it. is_caught: whether a library that ran the program caught the error, and no test failed with it.
    """

    def __init__(self, files):
        self.files = files
        self.failures = []

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_load_initial_conftests(self, early_config, parser, args):
        args[:] = testfix_arguments.whole_run_arguments(args)  # one process, no early stop
        known = parser.parse_known_args(args, namespace=copy.copy(early_config.option))
        known.confcutdir = getattr(early_config.known_args_namespace, "confcutdir", None)
        early_config.known_args_namespace = known
        self._observe_imports(early_config.pluginmanager)
        yield

    def _observe_imports(self, manager):
        """Record errors in conftest files, of which pytest tells no hook, too."""
        plain = getattr(manager, "_importconftest", None)

        def load(*args, **kwargs):
            try:
                return plain(*args, **kwargs)
            except Exception as error:
                self.record_error(testfix_failures.wrapped_error(error))
                raise

        if callable(plain):
            manager._importconftest = load

    def pytest_configure(self, config):
        logging.getLogger().addHandler(_LoggedErrors(self))  # servers answer with a status, and log the error
        _observe_tracebacks(self)

    def pytest_exception_interact(self, node, call, report):
        if call.excinfo is not None:
            error = testfix_failures.wrapped_error(call.excinfo.value)
            self.record_error(error)
            for held in _held_errors(error):
                self.record_error(held, is_caught=True)

    def record_caught(self, error):
        """Record an error that the program caught; no error comes of it."""
        with contextlib.suppress(Exception):  # it would go into the program
            self.record_error(error, is_caught=True)

    def record_error(self, error, is_caught=False):
        """Record one exception, unless it is known or no frame of it is in the project."""
        if not self._has_room(is_caught):
            return
        entries = [one for one in _entries(error.__traceback__) if one.tb_lineno is not None]
        own = [one for one in entries if self.files.relative_path(one.tb_frame.f_code.co_filename) is not None]
        if not own:
            return
        frame, line = own[-1].tb_frame, own[-1].tb_lineno
        found = {
            "file": self.files.relative_path(frame.f_code.co_filename),
            "line": line,
            "type": type(error).__name__,
            "message": str(error),
        }
        known = next((one for one in self.failures if found.items() <= one.items()), None)
        if known is not None:  # logged and raised, or tried once more
            known["is_caught"] &= is_caught
            return
        found.update(text=_text(error), is_caught=is_caught)
        found["raised_in"] = entries[-1].tb_frame.f_globals.get("__name__") or ""
        if isinstance(error, AttributeError):
            found.update(_missing_attribute(error, frame, line))
        else:
            found.update(_failing_call(own[-1], entries[-1], str(error)))
        if isinstance(error, TypeError):
            found.setdefault("inner", []).extend(_base_of_init(found.get("value"), str(error)))
        self.failures.append(found)

    def _has_room(self, is_caught):
        """Whether one more error fits, which caught ones take from no others."""
        most = MOST_CAUGHT if is_caught else MOST
        return sum(one["is_caught"] == is_caught for one in self.failures) < most

    def uncaught_first(self):
        """The failures, those that failed a test first."""
        return sorted(self.failures, key=lambda one: one["is_caught"])


class _LoggedErrors(logging.Handler):
    """Hands errors that are logged with their traceback to an observer."""

    def __init__(self, observer):
        super().__init__()
        self.observer = observer

    def emit(self, record):
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        if error is not None:
            self.observer.record_caught(error)


def _observe_tracebacks(observer):
    """Hand errors of which a traceback is written, as servers without a log do, to an observer."""
    plain = traceback.TracebackException.__init__

    @functools.wraps(plain)
    def init(self, exc_type, exc_value, exc_traceback, *args, **kwargs):
        plain(self, exc_type, exc_value, exc_traceback, *args, **kwargs)
        if exc_traceback is not None and isinstance(exc_value, Exception) and exc_type is not AssertionError:
            observer.record_caught(exc_value)

    traceback.TracebackException.__init__ = init


def _held_errors(error):
    """The errors that results in a failing test hold, as those of test clients of commands do."""
    if not isinstance(error, AssertionError):
        return []
    frames = [one.tb_frame for one in _entries(error.__traceback__)]
    values = [value for frame in frames[-MOST_CAUSES:] for value in list(frame.f_locals.values())]
    held = [fields.get("exception") for fields in (getattr(one, "__dict__", None) for one in values)
            if isinstance(fields, dict)]  # fmt: skip
    return [one for one in held if isinstance(one, Exception)]


def _entries(entry):
    """The entries of a traceback, the outermost first."""
    while entry is not None:
        yield entry
        entry = entry.tb_next


def _text(error):
    """What an error says, and those that it came of."""
    said = []
    while error is not None and len(said) < MOST_CAUSES:
        said.append(str(error)[:LONGEST])
        error = error.__cause__ or error.__context__
    return "\n".join(said)


def _missing_attribute(error, frame, line):
    name = getattr(error, "name", None) or next(iter(_NO_ATTRIBUTE.findall(str(error))), None)
    name = name or next(iter(_QUOTED.findall(str(error))), None)
    for node in _nodes_on_line(frame, line, ast.Attribute):
        if name is None or node.attr == name:
            value = _resolve(node.value, frame)
            if value is not _UNKNOWN and not _has(value, node.attr):
                return _class_and_name(value, node.attr)
    value = getattr(error, "obj", None)
    return {} if value is None or name is None else _class_and_name(value, name)


def _class_and_name(value, name):
    if is_module(value) or value is None:
        return {}
    return {"owner": value if is_class(value) else type(value), "name": name}


def _failing_call(entry, last, message):
    """The call that failed in a traceback's entry. If it passes its arguments on, `inner` has the callables further in.

    last: the traceback's last entry.
    """
    frame = entry.tb_frame
    for node in _failing_nodes(entry, message):
        value = _resolve(node.func, frame)
        value = _entered(entry.tb_next) if value is _UNKNOWN else value
        value = _said_method(message, frame) if value is _UNKNOWN else value
        if value is not _UNKNOWN and callable(value):
            found = {"call": position(node), "value": value, "arguments": arguments(node), "said": last_name(node.func)}
            if last is not entry:
                nodes = _nodes_on_line(last.tb_frame, last.tb_lineno, ast.Call)
                found["inner"] = [one for one in (_resolve(one.func, last.tb_frame) for one in nodes) if callable(one)]
            return found
    return {}


def _failing_nodes(entry, message):
    """The calls on the line of a traceback's entry: the one that was executed, where Python tells (3.11 and later).

    Else those of the function that the message names come before the innermost ones.
    """
    nodes = _nodes_on_line(entry.tb_frame, entry.tb_lineno, ast.Call)
    executed = _executed(entry)
    if executed is not None:
        return [node for node in nodes if position(node) == executed]
    said = _CALLED.match(message)
    name = said.group(1).replace(".__init__", "").rpartition(".")[2] if said else ""
    return sorted(nodes, key=lambda node: last_name(node.func) != name)


def _executed(entry):
    """The position of the expression that a traceback's entry was at; None where this Python does not know it."""
    positions = getattr(entry.tb_frame.f_code, "co_positions", None)
    here = next(itertools.islice(positions(), entry.tb_lasti // 2, None), None) if positions is not None else None
    if here is None or None in here:
        return None
    first, last, column, end = here
    return [first, column, last, end]


def _entered(entry):
    """The function that a traceback's entry is in, by its name, as a method of no object; _UNKNOWN without one."""
    code = entry.tb_frame.f_code if entry is not None else None
    value = sys.modules.get(entry.tb_frame.f_globals.get("__name__")) if code is not None else None
    if value is None:
        return _UNKNOWN
    parts = getattr(code, "co_qualname", code.co_name).split(".")
    for part in parts:
        value = getattr(value, part, _UNKNOWN)
    return types.MethodType(value, object()) if len(parts) > 1 and isinstance(value, types.FunctionType) else value


def _said_method(message, frame):
    """The method that an error speaks of, "Frame.drop() takes", of the only such class of the modules that the program
    imports there, as a method of no object; _UNKNOWN without one."""
    said = _CALLED.match(message)
    owner, _, name = said.group(1).rpartition(".") if said else ("", "", "")
    modules = [one for one in frame.f_globals.values() if owner and is_module(one)]
    classes = {id(vars(one).get(owner)): vars(one).get(owner) for one in modules}
    methods = [vars(one).get(name) for one in classes.values() if is_class(one)]
    is_known = len(methods) == 1 and isinstance(methods[0], types.FunctionType)
    return types.MethodType(methods[0], object()) if is_known else _UNKNOWN


def _base_of_init(value, message):
    """The base of a called class whose `__init__` an error message names, as a list of one or none."""
    named = _INIT.match(message)
    bases = value.__mro__[1:] if named and is_class(value) else ()
    return [one for one in bases if one.__qualname__ == named.group(1)]


def _nodes_on_line(frame, line, kind):
    """The syntax nodes of one kind that include the line, innermost first."""
    try:
        with open(frame.f_code.co_filename, encoding="utf-8", errors="replace") as file:
            tree = ast.parse(file.read())
    except (OSError, SyntaxError, ValueError):
        return []
    found = [one for one in ast.walk(tree) if isinstance(one, kind) and one.lineno <= line <= one.end_lineno]
    return sorted(found, key=lambda one: (one.end_lineno - one.lineno, one.end_col_offset - one.col_offset))


_UNKNOWN = object()


def _resolve(node, frame):
    """The value of a name or a chain of attributes in a frame; nothing is called."""
    if isinstance(node, ast.Name):
        for names in (frame.f_locals, frame.f_globals, vars(builtins)):
            if node.id in names:
                return names[node.id]
    elif isinstance(node, ast.Attribute):
        value = _resolve(node.value, frame)
        if value is not _UNKNOWN:
            try:
                return getattr(value, node.attr)
            except Exception:
                return _UNKNOWN
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
        first = frame.f_locals.get(next(iter(frame.f_code.co_varnames), ""))
        cls = frame.f_locals.get("__class__")
        own = first if is_class(first) else type(first)
        return super(cls, first) if is_class(cls) and issubclass(own, cls) else _UNKNOWN
    return _UNKNOWN


def _has(value, name):
    try:
        getattr(value, name)
    except Exception:
        return False
    return True

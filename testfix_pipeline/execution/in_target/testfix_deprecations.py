"""Reports the deprecations that the project's code meets while its suite runs, for `testfix doctor`.

One event for each different one:

    warned    category, text, file, line, module, named

file and line: of the project's innermost frame. module: of the code that it called, "" where that is not known. named:
what the statement there names (see `testfix_named`).
"""

import contextlib
import os
import sys
import types
import warnings

import pytest
import testfix_failures
import testfix_faults
import testfix_named
from testfix_channel import channel

files, emit = channel.files, channel.emit
faults = testfix_faults.OwnFaults(emit)
named = testfix_named.foreign_objects
shorten = testfix_failures.shorten
_KINDS = (DeprecationWarning, PendingDeprecationWarning, FutureWarning)
_BETWEEN = ("importlib", "_frozen_importlib", "warnings", "functools", "contextlib", "typing_extensions", "_pytest")
_MOST = 500
_seen = {}


_warn = warnings.warn


def _inspected_warn(message, category=None, stacklevel=1, source=None, **more):
    """Inspect the stack of a warning from Python code; those from C code come by `pytest_warning_recorded`."""
    built = message  # what Python makes of a text may say more than the text: it is recorded with that, too
    with contextlib.suppress(Exception):  # of a class of others
        built = message if isinstance(message, Warning) else (category or UserWarning)(message)
    _inspect_warning(built, category, sys._getframe(1))
    return _warn(message, category, stacklevel + 1, source, **more)


@faults.tolerated
def _inspect_warning(message, category, frame):
    kind = type(message) if isinstance(message, Warning) else category
    if not isinstance(kind, type) or not issubclass(kind, _KINDS):
        return
    called = ""
    while frame is not None:
        if files.relative_path(frame.f_code.co_filename) is not None:
            if called:
                _store_warning(kind, message, frame, frame.f_lineno, called)
            return
        module = frame.f_globals.get("__name__") or ""
        if module.partition(".")[0] not in _BETWEEN:
            called = module
        frame = frame.f_back


@pytest.hookimpl(tryfirst=True)
def pytest_warning_recorded(warning_message):
    kind, file = warning_message.category, warning_message.filename
    if not issubclass(kind, _KINDS) or files.relative_path(file) is None:
        return
    place = os.path.realpath(file)
    for module in list(sys.modules.values()):
        if os.path.realpath(getattr(module, "__file__", None) or "/") == place:
            code = types.SimpleNamespace(co_filename=file)
            frame = types.SimpleNamespace(f_code=code, f_globals=vars(module), f_locals={})
            _store_warning(kind, warning_message.message, frame, warning_message.lineno, "")
            return


def _store_warning(kind, message, frame, line, called):
    text, file = shorten(str(message), 1000), files.relative_path(frame.f_code.co_filename)
    key = (text, file, line)
    known = _seen.get(key)
    if len(_seen) >= _MOST or (known is not None and known["module"]):
        return
    objects = []
    with contextlib.suppress(Exception):  # objects of others may raise when they are looked at
        objects = named(types.SimpleNamespace(tb_frame=frame, tb_lineno=line), files)
    fields = {"category": kind.__name__, "text": text, "file": file, "line": line, "module": called, "named": objects}
    if known is None or called:
        _seen[key] = fields


def pytest_sessionfinish():
    for fields in _seen.values():
        emit("warned", **fields)


warnings.warn = _inspected_warn
faults.guard_hooks(sys.modules[__name__])

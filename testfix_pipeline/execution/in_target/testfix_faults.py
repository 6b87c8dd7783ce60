"""Keeps an exception of our plugins from becoming one of pytest's or of a test's.

Each hook of a plugin of ours is guarded: an exception in it is reported, and the run goes on without it. One event for
each different place:

    fault    place, hook, error, versions, vital: whether the run's results rest on what failed
"""

import functools
import inspect
import os
import sys
import traceback

import pytest

_HERE = os.path.dirname(os.path.abspath(__file__))
_MEANT = (pytest.exit.Exception, pytest.UsageError)  # errors by which a plugin ends a run
_MOST_TEXT = 300


class OwnFaults:
    """Reports exceptions of our code by `emit`, each place once."""

    def __init__(self, emit):
        self._emit = emit
        self._known = set()

    def report(self, error, hook, vital):
        own = [entry for entry in traceback.walk_tb(error.__traceback__) if _is_own(entry[0])]
        place = _place(*own[-1]) if own else hook
        if (place, vital) not in self._known:
            self._known.add((place, vital))
            versions = {"pytest": pytest.__version__, "Python": sys.version.split()[0]}
            self._emit("fault", place=place, hook=hook, error=_described(error), vital=vital, versions=versions)

    def tolerated(self, function):
        """The function, which returns None where it raises an exception: no result rests on it."""

        @functools.wraps(function)
        def run(*args, **kwargs):
            try:
                return function(*args, **kwargs)
            except Exception as error:
                self.report(error, function.__name__, vital=False)

        return run

    def guard_hooks(self, plugin, vital=()):
        """Guard all hooks of a plugin, a module or a class. vital: names of those on which the run's results rest."""
        for name, hook in list(vars(plugin).items()):
            if name.startswith("pytest_"):
                guard = self._guarded_wrapper if inspect.isgeneratorfunction(hook) else self._guarded_hook
                setattr(plugin, name, guard(hook, name, name in vital))

    def _guarded_hook(self, hook, name, vital):
        @functools.wraps(hook)
        def run(*args, **kwargs):
            try:
                return hook(*args, **kwargs)
            except _MEANT:
                raise
            except Exception as error:
                self.report(error, name, vital)

        return _with_signature(run, hook)

    def _guarded_wrapper(self, hook, name, vital):
        @functools.wraps(hook)
        def run(*args, **kwargs):
            around = hook(*args, **kwargs)
            try:
                next(around)
            except _MEANT:
                raise
            except Exception as error:
                self.report(error, name, vital)
                yield
                return
            outcome = yield
            try:
                around.send(outcome)
            except StopIteration:
                pass
            except _MEANT:
                raise
            except Exception as error:
                if outcome.excinfo is not None and outcome.excinfo[1] is error:
                    raise  # what it wraps has raised it
                self.report(error, name, vital)

        return _with_signature(run, hook)


def _with_signature(run, hook):
    run.__signature__ = inspect.signature(hook)  # by which older versions of pluggy pass arguments
    return run


def raised_by_us(error):
    """`file:line` of ours that raised an error; "" if other code did."""
    frames = list(traceback.walk_tb(error.__traceback__))
    return _place(*frames[-1]) if frames and _is_own(frames[-1][0]) else ""


def _is_own(frame):
    file = frame.f_code.co_filename
    return os.path.dirname(file) == _HERE and os.path.basename(file) != os.path.basename(__file__)


def _place(frame, line):
    return "%s:%d" % (os.path.basename(frame.f_code.co_filename), line or 0)


def _described(error):
    try:
        text = "%s: %s" % (type(error).__name__, error)
    except Exception:
        text = type(error).__name__
    return text[:_MOST_TEXT]

"""What the program writes, logs, warns of and hands to callbacks and mocks while a call of a test's runs."""

import contextlib
import functools
import inspect
import logging
import re
import sys
import warnings

from testfix_corruptions import first_other

WRITES, GIVES = "writes ", "gives "
_MORE = "corrupted"
_NOTHING, _MOCKS, _MOST_PIECES, _LONGEST = "nothing", "mocks", 6, 60


class Output:
    """The pieces of output of one call, one by one: all of them are recorded, and one, or all, may be other ones."""

    def __init__(self):
        self._pieces, self._kind, self._is_running, self._mock = [], "", False, None
        self.more = {}

    def install(self, names):
        """Hear of what is logged, of warnings, and of calls of mocks.

        names: those that the tests use; who reads no output notices no more of it.
        """
        self.more = {WRITES + kind: write for kind, (readers, write) in _MORE_OUTPUT.items() if names & readers}
        handle, warn = logging.Logger.handle, warnings.warn

        @functools.wraps(handle)
        def handle_other(logger, record):
            def give(text):
                if text != record.getMessage():
                    record.msg, record.args = text, ()
                return handle(logger, record)

            return self._passed_on(record.getMessage(), give)

        @functools.wraps(warn)
        def warn_other(message, category=None, stacklevel=1, *args, **kwargs):
            def give(text):
                known = message if text == str(message) else type(message)(text) if category is None else text
                return warn(known, category, stacklevel + 3, *args, **kwargs)

            return self._passed_on(str(message), give)

        logging.Logger.handle, warnings.warn = handle_other, warn_other
        mocks = sys.modules.get("unittest.mock")
        if mocks is not None:
            mocks.CallableMixin.__call__ = self._mock_called(mocks.CallableMixin.__call__)

    @contextlib.contextmanager
    def during(self, kind, args):
        """A block, the call with these arguments, whose output is recorded, or changed in one way.

        Yields the kinds that there are of its output.
        """
        if self._is_running:
            yield {}
            return
        kinds, streams = {}, (sys.stdout, sys.stderr)
        self._pieces, self._kind, self._is_running = [], kind, True
        self._mock = next((one for at, one in enumerate(args) if kind == GIVES + str(at)), None)
        sys.stdout, sys.stderr = own = [_Stream(one, self._passed_on) for one in streams]
        try:
            yield kinds
        finally:
            self._is_running = False
            if kind in self.more:
                self.more[kind](own)
            for name, stream, one in zip(("stdout", "stderr"), streams, own):  # noqa: B905 - Python 3.9
                if getattr(sys, name) is one:
                    setattr(sys, name, stream)
            written = [piece for piece in self._pieces if piece is not _MOCKS]
            for at, one in enumerate(written[:_MOST_PIECES]):
                kinds[WRITES + str(at)] = _other_text(one)[:_LONGEST]
            if written:
                kinds[WRITES + _NOTHING] = _NOTHING
            if len(written) < len(self._pieces):
                kinds[GIVES + _MOCKS] = "other arguments"
            kinds.update(dict.fromkeys(self.more, _MORE))

    def _passed_on(self, text, give):
        """Give a piece of output to where it goes, or another one, or none."""
        if not self._is_running or not text.strip():
            return give(text)
        number = sum(piece is not _MOCKS for piece in self._pieces)
        self._pieces.append(text)
        if self._kind == WRITES + _NOTHING:
            return None
        return give(_other_text(text) if self._kind == WRITES + str(number) else text)

    def _mock_called(self, original):
        @functools.wraps(original)
        def call(mock, *args, **kwargs):
            if self._is_running:
                self._pieces.append(_MOCKS)
                if self._kind == GIVES + _MOCKS or mock is self._mock:
                    args, kwargs = _other_arguments(args, kwargs)
            return original(mock, *args, **kwargs)

        return call


_READERS = {"capsys", "capfd", "StringIO"}
_MORE_OUTPUT = {
    "more": ({*_READERS, "redirect_stdout"}, lambda streams: streams[0].write(_MORE + "\n")),
    "more errors": ({*_READERS, "redirect_stderr"}, lambda streams: streams[1].write(_MORE + "\n")),
    "more logs": ({"caplog", "assertLogs", "assertNoLogs"}, lambda _: logging.getLogger(_MORE).error(_MORE)),
}
"""The kinds of output that there may be more of: who reads it, and what writes it."""


class _Stream:
    def __init__(self, stream, passed_on):
        self._stream, self._on = stream, passed_on

    def write(self, text):
        if not isinstance(text, str):
            return self._stream.write(text)
        self._on(text, self._stream.write)
        return len(text)

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def __iter__(self):
        return iter(self._stream)


def callbacks(args):
    """The kinds of what a call gives to the functions among its arguments."""
    return {GIVES + str(at): "other arguments" for at, one in enumerate(args) if _is_callback(one)}


def with_other_callback(args, kind):
    """The arguments, one of which is called with others than it would be."""
    is_other = [GIVES + str(at) == kind and _is_callback(one) and not _is_mock(one) for at, one in enumerate(args)]
    return [_giving_others(one) if other else one for one, other in zip(args, is_other)]  # noqa: B905 - Python 3.9


def _is_callback(value):
    return inspect.isroutine(value) or isinstance(value, functools.partial) or _is_mock(value)


def _is_mock(value):
    mocks = sys.modules.get("unittest.mock")
    return mocks is not None and isinstance(value, mocks.CallableMixin)


def _giving_others(function):
    def called(*args, **kwargs):
        args, kwargs = _other_arguments(args, kwargs)
        return function(*args, **kwargs)

    return called


def _other_arguments(args, kwargs):
    return [first_other(one) for one in args], {name: first_other(one) for name, one in kwargs.items()}


def _other_text(text):
    return re.sub(r"\w", "~", text)

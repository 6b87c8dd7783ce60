"""The standard streams of a call as tests have them: no input, and output that is read afterwards.

Standard library only, Python 3.9 and later.
"""

import contextlib
import io
import logging
import sys
import warnings


class NoInput:
    """The standard input as tests have it: there is none."""

    encoding = None

    def read(self, *given):
        raise OSError("tests have no standard input")

    readline = readlines = __next__ = read

    def __iter__(self):
        return self

    def fileno(self):
        raise io.UnsupportedOperation("tests have no standard input")

    def isatty(self):
        return False

    def close(self):
        pass

    @property
    def buffer(self):
        return self


class Streams:
    """`with Streams() as streams: ...`; then `text` is what was printed, and `name` where: "out", else "err"."""

    def __init__(self):
        self._output, self._errors = io.BytesIO(), io.BytesIO()
        # As pytest's own: there are bytes below them, and what is printed ends up there at once.
        self._streams = [
            io.TextIOWrapper(one, "utf-8", newline="", write_through=True) for one in (self._output, self._errors)
        ]
        self._stack = contextlib.ExitStack()
        self.text, self.name = "", "out"

    def __enter__(self):
        self._input, sys.stdin = sys.stdin, NoInput()
        self._stack.enter_context(contextlib.redirect_stdout(self._streams[0]))
        self._stack.enter_context(contextlib.redirect_stderr(self._streams[1]))
        return self

    def __exit__(self, *error):
        self._stack.close()
        sys.stdin = self._input
        printed = _text_of(self._output)
        self.name = "out" if printed else "err"
        self.text = printed or _text_of(self._errors)

    def holds(self, value):
        """Whether a value is one of the streams, or lies over one."""
        own = [*self._streams, self._output, self._errors]
        return any(value is one or getattr(value, "buffer", None) is one for one in own)


def _text_of(output):
    return output.getvalue().decode("utf-8", "replace") if not output.closed else ""


def keep_quiet():
    """Have warnings and logging not write to the standard error: pytest takes both away from there, too."""
    warnings.showwarning = lambda *given, **named: None
    logging.lastResort = None
    logging.raiseExceptions = False

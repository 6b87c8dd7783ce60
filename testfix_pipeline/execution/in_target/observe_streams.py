"""Standard streams as pytest gives them to a test: no input, and captured output."""

import contextlib
import io
import logging
import sys
import warnings


class NoInput:
    """A standard input that raises on reading, as under pytest."""

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
    """A context manager that captures output; then `text` is the output and `name` the stream, "out" or "err"."""

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
        printed = _captured_text(self._output)
        self.name = "out" if printed else "err"
        self.text = printed or _captured_text(self._errors)

    def holds(self, value):
        """Whether a value is one of the captured streams or wraps one."""
        own = [*self._streams, self._output, self._errors]
        return any(value is one or getattr(value, "buffer", None) is one for one in own)


def _captured_text(output):
    return output.getvalue().decode("utf-8", "replace") if not output.closed else ""


def silence_warnings_and_logging():
    """Keep warnings and logging from writing to the standard error, as pytest does."""
    warnings.showwarning = lambda *given, **named: None
    logging.lastResort = None
    logging.raiseExceptions = False

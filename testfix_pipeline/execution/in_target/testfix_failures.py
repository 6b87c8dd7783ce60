"""Describes the failure of a test: type, message, and the frames of the traceback inside the project."""

import os
import traceback

import testfix_named

MESSAGE_LIMIT = 4000
DETAIL_LIMIT = 8000
FRAME_LIMIT = 200
MOST_LONG_TRACEBACKS = 20

_FOREIGN_FOLDERS = {"site-packages", "dist-packages", ".tox", ".nox"}


class ProjectPaths:
    """Tells the project's own files from others, by their real paths; results are cached."""

    def __init__(self, root, excluded=()):
        self.root = os.path.realpath(root)
        self._excluded = tuple(os.path.realpath(folder) + os.sep for folder in excluded)
        self._known = {}

    def relative_path(self, filename):
        """The path from the project's root with `/`; None for a file that is not the project's."""
        try:
            return self._known[filename]
        except KeyError:
            path = self._known[filename] = self._resolve(filename)
            return path

    def _resolve(self, filename):
        if filename.startswith("<"):
            return None
        path = os.path.realpath(os.path.join(self.root, filename))
        if not (os.path.isabs(filename) or os.path.exists(path)):  # of compiled code: `pandas/_libs/lib.pyx`
            return None
        inside = path.startswith(self.root + os.sep) and not path.startswith(self._excluded or "\0")
        relative = os.path.relpath(path, self.root).replace(os.sep, "/") if inside else None
        if relative is None or _FOREIGN_FOLDERS.intersection(relative.split("/")):
            return None
        return relative


def shorten(text, limit):
    """The text, at most `limit` characters; a longer one is cut in its middle."""
    if len(text) <= limit:
        return text
    half = (limit - 9) // 2
    return text[:half] + "\n[...]\n" + text[-half:]


class LongTracebacks:
    """Has pytest write its own tracebacks, 50 ms each, for the first failures only, and Python's for the others."""

    def __init__(self):
        self._failures = 0

    def count_failure(self, option):
        """Count a failure; `option`: the values of pytest's options."""
        self._failures += 1
        if self._failures >= MOST_LONG_TRACEBACKS and getattr(option, "tbstyle", "") in ("auto", "long", "short"):
            option.tbstyle = "native"


def describe(error, files):
    """The fields `type`, `message`, `frames` and `origin` for an exception; frames outermost first."""
    frames = []
    for frame, line in traceback.walk_tb(error.__traceback__):
        path = files.relative_path(frame.f_code.co_filename)
        if path is not None and line is not None:
            frames.append([path, line, frame.f_code.co_name])
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        path = files.relative_path(error.filename)
        frames += [] if path is None else [[path, error.lineno, "<module>"]]
    if len(frames) > FRAME_LIMIT:
        frames = frames[: FRAME_LIMIT // 4] + frames[-3 * FRAME_LIMIT // 4 :]
    if _is_doctest_failure(error) and error.test.filename:
        path = files.relative_path(error.test.filename)
        line = (error.test.lineno or 0) + error.example.lineno + 1
        frames += [] if path is None else [[path, line, error.test.name]]
    fields = {"type": type(error).__name__, "message": shorten(_message(error), MESSAGE_LIMIT), "frames": frames}
    return dict(fields, origin=testfix_named.error_origin(error, files))


def wrapped_error(error):
    """The error inside pytest's own error about a collection, a conftest or a plugin; other errors as they are."""
    wrapping = ("CollectError", "ConftestImportFailure", "PluginImportFailure")
    if type(error).__name__ in wrapping and error.__cause__ is not None:
        return error.__cause__
    return error


def _is_doctest_failure(error):
    """Whether the error is `doctest.DocTestFailure`: an example gives another result than written."""
    return type(error).__name__ == "DocTestFailure" and hasattr(error, "example") and hasattr(error, "got")


def _message(error):
    if _is_doctest_failure(error):  # in the words of an assertion
        called, wanted, got = (part.strip() for part in (error.example.source, error.example.want, error.got))
        return "assert %s == %s\n +  where %s = %s" % (got, wanted, got, called)
    try:
        return str(error)
    except Exception as broken:
        return "<the message can't be shown: %s>" % type(broken).__name__

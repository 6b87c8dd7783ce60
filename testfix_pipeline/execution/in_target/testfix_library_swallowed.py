"""Sees errors of libraries that the program swallows: it catches whatever is raised, and goes on.

Runs in the target's interpreter, Python 3.12 and later; earlier ones tell nothing of what is caught. Standard library
only.
"""

import ast
import sys

_TOOL = 4  # one of the ids that Python's documentation leaves to anybody
_EVERYTHING = ("Exception", "BaseException")


class SwallowedErrors:
    """Calls `record` with each error that a project's handler of every error caught outside of the project's own code.

    files: has `relative_path` of a file name, None where it is not the project's.
    """

    def __init__(self, files, record):
        self.files, self.record = files, record
        self.guarded = {}

    def start(self):
        monitoring = getattr(sys, "monitoring", None)
        if monitoring is None or monitoring.get_tool(_TOOL) is not None:
            return
        monitoring.use_tool_id(_TOOL, "testfix")
        monitoring.register_callback(_TOOL, monitoring.events.EXCEPTION_HANDLED, self.handled)
        monitoring.set_events(_TOOL, monitoring.events.EXCEPTION_HANDLED)

    def handled(self, code, offset, error):
        """What Python calls wherever an error is caught."""
        if self.files.relative_path(code.co_filename) is None or not isinstance(error, Exception):
            return
        entries = list(_entries(error.__traceback__))
        here = [one.tb_lineno for one in entries if one.tb_frame.f_code is code][:1]
        is_of_library = self.files.relative_path(entries[-1].tb_frame.f_code.co_filename) is None if entries else False
        if is_of_library and here and here[0] in self._guarded_lines(code.co_filename):
            self.record(error)

    def _guarded_lines(self, file):
        if file not in self.guarded:
            self.guarded[file] = set(guarded_lines(_nodes(file)))
        return self.guarded[file]


def guarded_lines(nodes):
    """Yield the lines of `try` blocks of a syntax tree's nodes whose handler takes every error, and raises none."""
    for node in nodes:
        if isinstance(node, ast.Try) and any(_swallows(one) for one in node.handlers):
            for part in node.body:
                yield from range(part.lineno, part.end_lineno + 1)


def _swallows(handler):
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    takes_all = any(one is None or getattr(one, "id", None) in _EVERYTHING for one in types)
    return takes_all and not any(isinstance(one, ast.Raise) for one in ast.walk(handler))


def _nodes(file):
    """The nodes of a file's syntax tree; none of one that can't be read."""
    try:
        with open(file, "rb") as source:
            return list(ast.walk(ast.parse(source.read())))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return []


def _entries(entry):
    while entry is not None:
        yield entry
        entry = entry.tb_next

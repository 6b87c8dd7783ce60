"""Leaves out test files without tests that can't be collected for the error that other test files have as well.

Once that is repaired such a file has nothing to report, as settings and URLs of test suites do, but that it was
collected.
"""

import ast
import re

_DOCTEST = re.compile(rb"^\s*>>> ", re.M)


class TestlessFiles:
    """Holds back collection errors of files without tests. emit: reports an error by its fields.

    wanted: ids that are asked for; those are always reported.
    """

    __test__ = False

    def __init__(self, emit, wanted):
        self._emit, self._wanted = emit, set(wanted or ())
        self._known, self._held, self._collected = set(), [], {}

    def note_collected(self, file, path, names=(), with_doctests=True):
        """Record the id of a file that could be collected. names: that its module has, in which pytest has looked."""
        self._collected[file] = path, frozenset(names), with_doctests

    def leave_out(self, tests):
        """Forget the files of these ids of tests."""
        full = {test.partition("::")[0] for test in tests}
        self._collected = {file: known for file, known in self._collected.items() if file not in full}

    @property
    def collected(self):
        """The ids of files that were collected and have no tests, nor any that a condition keeps from collection."""
        return [file for file, known in self._collected.items() if not may_have_tests(*known)]

    def report(self, path, event):
        """Report the error of a file, now or, if it seems to have no tests, at the end."""
        if path is not None and event["id"] not in self._wanted and not may_have_tests(path):
            self._held.append(event)
        else:
            self._known.add(_cause(event))
            self._emit(event)

    def end(self):
        """Report the held errors that no other file has."""
        for event in self._held:
            if _cause(event) not in self._known:
                self._emit(event)


def may_have_tests(path, seen=(), with_doctests=True):
    """Whether a file defines what pytest could collect; so seems one that can't be read.

    seen: names of classes in which pytest found no inherited tests.
    """
    try:
        with open(path, "rb") as file:
            text = file.read()
        tree = ast.parse(text)
    except (OSError, SyntaxError, ValueError, RecursionError):
        return True
    is_doctest = not str(path).endswith(".py") or (with_doctests and _DOCTEST.search(text))
    return bool(is_doctest) or any(_is_test(node, seen) for node in ast.walk(tree))


def _is_test(node, seen):
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return node.name.startswith("test")
    bases = node.bases if isinstance(node, ast.ClassDef) and node.name not in seen else ()
    return any((getattr(one, "attr", None) or getattr(one, "id", None)) not in ("object", "TestCase") for one in bases)


def _cause(event):
    return event["type"], event["message"]

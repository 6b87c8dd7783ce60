"""Examples in docstrings and text files that run as tests: their ids, and whether a patch removes any."""

from __future__ import annotations

import ast
import doctest
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

from testfix_pipeline.core import python_code
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.test_ids import TestId

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def is_doctest(test: str) -> bool:
    """Whether an id is pytest's for examples in a file that is not a test file: `a/b.py::a.b.f`, `b.py::b`."""
    file, titles = TestId(test).file, TestId(test).titles
    name, path = TestId(test).function if len(titles) == 1 else "", PurePosixPath(file)
    return bool(name) and not is_test_side(file) and ("." in name or name in (path.stem, path.parent.name))


def test_files(tests: Iterable[str]) -> set[str]:
    """The files that contain these tests (ids); files with tested documentation are source."""
    return {TestId(test).file for test in tests if not is_doctest(test)}


def documented_files(tests: Iterable[str]) -> set[str]:
    """The files with documentation that these tests run."""
    return {TestId(test).file for test in tests if is_doctest(test)}


def removes_examples(path: str, before: str, after: str) -> bool:
    """Whether an example of a file was removed, or expects another result."""
    return bool(_count_examples(path, before) - _count_examples(path, after))


def _count_examples(path: str, text: str) -> Counter[tuple[str, str]]:
    """(what is called, what it gives) of all examples."""
    found: Counter[tuple[str, str]] = Counter()
    for part in _docstrings(text) if path.endswith(".py") else [text]:
        try:
            found.update((one.source, one.want) for one in doctest.DocTestParser().get_examples(part))
        except ValueError:  # no examples by their own rules: then nothing runs them
            continue
    return found


def _docstrings(text: str) -> list[str]:
    nodes = ast.walk(python_code.parse_or_empty(text))
    return [ast.get_docstring(node) or "" for node in nodes if isinstance(node, _DOCUMENTED)]

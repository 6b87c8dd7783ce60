"""The files with tests that unittest's own discovery would load; nothing is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.python_code import parse
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.frameworks.folder_names import TEST_FOLDERS
from testfix_pipeline.frameworks.project_walk import is_data, project_files

DISCOVERED = "test*.py"
"""What `python -m unittest` and Django's test runner load by default."""
_MAYBE_TESTS = re.compile(r"^[ \t]*class\s+\w+\(.*Test", re.MULTILINE | re.DOTALL)


def unittest_files(root: Path, patterns: Iterable[str] = (DISCOVERED,)) -> Iterator[str]:
    """Yield the files, relative to `root`, that define test cases and that discovery from `root` or a folder of tests
    gets to."""
    wanted = tuple(patterns)
    for path in project_files(root):
        if not is_named(path, wanted) or is_data(path):
            continue
        if _is_discovered(root, PurePosixPath(path)) and defines_test_cases(read_text(root / path)):
            yield path


def is_named(path: str, patterns: Iterable[str]) -> bool:
    """Whether a file's name fits one of the patterns."""
    return any(fnmatchcase(PurePosixPath(path).name, one) for one in patterns)


def defines_test_cases(text: str) -> bool:
    """Whether a file holds a class on a base named as one of tests, with a test method: a base class alone has none."""
    if not _MAYBE_TESTS.search(text):
        return False
    try:
        nodes = list(ast.walk(parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(_is_test_case(node) for node in nodes if isinstance(node, ast.ClassDef))


def _is_test_case(node: ast.ClassDef) -> bool:
    methods = (one.name for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    tests = any(name.startswith("test") or name == "runTest" for name in methods)
    return tests and any("Test" in ast.unparse(base) for base in node.bases)


def _is_discovered(root: Path, path: PurePosixPath) -> bool:
    """Whether every folder on the way is a package, from the root or from a folder where sources or tests begin."""
    for folder in path.parents:
        if folder == PurePosixPath() or folder.name == "src" or folder.name in TEST_FOLDERS:
            return True
        if not (root / folder / "__init__.py").is_file():
            return False
    return True

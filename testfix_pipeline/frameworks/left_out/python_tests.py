"""Tests in Python that pytest does not collect and another runner of the project would: unittest, Django, doctest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.session_parts import LeftOutFile
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.execution.pytest_settings import pytest_configuration
from testfix_pipeline.frameworks.builtin.python.detection import pytest_patterns, python_folder
from testfix_pipeline.frameworks.builtin.python.unittest_files import DISCOVERED, is_named, unittest_files
from testfix_pipeline.frameworks.folder_names import TEST_FOLDERS
from testfix_pipeline.frameworks.left_out.project_commands import DeclaredCommand
from testfix_pipeline.frameworks.project_walk import is_data, project_files

_UNITTEST = re.compile(r"-m unittest\b|\bnose2\b|\bnosetests\b|\bstestr\b|\btrial\b|setup\.py test\b")
_PATTERN = re.compile(r"(?:-p|--pattern)[= ]['\"]?([^\s'\"]+)")
_DOCTEST = re.compile(r"--doctest-modules|--doctest-glob|-m doctest\b|sphinx-build\b.*\bdoctest\b|-b doctest\b")
_BY_NAME = "tests in a file whose name pytest does not look for"
_FUNCTION = re.compile(r"(?m)^(?:async )?def test_\w+\(")
_EXAMPLE = re.compile(r"(?m)^\s*>>> ")
_RUNS_OWN_DOCTESTS = re.compile(r"\b(?:doctest\.)?testmod\(|\bDoc(?:Test|File)Suite\(")


def uncollected_python(root: Path, commands: Sequence[DeclaredCommand]) -> Iterator[LeftOutFile]:
    """Yield the files in Python with tests that only another runner than pytest finds, and the files of doctests.

    A file that pytest's own settings leave out counts only where a command of the project runs unittest.
    """
    folder = python_folder(root)
    inner, prefix = root / folder, f"{folder}/" if folder else ""
    runner = _unittest_runner(inner, commands)
    patterns = {DISCOVERED, *(found for one in commands for found in _PATTERN.findall(one.text) if runner)}
    known = pytest_patterns(inner)
    for path in unittest_files(inner, patterns):
        if runner:
            yield LeftOutFile(file=prefix + path, why=f"test cases that {runner} runs and pytest does not collect")
        elif not is_named(path, known):
            yield LeftOutFile(file=prefix + path, why=_BY_NAME)
    yield from (LeftOutFile(file=prefix + path, why=_BY_NAME) for path in _test_functions(inner, known))
    yield from _doctests(root, commands)


def _test_functions(root: Path, known: Sequence[str]) -> Iterator[str]:
    """Yield the files of test functions that pytest runs only where they are named, as `test.py` and `tests.py`."""
    for path in project_files(root):
        in_tests = not TEST_FOLDERS.isdisjoint(PurePosixPath(path).parts[:-1])
        looks_so = is_named(path, ("test.py", "tests.py", *((DISCOVERED,) if in_tests else ())))
        if looks_so and not is_named(path, known) and not is_data(path) and _FUNCTION.search(read_text(root / path)):
            yield path


def _unittest_runner(root: Path, commands: Sequence[DeclaredCommand]) -> str:
    """Return what runs unittest or Django's tests, as people name it; "" where nothing is known to."""
    if (root / "manage.py").is_file():
        return "`manage.py test`"
    return next((f"`{one.text}` ({one.place})" for one in commands if _UNITTEST.search(one.text)), "")


def _doctests(root: Path, commands: Sequence[DeclaredCommand]) -> Iterator[LeftOutFile]:
    if "doctest" in str(pytest_configuration(root)[1].get("addopts", "")):
        return  # pytest's own settings say which: it collects them
    runner = next((one for one in commands if _DOCTEST.search(one.text)), None)
    suffixes = (".py",) if runner is None or "doctest-modules" in runner.text else (".py", ".rst", ".md", ".txt")
    for path in project_files(root):
        if not path.endswith(suffixes) or is_data(path):
            continue
        text = read_text(root / path)
        own = path.endswith(".py") and _RUNS_OWN_DOCTESTS.search(text)
        if own and ("Suite(" in own[0] or _EXAMPLE.search(text)):
            yield LeftOutFile(file=path, why=f"doctests that `{own[0]}...)` in it runs", beside=True)
        elif runner is not None and _EXAMPLE.search(text) and PurePosixPath(path).name != "conftest.py":
            yield LeftOutFile(file=path, why=f"doctests that `{runner.text}` ({runner.place}) runs", beside=True)

"""Which of Python's test frameworks a project uses, by its own configuration and its test files; nothing is run."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.execution.pytest_settings import missing_search_path, pytest_configuration, words_of
from testfix_pipeline.frameworks.declared_packages import declared_packages
from testfix_pipeline.frameworks.folder_names import DEPENDENCY_FOLDERS, TEST_FOLDERS
from testfix_pipeline.frameworks.nested_projects import PYTHON_MANIFESTS, nested_manifests

Texts = Iterable[tuple[str, str]]
"""Paths of test files in Python, and their texts."""

PYTHON_FRAMEWORKS = frozenset({"pytest", "unittest"})
DEFAULT_PATTERNS = ("test_*.py", "*_test.py")
MOST_READ = 60
"""Test files that are read."""


def pytest_patterns(root: Path) -> tuple[str, ...]:
    """The names that pytest finds test files by: the project's `python_files`, else pytest's own."""
    return tuple(words_of(pytest_configuration(root)[1].get("python_files"))) or DEFAULT_PATTERNS


def search_path_notices(root: Path) -> tuple[str, ...]:
    """A sentence on folders of pytest's `pythonpath` that do not exist, in place of which the project has `src`."""
    name, missing = pytest_configuration(root)[0], ", ".join(missing_search_path(root))
    return (f"pytest's `pythonpath` in {name} names {missing}, which does not exist: correct it.",) if missing else ()


def declared_version(root: Path, name: str) -> str | None:
    """The version of a package that the project asks for, "" for any, None where it does not name the package."""
    return next((package.spec for package in declared_packages(root) if package.name.lower() == name), None)


def evidence_of_pytest(root: Path, texts: Texts) -> str:
    """What says that the project's tests are written for pytest, "" where nothing does."""
    configured = pytest_configuration(root)[0]
    if configured:
        return configured
    if declared_version(root, "pytest") is not None:
        return "declared as a dependency"
    plain = ""
    for path, text in texts:
        if re.search(r"^[ \t]*(import|from) pytest\b", text, re.M):
            return path
        if not plain and re.search(r"^(async )?def test", text, re.M):
            plain = path
    return plain


def evidence_of_unittest(texts: Texts) -> str:
    """The first test file with a test case of unittest, "" where none has."""
    return next((path for path, text in texts if "unittest" in text and "TestCase" in text), "")


def has_python(root: Path) -> bool:
    """Whether a project has Python in its root by a manifest, or files that look like its tests anywhere."""
    return any((root / name).is_file() for name in PYTHON_MANIFESTS) or next(python_test_texts(root), None) is not None


def python_folder(root: Path) -> str:
    """The sub-folder that holds all of a project's Python, "" where the root or several folders do.

    Only a folder that git tracks and that has a manifest of its own, above all test files, counts.
    """
    if any((root / name).is_file() for name in (*PYTHON_MANIFESTS, "conftest.py")):
        return ""
    found = list(nested_manifests(root, PYTHON_MANIFESTS))
    if not found or not all(folder.startswith(f"{found[0]}/") for folder in found[1:]):
        return ""
    return found[0] if all(path.startswith(f"{found[0]}/") for path, _ in python_test_texts(root)) else ""


def python_test_texts(root: Path) -> Iterator[tuple[str, str]]:
    """The first test files below a folder, read one by one; hidden and dependency folders are left out."""
    patterns, found = pytest_patterns(root), 0
    for place, below, files in os.walk(root):
        below[:] = sorted(name for name in below if not name.startswith(".") and name not in DEPENDENCY_FOLDERS)
        for path in (Path(place, name) for name in sorted(files) if name.endswith(".py")):
            relative = path.relative_to(root)
            is_helper = path.name == "conftest.py" or not TEST_FOLDERS.isdisjoint(relative.parts[:-1])
            if is_helper or any(fnmatchcase(path.name, one) for one in patterns):
                yield relative.as_posix(), read_text(path)
                found += 1
        if found >= MOST_READ:
            return

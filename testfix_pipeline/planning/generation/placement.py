"""Paths of generated test files: in the project's test folder, named as its tests are, never an existing file."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

from testfix_pipeline.core.plan_records import FrameworkInfo
from testfix_pipeline.execution.affected_tests.import_graph import python_files
from testfix_pipeline.planning.python_code.module_source import ModuleSource


def uses_unittest(framework: FrameworkInfo) -> bool:
    """Whether the project's framework is unittest."""
    return framework.framework.lower() == "unittest"


def new_test_files(root: Path, framework: FrameworkInfo, modules: Iterable[ModuleSource]) -> dict[str, str]:
    """The path of the new test file for each module's file, relative to the project; all file names differ."""
    folder = folder_for_tests(root, framework)
    taken = {Path(file).name for file in python_files(root)}
    if (root / folder).is_dir():
        taken |= {path.name for path in (root / folder).iterdir()}
    found = {}
    for module in modules:
        name = next(name for name in _file_names(module, framework) if name not in taken)
        taken.add(name)
        found[module.file] = f"{folder}/{name}" if folder else name
    return found


def folder_for_tests(root: Path, framework: FrameworkInfo) -> str:
    """The folder for new tests, relative to the project; "" for its root."""
    named = framework.test_directory.strip("/").removeprefix("./")
    if named and not named.startswith("..") and not Path(named).is_absolute():
        return "" if named == "." else named
    there = next((name for name in ("tests", "test") if (root / name).is_dir()), "")
    return there if there or _has_modules_in_root(root) else "tests"


def _has_modules_in_root(root: Path) -> bool:
    """Whether modules lie in the project's root: plain `pytest` imports them only from tests that lie there, too."""
    return any(path.name not in ("setup.py", "conftest.py") for path in root.glob("*.py"))


def _file_names(module: ModuleSource, framework: FrameworkInfo) -> Iterable[str]:
    """Yield names in the order of preference, longer ones where two modules share theirs."""
    before, after = _affixes(framework)
    parts = module.name.split(".")
    for length in range(1, len(parts) + 1):
        yield f"{before}{'_'.join(parts[-length:])}_characterisation{after}.py"
    for number in itertools.count(2):
        yield f"{before}{module.stem}_characterisation_{number}{after}.py"


def _affixes(framework: FrameworkInfo) -> tuple[str, str]:
    """The prefix and suffix of a test file's name, as in the project's tests and its framework's patterns."""
    patterns = re.findall(r"[\w*]+\.py", framework.test_pattern)
    described = re.search(r"(\w*)<module>(\w*)\.py", framework.conventions.file_naming)
    globs = [re.fullmatch(r"(\w*)\*(\w*)\.py", pattern) for pattern in patterns]
    for found in (described, *globs):
        if found and (found[1] or found[2]):
            before, after = ("test_" if found[1] == "test" else found[1]), found[2]
            if not patterns or any(fnmatch(f"{before}x{after}.py", pattern) for pattern in patterns):
                return before, after
    return "test_", ""

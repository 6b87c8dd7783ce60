"""The paths of a Python project that a fix must not touch, by name alone."""

from __future__ import annotations

import re
import sys
from pathlib import PurePosixPath

_SIDE_FOLDER = re.compile(
    r"__tests__|tests?|.+[_-]tests|__snapshots__|snapshots|goldens?|golden[_-]files|test[_-]?data|cassettes"
)
_SIDE_FILE = re.compile(r"test_.*\.pyi?|.*_test\.pyi?|tests?\.py|conftest\.py")
_NAMED_FILE = re.compile(r"test_.*\.py|.*_test\.py")
_TESTS_MODULE = re.compile(r"tests?\.py")
_RUNNER_CONFIG = frozenset(
    {"pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", "tox.ini", "tox.toml", "noxfile.py", ".coveragerc"}
)
# Hold test settings beside other things: a patch is judged by what it changes in them (see `python_language.py`).
MIXED_CONFIG = frozenset({"pyproject.toml", "setup.cfg"})
_STARTUP_FILES = frozenset({"sitecustomize", "usercustomize"})
_RUNNER_MODULES = frozenset({"pytest", "_pytest", "py", "unittest", "pluggy", "iniconfig", "coverage", "hypothesis"})


def is_test_side(path: str) -> bool:
    """Whether a path (relative, with `/`) belongs to the tests: a test, its data or helpers, or the runner's settings.

    A package's own `testing` module is source; a `testing` folder at the top of the project is tests. Files that hold
    test settings among others (MIXED_CONFIG) are not test side.
    """
    *folders, name = PurePosixPath(path).parts or ("",)
    lowered = [folder.lower() for folder in folders]
    if any(_SIDE_FOLDER.fullmatch(folder) for folder in lowered) or lowered[:1] == ["testing"]:
        return True
    return bool(_SIDE_FILE.fullmatch(name)) or name.lower() in _RUNNER_CONFIG


def is_only_named_like_test(path: str) -> bool:
    """Whether only the file's own name marks it as test side: it may be a product's `test_drive.py`, or in a folder
    the `tests.py` of a package."""
    pure = PurePosixPath(path)
    is_named = _NAMED_FILE.fullmatch(pure.name) is not None or is_tests_module(path)
    return is_named and not is_test_side(str(pure.with_name("x.py")))


def is_tests_module(path: str) -> bool:
    """Whether a file in a folder is named `tests.py`: mostly tests, in some packages a part of the product."""
    pure = PurePosixPath(path)
    return len(pure.parts) > 1 and _TESTS_MODULE.fullmatch(pure.name) is not None


def is_runner_setup(path: str) -> bool:
    """Whether the runner loads a file by its location alone: settings, `conftest.py`, packages of tests."""
    name = PurePosixPath(path).name.lower()
    return name in _RUNNER_CONFIG or name in ("conftest.py", "__init__.py")


def shadows_runner(path: str) -> bool:
    """Whether a *new* file would run at interpreter start, or be imported instead of the runner's modules."""
    pure = PurePosixPath(path)
    stems = {part.removesuffix(".py") for part in pure.parts}
    plugin = re.fullmatch(r"pytest_.*\.py", pure.name) is not None
    return pure.suffix == ".pth" or plugin or bool(stems & (_STARTUP_FILES | _RUNNER_MODULES)) or _shadows_stdlib(pure)


def _shadows_stdlib(pure: PurePosixPath) -> bool:
    parts = pure.parts[1:] if pure.parts[:1] in (("src",), ("lib",)) else pure.parts
    top = parts[0] if parts else ""
    importable = len(parts) > 1 or top.endswith(".py")
    return importable and pure.suffix == ".py" and top.removesuffix(".py") in sys.stdlib_module_names - {"test"}

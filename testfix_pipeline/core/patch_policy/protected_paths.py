"""Which paths of a project a fix must not touch, by name alone."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

_SIDE_FOLDER = re.compile(
    r"__tests__|tests?|.+[_-]tests|__snapshots__|snapshots|goldens?|golden[_-]files|test[_-]?data|cassettes"
)
_SIDE_FILE = re.compile(r"test_.*\.pyi?|.*_test\.pyi?|tests?\.py|conftest\.py")
_NAMED_FILE = re.compile(r"test_.*\.py|.*_test\.py")
_RUNNER_CONFIG = frozenset(
    {"pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", "tox.ini", "tox.toml", "noxfile.py", ".coveragerc"}
)
# Hold test settings beside other things: a patch is judged by what it changes in them (see protected_settings).
MIXED_CONFIG = frozenset({"pyproject.toml", "setup.cfg"})
_CI_FOLDERS = frozenset({".github", ".gitlab", ".circleci", ".buildkite", ".ci", ".woodpecker", ".forgejo", ".gitea"})
_CI_FILES = frozenset(
    {
        ".gitlab-ci.yml",
        ".travis.yml",
        "azure-pipelines.yml",
        "bitbucket-pipelines.yml",
        "appveyor.yml",
        ".appveyor.yml",
        ".drone.yml",
        ".cirrus.yml",
        ".pre-commit-config.yaml",
        "jenkinsfile",
    }
)
_GIT_FILES = frozenset({".git", "git~1", ".gitmodules", ".gitattributes"})
_LONGEST_NAME, _LONGEST_PATH = 255, 4000  # bytes and characters; more is an error of most file systems
_STARTUP_FILES = frozenset({"sitecustomize", "usercustomize"})
_RUNNER_MODULES = frozenset({"pytest", "_pytest", "py", "unittest", "pluggy", "iniconfig", "coverage", "hypothesis"})


def is_test_side(path: str, extra: Sequence[str] = ()) -> bool:
    """Whether a path (relative, with `/`) belongs to the tests: a test, its data or helpers, or the runner's settings.

    `extra` are more patterns of test file names, such as the project's `python_files`. A package's own `testing` module
    is source; a `testing` folder at the top of the project is tests. Files that hold test settings among others
    (MIXED_CONFIG) are not test side.
    """
    *folders, name = PurePosixPath(path).parts or ("",)
    lowered = [folder.lower() for folder in folders]
    if any(_SIDE_FOLDER.fullmatch(folder) for folder in lowered) or lowered[:1] == ["testing"]:
        return True
    if _SIDE_FILE.fullmatch(name) or name.lower() in _RUNNER_CONFIG:
        return True
    return any(fnmatchcase(name, pattern) for pattern in extra)


def is_only_named_like_test(path: str) -> bool:
    """Whether nothing but the file's own name makes it test side: then it may be a product's `test_drive.py`."""
    pure = PurePosixPath(path)
    return bool(_NAMED_FILE.fullmatch(pure.name)) and not is_test_side(str(pure.with_name("x.py")))


def is_metadata(path: str) -> bool:
    """Metadata of an installed or built package, by which an interpreter finds plugins."""
    return any(part.lower().endswith((".egg-info", ".dist-info", ".egg-link")) for part in PurePosixPath(path).parts)


def leaves_worktree(path: str) -> bool:
    """Whether a path could mean anything but a file below the worktree, on any system, were it only too long."""
    if len(path) > _LONGEST_PATH or any(
        len(part.encode("utf-8", "replace")) > _LONGEST_NAME for part in path.split("/")
    ):
        return True
    odd = not path or "\0" in path or "\\" in path or re.match(r"[A-Za-z]:", path) is not None
    return odd or path.startswith(("/", "~")) or ".." in path.split("/")


def is_git_path(path: str) -> bool:
    """`.git`, and the files that make git run programs or fetch other repositories."""
    return any(part.lower().rstrip(". ") in _GIT_FILES for part in PurePosixPath(path).parts)


def is_session_path(path: str) -> bool:
    """Files of the pipeline itself: sessions and settings."""
    return ".workflow" in PurePosixPath(path).parts


def is_ci_path(path: str) -> bool:
    parts = [part.lower() for part in PurePosixPath(path).parts]
    return any(part in _CI_FOLDERS for part in parts[:-1]) or any(part in _CI_FILES for part in parts[-1:])


def shadows_runner(path: str) -> bool:
    """Whether a *new* file would be run at interpreter start, or be imported in the place of the runner's modules."""
    pure = PurePosixPath(path)
    stems = {part.removesuffix(".py") for part in pure.parts}
    plugin = re.fullmatch(r"pytest_.*\.py", pure.name) is not None
    return pure.suffix == ".pth" or plugin or bool(stems & (_STARTUP_FILES | _RUNNER_MODULES)) or _shadows_stdlib(pure)


def _shadows_stdlib(pure: PurePosixPath) -> bool:
    parts = pure.parts[1:] if pure.parts[:1] in (("src",), ("lib",)) else pure.parts
    top = parts[0] if parts else ""
    importable = len(parts) > 1 or top.endswith(".py")
    return importable and pure.suffix == ".py" and top.removesuffix(".py") in sys.stdlib_module_names - {"test"}

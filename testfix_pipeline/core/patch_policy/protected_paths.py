"""The paths of a project that a fix must not touch, by name alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from testfix_pipeline.core.patch_policy.language_registry import languages

_CI_FOLDERS = frozenset({".github", ".gitlab", ".circleci", ".buildkite", ".ci", ".woodpecker", ".forgejo", ".gitea"})
_CI_FILES = frozenset(
    {
        *(".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml", "bitbucket-pipelines.yml", "appveyor.yml"),
        *(".appveyor.yml", ".drone.yml", ".cirrus.yml", ".pre-commit-config.yaml", "jenkinsfile"),
    }
)
_GIT_FILES = frozenset({".git", "git~1", ".gitmodules", ".gitattributes"})
_LONGEST_NAME, _LONGEST_PATH = 255, 4000  # bytes and characters; more is an error of most file systems


def is_metadata(path: str) -> bool:
    """Whether a path is metadata of an installed or built package, by which plugins are found."""
    return any(part.lower().endswith((".egg-info", ".dist-info", ".egg-link")) for part in PurePosixPath(path).parts)


def leaves_worktree(path: str) -> bool:
    """Whether a path may mean anything but a file below the worktree, on any system, or is too long."""
    if len(path) > _LONGEST_PATH or any(
        len(part.encode("utf-8", "replace")) > _LONGEST_NAME for part in path.split("/")
    ):
        return True
    odd = not path or "\0" in path or "\\" in path or re.match(r"[A-Za-z]:", path) is not None
    return odd or path.startswith(("/", "~")) or ".." in path.split("/")


def is_git_path(path: str) -> bool:
    """Whether a path is `.git`, or a file that makes git run programs or fetch repositories."""
    return any(part.lower().rstrip(". ") in _GIT_FILES for part in PurePosixPath(path).parts)


def is_session_path(path: str) -> bool:
    """Whether a path is a file of the pipeline itself: sessions and settings."""
    return ".workflow" in PurePosixPath(path).parts


def is_ci_path(path: str) -> bool:
    """Whether a file belongs to a CI system's configuration."""
    parts = [part.lower() for part in PurePosixPath(path).parts]
    return any(part in _CI_FOLDERS for part in parts[:-1]) or any(part in _CI_FILES for part in parts[-1:])


def is_test_side(path: str, extra: Sequence[str] = ()) -> bool:
    """Whether a path (relative, with `/`) belongs to the tests of any language: a test, its data or helpers, or the
    runner's settings.

    `extra` are more patterns of test file names, such as the project's `python_files`. Files that hold test settings
    among others (`pyproject.toml`, `package.json`) are not test side.
    """
    name = PurePosixPath(path).name
    return any(one.is_test_side(path) for one in languages()) or any(fnmatchcase(name, one) for one in extra)


def is_only_named_like_test(path: str) -> bool:
    """Whether only the file's own name marks it as test side: it may be a product's `test_drive.py`."""
    claiming = [one for one in languages() if one.is_test_side(path)]
    return bool(claiming) and all(one.is_only_named_like_test(path) for one in claiming)


def shadows_runner(path: str) -> bool:
    """Whether a *new* file would run at start, or load instead of a runner's or installed module."""
    return any(one.shadows_runner(path) for one in languages())

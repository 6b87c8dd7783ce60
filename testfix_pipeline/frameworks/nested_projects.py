"""Finds the folders below a project's root that may hold projects of their own, as git lists them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.frameworks.folder_names import DEPENDENCY_FOLDERS, TEST_FOLDERS
from testfix_pipeline.workspace.git.git_client import GitClient, split0

PYTHON_MANIFESTS = ("pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini", "requirements.txt")
PACKAGE_MANIFESTS = ("package.json", "go.mod", "Cargo.toml")
_ASIDE = frozenset({"bench", "benchmarks", "scripts", "tools", "coverage", "target"})
_ASIDE_WORDS = frozenset(
    {"test", "tests", "testing", "testdata", "fixture", "fixtures", "example", "examples", "sample", "samples", "demo",
     "demos", "template", "templates", "doc", "docs", "playground", "cookiecutter"}
)  # fmt: skip
"""Words in the names of folders whose projects are data, documents or samples."""


def nested_manifests(tree: Path, names: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """Which of the manifests `names` lie in each folder below `tree` that may be a project, outer folders first.

    Git tracks the manifests, some of those above; no folder on the way holds dependencies, tests, examples, documents,
    templates or tools. Empty where `tree` is not in git.
    """
    folders = (tree, *tree.resolve().parents)
    git = next((folder / ".git" for folder in folders if (folder / ".git").exists()), None)
    found: dict[str, set[str]] = {}
    for place in map(PurePosixPath, _tracked(tree, _stamp(git)) if git is not None else ()):
        if place.name in names and not any(map(_is_aside, place.parts[:-1])) and (tree / place).is_file():
            found.setdefault(place.parent.as_posix(), set()).add(place.name)
    return {folder: frozenset(found[folder]) for folder in sorted(found)}


def _stamp(git: Path) -> tuple[int, int] | None:
    """What differs once git has written the index of a checkout, by its `.git`; None without an index."""
    try:
        place = git.parent / git.read_text().removeprefix("gitdir:").strip() if git.is_file() else git
        status = (place / "index").stat()
    except (OSError, ValueError):
        return None
    return status.st_ino, status.st_mtime_ns


@functools.lru_cache(maxsize=64)
def _tracked(tree: Path, _stamp: tuple[int, int] | None) -> list[str]:
    """The manifests that git tracks below `tree`, but for those in it; asked once for each state of the index."""
    names = (f"*/{name}" for name in (*PYTHON_MANIFESTS, *PACKAGE_MANIFESTS))
    try:
        answer = GitClient(tree).attempt("ls-files", "-z", "--cached", "--", *names)
    except ProjectError:  # git is not installed
        return []
    return split0(answer.out) if answer.status == 0 else []


def _is_aside(name: str) -> bool:
    """Whether projects in a folder of this name are not part of the product, or not the project's own."""
    lower = name.lower()
    named = lower in TEST_FOLDERS | DEPENDENCY_FOLDERS | _ASIDE or name.startswith((".", "_"))
    return named or "{" in name or not _ASIDE_WORDS.isdisjoint(re.split(r"[\W_]+", lower))

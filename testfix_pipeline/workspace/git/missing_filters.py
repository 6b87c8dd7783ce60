"""Finds required content filters whose program is missing, as git-lfs or git-crypt may be in a container.

Git refuses every file of such a filter. Here the filter is switched off: these files are used as the checkout has them.
"""

from __future__ import annotations

import functools
import os
import shlex
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.workspace.git.git_client import GitClient, split0

_STEPS = ("process", "smudge", "clean")
_NAMED = 3
_TRUE = ("true", "yes", "on", "1", "")


class MissingFilter(NamedTuple):
    """A filter's name in `.gitattributes`, and the program that it needs."""

    name: str
    program: str


def missing_filters(git: GitClient, config: Path) -> tuple[MissingFilter, ...]:
    """Return the required filters of a repository whose program is not on the PATH. config: the repository's own."""
    stamp = config.stat().st_mtime_ns if config.exists() else 0
    return _missing_filters(git.cwd, git.git_dir, git.work_tree, stamp, os.environ.get("PATH", ""))


@functools.lru_cache(maxsize=64)
def _missing_filters(
    cwd: Path, git_dir: Path | None, work_tree: Path | None, _stamp: int, _path: str
) -> tuple[MissingFilter, ...]:
    answer = GitClient(cwd, git_dir, work_tree).attempt("config", "--includes", "-z", "--get-regexp", r"^filter\..*")
    filters: dict[str, dict[str, str]] = {}
    for entry in split0(answer.out):
        key, _, value = entry.partition("\n")
        name, _, step = key.removeprefix("filter.").rpartition(".")
        filters.setdefault(name, {})[step] = value
    found = ((name, _missing_program(steps)) for name, steps in filters.items())
    return tuple(MissingFilter(name, program) for name, program in found if program)


def _missing_program(steps: Mapping[str, str]) -> str:
    """Return the program of a required filter that can't be found, "" where none is missing."""
    if steps.get("required", "false").lower() not in _TRUE:
        return ""
    return next(filter(None, map(_unknown_program, (steps.get(step, "") for step in _STEPS))), "")


def _unknown_program(command: str) -> str:
    try:
        words = [word for word in shlex.split(command) if "=" not in word.partition("/")[0]]
    except ValueError:
        return ""
    if words[:1] == ["git"] and words[1:2] and words[1] in ("lfs", "crypt", "annex"):
        words = [f"git-{words[1]}"]
    return words[0] if words and shutil.which(words[0]) is None else ""


def settings_without(filters: Iterable[MissingFilter]) -> tuple[tuple[str, str], ...]:
    """Return the settings, as names and values, by which git leaves the files of these filters as they are."""
    values = {"required": "false", **dict.fromkeys(_STEPS, "")}
    return tuple((f"filter.{one.name}.{step}", value) for one in filters for step, value in values.items())


def filtered_files(git: GitClient, filters: Iterable[MissingFilter]) -> dict[str, MissingFilter]:
    """Return the tracked files of these filters, by their path."""
    return {path: one for one in filters for path in git.names("ls-files", "-z", "--", f":(attr:filter={one.name})")}


def notices_of(files: Mapping[str, MissingFilter]) -> list[str]:
    """Return a sentence on each filter with files: what is missing, and that they are used as they are."""
    found = []
    for one in dict.fromkeys(files.values()):
        paths = [path for path, other in files.items() if other == one]
        found.append(
            f"The filter `{one.name}` of .gitattributes needs {one.program}, which is not on the PATH: "
            f"{first_names(paths, _NAMED)} {'is' if len(paths) == 1 else 'are'} used as the checkout has "
            f"{'it' if len(paths) == 1 else 'them'}. Install {one.program} to have the content."
        )
    return found

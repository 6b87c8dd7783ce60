"""The listed repositories, and what this machine knows of how each one's tests are run.

The list is in git: names, commits, frameworks. What differs from the usual way to make an environment is not: it lies
in `environments.toml` in the cache, or in the file that `--environments` names. See README.md.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.repair import cache

LIST = Path(__file__).with_name("repositories.toml")
CONFIRMED = Path(__file__).with_name("confirmed.toml")
FRAMEWORKS = ("pytest", "unittest", "vitest", "jest", "mocha", "node:test", "go", "cargo")


class NotReady(Exception):
    """A repository can't be measured here; the text says why and what to do."""


@dataclass(frozen=True)
class Repository:
    """One row of the list. `quick`: one of the twelve of QUICK=1; `kinds`: what it stands for beside its framework."""

    name: str
    commit: str
    language: str
    framework: str
    quick: bool = False
    kinds: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name as a folder."""
        return self.name.replace("/", "+")


@dataclass(frozen=True)
class Environment:
    """How the environment of one repository is made and its tests are run, by lists of shell commands.

    make: run once in the checkout, with `$ENV`, a folder beside the checkout for what is installed. command: the
    project's own, without a report. python: of the environment, for `--python`; relative to `$ENV`. test_command: for
    `--test-command`, where testfix can't find it.
    """

    make: tuple[str, ...] = ()
    command: str = ""
    python: str = ""
    test_command: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)


def listed(path: Path = LIST) -> list[Repository]:
    """The repositories of the list, in its order. Raises ValueError for a row that is wrong."""
    found = []
    for row in tomllib.loads(path.read_text())["repository"]:
        one = Repository(**{**row, "kinds": tuple(row.get("kinds", ()))})
        if one.framework not in FRAMEWORKS or len(one.commit) != 40 or one.name.count("/") != 1:
            raise ValueError(f"{path.name}: the row of {one.name} needs owner/name, 40 digits of a commit, a framework")
        found.append(one)
    twice = {one.name for one in found if sum(other.name == one.name for other in found) > 1}
    if twice:
        raise ValueError(f"{path.name}: listed twice: {', '.join(sorted(twice))}")
    return found


def environments(path: Path | None = None) -> dict[str, Environment]:
    """How the environments are made, by the name of the repository. Empty where the file of the cache is absent."""
    wanted = path or cache.folder("parity") / "environments.toml"
    if not wanted.is_file() and path is None:
        return {}
    rows = tomllib.loads(wanted.read_text())
    return {name: Environment(**{**row, "make": tuple(row.get("make", ()))}) for name, row in rows.items()}


def confirmed(path: Path = CONFIRMED) -> dict[str, dict[str, str]]:
    """The refusals that a person confirmed: `says`, a part of the message, and `cause`, by the repository's name."""
    return tomllib.loads(path.read_text()) if path.is_file() else {}


def checkout(repository: Repository, place: Path) -> Path:
    """The repository at its commit in `place/checkout`, cloned once. Raises NotReady.

    It comes from `$TESTFIX_MIRRORS/owner+name/repo` if that variable is set, else from GitHub.
    """
    folder = place / "checkout"
    if not folder.is_dir():
        mirrors = os.environ.get("TESTFIX_MIRRORS")
        source = str(Path(mirrors) / repository.key / "repo") if mirrors else f"https://github.com/{repository.name}"
        unfinished = place / "checkout.new"
        shutil.rmtree(unfinished, ignore_errors=True)
        _git("clone", "--quiet", "--no-checkout", source, str(unfinished))
        _git("-C", str(unfinished), "checkout", "--quiet", "--force", "-B", "parity", repository.commit)
        _git("-C", str(unfinished), "remote", "remove", "origin")
        unfinished.rename(folder)
    return folder


def _git(*arguments: str) -> None:
    try:
        subprocess.run(["git", *arguments], check=True, capture_output=True, timeout=900)
    except (OSError, subprocess.SubprocessError) as error:
        said = (getattr(error, "stderr", None) or b"").decode(errors="replace").strip()
        raise NotReady(
            f"git {arguments[0]}: {said or error}. Set TESTFIX_MIRRORS to a folder that holds OWNER+NAME/repo"
        ) from error

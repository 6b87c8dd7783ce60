"""The release of a library that the project was written for: what its lock or requirements name, fetched to be read.

Nothing of an old release is ever executed. It is taken from the cache, else, only where the project's settings open the
network, fetched as a wheel by the project's own pip.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion

_LOCKS = ("uv.lock", "poetry.lock", "pdm.lock")
_PIN = re.compile(r"^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*={2,3}\s*([\w.!+-]+)", re.M)
_SAFE = re.compile(r"[\w.!+-]+")
FETCH_SECONDS = 60.0


@dataclass(frozen=True)
class OldRelease:
    """A release of a library, unpacked in `folder`; None where it is not at hand."""

    name: str
    version: str
    folder: Path | None

    @property
    def order(self) -> Mapping[str, str]:
        """The release as a part of the probe's order."""
        return {"name": self.name, "version": self.version, "folder": str(self.folder)}


def pinned_versions(root: Path) -> dict[str, str]:
    """The one version of each library that the project's locks, else its requirements name, by normalised name."""
    found: dict[str, str] = {}
    for file in sorted(root.glob("*requirements*.txt")):
        found.update({plain(name): version for name, version in _PIN.findall(_text(file))})
    for name in _LOCKS:
        found.update(_pairs(_toml(root / name).get("package")))
    with contextlib.suppress(ValueError, AttributeError):
        locked = json.loads(_text(root / "Pipfile.lock") or "{}").get("default", {})
        pins = {plain(name): str(one.get("version", "")).lstrip("=") for name, one in locked.items()}
        found.update({name: version for name, version in pins.items() if version})
    return {name: version for name, version in found.items() if _SAFE.fullmatch(version)}


def _pairs(packages: Any) -> Iterator[tuple[str, str]]:
    for one in packages if isinstance(packages, list) else ():
        if isinstance(one, dict) and "name" in one and "version" in one:
            yield plain(str(one["name"])), str(one["version"])


def plain(name: str) -> str:
    """A distribution's name in the form in which names are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def old_releases(question: LibraryQuestion, libraries: Iterable[tuple[str, str]]) -> list[OldRelease]:
    """The pinned releases of libraries, (name, installed version), that are installed in another version."""
    pinned = pinned_versions(question.files)
    found = []
    for name, version in dict.fromkeys(libraries):
        old = pinned.get(plain(name), version)
        if old != version:
            found.append(OldRelease(name, old, _folder(question, plain(name), old)))
    return found


def _folder(question: LibraryQuestion, name: str, version: str) -> Path | None:
    folder = releases_folder() / f"{name}-{version}"
    if folder.is_dir():
        return folder
    return folder if question.project.sandbox.network and _fetch(question, name, version, folder) else None


def releases_folder() -> Path:
    """Where old releases are stored between repairs."""
    named, shared = os.environ.get("TESTFIX_CACHE"), os.environ.get("XDG_CACHE_HOME")
    cache = Path(named) if named else Path(shared) / "testfix" if shared else Path.home() / ".cache" / "testfix"
    return cache / "releases"


def _fetch(question: LibraryQuestion, name: str, version: str, folder: Path) -> bool:
    """Have the project's pip unpack a wheel; whether it is there now. Nothing of the wheel is executed."""
    project = question.project
    with contextlib.suppress(OSError, MeasurementError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        own = Path(tempfile.mkdtemp(prefix="fetch-", dir=folder.parent))
        try:
            options = ["--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--no-compile", "--quiet"]
            done = run(
                [str(project.interpreter), "-m", "pip", "install", *options, "--target", str(own / "wheel"),
                 f"{name}=={version}"],
                cwd=own,
                env=clean_environment(project.sandbox.env),
                limits=ProcessLimits(FETCH_SECONDS),
                policy=replace(target_policy(project), network=True),
                writable=[own],
            )  # fmt: skip
            if done.returncode == 0:
                (own / "wheel").rename(folder)
        finally:
            shutil.rmtree(own, ignore_errors=True)
    return folder.is_dir()


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_text(file))
    except tomllib.TOMLDecodeError:
        return {}

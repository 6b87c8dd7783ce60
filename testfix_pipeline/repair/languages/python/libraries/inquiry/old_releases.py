"""The release of a library that the project was written for: what its lock or requirements name, fetched to be read.

It is taken from the cache, else, only where the project's settings open the network, fetched (`release_fetch.py`).
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from testfix_pipeline.core.cache_folder import cache_root
from testfix_pipeline.execution.in_target import testfix_library_old
from testfix_pipeline.execution.pins import PYTHON, pins_of
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry.release_fetch import FetchTime, fetch, remark_of

_OldReleaseFolder: Any = testfix_library_old.OldReleaseFolder
OUTDATED = re.compile(r"deprecat|remov|instead", re.I)
"""What a text says of a name that is not to be used any more."""


@dataclass(frozen=True)
class OldRelease:
    """A release of a library, unpacked in `folder`; None where it is not at hand: then `version` is what is allowed.

    remark: why it is not at hand, or what the package client said of it.
    """

    name: str
    version: str
    folder: Path | None
    remark: str = ""

    @property
    def order(self) -> Mapping[str, str]:
        """The release as a part of the probe's order."""
        return {"name": self.name, "version": self.version, "folder": str(self.folder)}

    def is_older_than(self, installed: str) -> bool:
        """Whether the installed version is surely later; a project may name a later one than is there, too."""
        try:
            allowed = SpecifierSet(self.version if self.version[:1] in "<>=!~" else f"=={self.version}")
            return is_newer(Version(installed), allowed)
        except (InvalidSpecifier, InvalidVersion):
            return False


@lru_cache(maxsize=16)
def release_files(folder: Path) -> Any:
    """The parsed modules of an unpacked release."""
    return _OldReleaseFolder(str(folder), "", "")


def plain(name: str) -> str:
    """A distribution's name in the form in which names are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def required_versions(root: Path) -> dict[str, SpecifierSet]:
    """What the project allows of each library, by normalised name: one version by its locks, else what has an upper
    bound or names one version."""
    found: dict[str, SpecifierSet] = {}
    for one in pins_of(root).found:
        if one.library != PYTHON and any(part.operator in ("<", "<=", "~=", "==") for part in one.specifier):
            found.setdefault(one.library, one.specifier)
    return found


def is_newer(now: Version, specifier: SpecifierSet) -> bool:
    """Whether a version is above what a requirement allows; not one that it allows, or that lies below."""
    if specifier.contains(now, prereleases=True):
        return False
    bounds = [one.version.removesuffix(".*") for one in specifier if one.operator in ("==", "===", "<", "<=", "~=")]
    return any(_at_least(now, bound) for bound in bounds)


def _at_least(now: Version, bound: str) -> bool:
    try:
        return now >= Version(bound)
    except InvalidVersion:
        return False


def specifiers(earlier: Mapping[str, str]) -> dict[str, SpecifierSet]:
    """Requirements that can be read, by normalised name."""
    found = {}
    for name, text in earlier.items():
        with contextlib.suppress(InvalidSpecifier):
            found[plain(name)] = SpecifierSet(text)
    return found


def old_releases(
    question: LibraryQuestion,
    libraries: Iterable[tuple[str, str]],
    earlier: Mapping[str, SpecifierSet] | None = None,
    installed: Mapping[str, str] | None = None,
) -> list[OldRelease]:
    """The releases that the project allows of libraries, (name, installed version), where that is another one.

    earlier: what it allowed before an update, which counts where it allows the installed one now. installed: the
    versions of all that is there: what a release requires besides comes with it.
    """
    required, earlier = required_versions(question.files), earlier or {}
    found, limit = [], FetchTime.of(question)
    for name, version in dict.fromkeys(libraries):
        known = (one.get(plain(name), SpecifierSet()) for one in (required, earlier))
        allowed = next((one for one in known if version and not one.contains(version, prereleases=True)), None)
        if allowed is not None:
            found.append(_release(question, plain(name), allowed, installed, limit))
    return found


def _release(
    question: LibraryQuestion,
    name: str,
    allowed: SpecifierSet,
    installed: Mapping[str, str] | None,
    limit: FetchTime,
) -> OldRelease:
    """The newest allowed release that is at hand, fetched first if need be."""
    release, remark = _cached(name, allowed), ""
    if release is None and not question.project.sandbox.network:
        remark = "the network is closed; `sandbox.network` lets it be fetched"
    elif release is None:
        remark = fetch(question.project, f"{name}{allowed}", releases_folder(), installed, limit)
        release = _cached(name, allowed)
    if release is None:
        return OldRelease(name, str(allowed).removeprefix("=="), None, remark)
    return OldRelease(name, release.name.removeprefix(f"{name}-"), release, remark_of(release))


def _cached(name: str, allowed: SpecifierSet) -> Path | None:
    found: list[tuple[Version, Path]] = []
    for folder in releases_folder().glob(f"{name}-*"):
        with contextlib.suppress(InvalidVersion):
            version = Version(folder.name.removeprefix(f"{name}-"))
            if allowed.contains(version, prereleases=True) and folder.is_dir():
                found.append((version, folder))
    return max(found)[1] if found else None


def releases_folder() -> Path:
    """Where old releases are stored between repairs."""
    return cache_root() / "releases"

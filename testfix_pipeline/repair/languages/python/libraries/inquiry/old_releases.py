"""The release of a library that the project was written for: what its lock or requirements name, fetched to be read.

It is taken from the cache; else a package client, pip or uv, fetches its wheel, where the settings open the network.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from testfix_pipeline.core.cache_folder import cache_root
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.in_target import testfix_library_old
from testfix_pipeline.execution.package_client import run_package_client, uv_program
from testfix_pipeline.execution.pins import PYTHON, pins_of
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion

_OldReleaseFolder: Any = testfix_library_old.OldReleaseFolder
OUTDATED = re.compile(r"deprecat|remov|instead", re.I)
"""What a text says of a name that is not to be used any more."""
FETCH_SECONDS = 60.0
"""For all that one inquiry fetches."""
MOST_LACKING = 5
OLDER_PYTHONS = ("3.9", "3.7")
"""For what has no wheels for this Python: its own text can be read all the same. Most wheels of a release are for three
to five versions in a row, so that these two are among them."""
_OTHERS_ONLY = re.compile(r"from versions: (?!none)|no wheels with a matching|no usable wheels|no matching Python")
"""What clients say where the index answers, and has only other releases for this Python."""
_NO_TIME = "the time to fetch it was over"
_REMARK = ".remark"
_NO_PIP = "No module named pip"


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
    question: LibraryQuestion, name: str, allowed: SpecifierSet, installed: Mapping[str, str] | None, limit: FetchTime
) -> OldRelease:
    """The newest allowed release that is at hand, fetched first if need be."""
    release, remark = _cached(name, allowed), ""
    if release is None and not question.project.sandbox.network:
        remark = "the network is closed; `sandbox.network` lets it be fetched"
    elif release is None:
        remark = fetch(question.project, f"{name}{allowed}", releases_folder(), installed, limit)
        release = _cached(name, allowed)
        remark = remark if release is not None else f"it could not be fetched: {remark}"
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


@dataclass(frozen=True)
class FetchTime:
    """The time for all that is fetched in one inquiry: until when, by `time.monotonic`, and what ends it before."""

    until: float
    cancel: Callable[[], bool] | None = None

    @classmethod
    def of(cls, question: LibraryQuestion) -> FetchTime:
        """The time that begins now."""
        return cls(time.monotonic() + FETCH_SECONDS, question.cancel)

    def left(self) -> float:
        """The seconds that are left, none after a cancellation."""
        return 0.0 if self.cancel is not None and self.cancel() else self.until - time.monotonic()


def fetch(
    project: TargetProject, requirement: str, folder: Path, installed: Mapping[str, str] | None, limit: FetchTime
) -> str:
    """Unpack the newest release that a requirement allows into `folder`/NAME-VERSION; what the client complains of.

    With it comes what it requires and what is not `installed` (versions by normalised name). A text comes back where
    there is no such release, or where it was yanked; then `remark_of` its folder tells it, too. "" where all is well.
    Raises nothing.
    """
    installed, own = installed or {}, None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        own = Path(tempfile.mkdtemp(prefix="fetch-", dir=folder))
        complaint = _unpacked(project, requirement, own, limit)
        if _OTHERS_ONLY.search(complaint):
            complaint = _of_older_python(project, requirement, own, limit, complaint)
        found = next((own / "wheel").glob("*.dist-info"), None)
        if found is None:
            return complaint or "the package client gave nothing"
        for lacking in _lacking(found, installed) if installed else ():
            complaint = _unpacked(project, lacking, own, limit) or complaint
        name, _, version = found.name.removesuffix(".dist-info").partition("-")
        place = folder / f"{re.sub(r'[-_.]+', '-', name).lower()}-{version}"
        if complaint:
            (own / "wheel" / _REMARK).write_text(complaint, encoding="utf-8")
        if not place.is_dir():
            (own / "wheel").rename(place)
        return complaint
    except OSError as error:
        return f"it can't be kept: {error.strerror or error}"
    finally:
        if own is not None:
            shutil.rmtree(own, ignore_errors=True)


def remark_of(release: Path) -> str:
    """What the package client said when it gave this unpacked release; "" where it said nothing."""
    return read_text(release / _REMARK)


def _requirements(info: Path) -> Iterator[Requirement]:
    """What an unpacked release requires here, as its metadata says."""
    text = (info / "METADATA").read_text(encoding="utf-8", errors="replace")
    for line in re.findall(r"^Requires-Dist: (.+)$", text, re.M):
        with contextlib.suppress(InvalidRequirement):
            one = Requirement(line)
            if one.marker is None or one.marker.evaluate({"extra": ""}):
                yield one


def _lacking(info: Path, installed: Collection[str]) -> list[str]:
    """The requirements of an unpacked release that are not installed."""
    missing = (one for one in _requirements(info) if canonicalize_name(one.name) not in installed)
    return [f"{one.name}{one.specifier}" for one in missing][:MOST_LACKING]


def _of_older_python(project: TargetProject, requirement: str, own: Path, limit: FetchTime, complaint: str) -> str:
    """Unpack a wheel that is for an older Python, and say so; the complaint as it was where there is none either."""
    for python in OLDER_PYTHONS:
        said = _unpacked(project, requirement, own, limit, python)
        if (own / "wheel").is_dir():
            return said or f"it has no wheel for this Python: that for Python {python} was taken"
    return complaint


def _unpacked(project: TargetProject, requirement: str, own: Path, limit: FetchTime, python: str = "") -> str:
    """Have the first client that is there unpack the wheel into `own`/wheel; what it complains of.

    python: the version that the wheel is for, this one's by default.
    """
    complaint = "there is neither pip beside the interpreter nor uv"
    for command, program in _clients(project, own, ["--python-version", python] if python else []):
        seconds = limit.left()
        if seconds <= 0:
            return _NO_TIME
        try:
            done = run_package_client(project, [*command, requirement], program, [own], seconds, cancel=limit.cancel)
        except MeasurementError as error:
            return error.what
        said = done.stderr.decode(errors="replace")
        if _NO_PIP not in said:
            return _NO_TIME if done.timed_out or done.cancelled else _complaint(said, bool(done.returncode))
    return complaint


def _clients(project: TargetProject, own: Path, python: Sequence[str]) -> Iterator[tuple[list[str], Path]]:
    options = ["--no-deps", "--only-binary=:all:", "--target", str(own / "wheel"), *python]
    more = ["--quiet", "--ignore-requires-python", "--no-compile", "--disable-pip-version-check"]
    yield [str(project.interpreter), "-m", "pip", "install", *options, *more], project.interpreter
    uv = uv_program()
    if uv is not None:
        yield [str(uv), "pip", "install", "--python", str(project.interpreter), *options], uv


def _complaint(said: str, has_failed: bool) -> str:
    """The line of a package client's messages that says most; unless it failed, only that the release is yanked."""
    lines = [" ".join(line.split()).removeprefix("warning: ") for line in said.splitlines() if line.strip()]
    yanked = [line for line in lines if "yanked" in line.lower()][-1:]  # pip's first names an address
    errors = [line for line in lines if re.match(r"error", line, re.I)]
    causes = [line.partition(": ")[2] for line in lines if line.startswith("cause: ")]
    why = [*causes, *errors[:1], *lines[-1:]] if has_failed else []
    return next(iter([*yanked, *why]), "")[:200]

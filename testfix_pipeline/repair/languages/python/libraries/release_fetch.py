"""Fetches a release of a library as a wheel by a package client, the project's pip or uv. Nothing of it is executed."""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.package_client import run_package_client, uv_program
from testfix_pipeline.execution.project import TargetProject

FETCH_SECONDS = 60.0
MOST_LACKING = 5
_NO_PIP = "No module named pip"


def fetch(project: TargetProject, requirement: str, folder: Path, installed: Collection[str] = ()) -> str:
    """Unpack the newest release that a requirement allows into `folder`/NAME-VERSION; what the client complains of.

    With it comes what it requires and what is not `installed` (normalised names). A text comes back where there is no
    such release, or where it was yanked; "" where all is well. Raises nothing.
    """
    own = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        own = Path(tempfile.mkdtemp(prefix="fetch-", dir=folder))
        complaint = _unpacked(project, requirement, own)
        found = next((own / "wheel").glob("*.dist-info"), None)
        if found is None:
            return complaint or "the package client gave nothing"
        for lacking in _lacking(found, installed) if installed else ():
            complaint = _unpacked(project, lacking, own) or complaint
        name, _, version = found.name.removesuffix(".dist-info").partition("-")
        place = folder / f"{re.sub(r'[-_.]+', '-', name).lower()}-{version}"
        if not place.is_dir():
            (own / "wheel").rename(place)
        return complaint
    except OSError as error:
        return f"it can't be kept: {error.strerror or error}"
    finally:
        if own is not None:
            shutil.rmtree(own, ignore_errors=True)


def _lacking(info: Path, installed: Collection[str]) -> list[str]:
    """The requirements of an unpacked release that are not installed, as its metadata says."""
    text = (info / "METADATA").read_text(encoding="utf-8", errors="replace")
    found = []
    for line in re.findall(r"^Requires-Dist: (.+)$", text, re.M):
        with contextlib.suppress(InvalidRequirement):
            one = Requirement(line)
            wanted = one.marker is None or one.marker.evaluate({"extra": ""})
            if wanted and canonicalize_name(one.name) not in installed:
                found.append(f"{one.name}{one.specifier}")
    return found[:MOST_LACKING]


def _unpacked(project: TargetProject, requirement: str, own: Path) -> str:
    """Have the first client that is there unpack the wheel into `own`/wheel; what it complains of."""
    complaint = "there is neither pip beside the interpreter nor uv"
    for command, program in _clients(project, own):
        try:
            done = run_package_client(project, [*command, requirement], program, [own], FETCH_SECONDS)
        except MeasurementError as error:
            return error.what
        said = done.stderr.decode(errors="replace")
        if _NO_PIP not in said:
            return f"it took more than {FETCH_SECONDS:.0f} s" if done.timed_out else _complaint(said)
    return complaint


def _clients(project: TargetProject, own: Path) -> Iterator[tuple[list[str], Path]]:
    options = ["--no-deps", "--only-binary=:all:", "--quiet", "--target", str(own / "wheel")]
    more = ["--ignore-requires-python", "--no-compile", "--disable-pip-version-check"]
    yield [str(project.interpreter), "-m", "pip", "install", *options, *more], project.interpreter
    uv = uv_program()
    if uv is not None:
        yield [str(uv), "pip", "install", "--python", str(project.interpreter), *options], uv


def _complaint(said: str) -> str:
    """The line of a package client's errors that says most."""
    lines = [" ".join(line.split()) for line in said.splitlines() if line.strip()]
    yanked = [line for line in lines if "yanked" in line.lower()]
    errors = [line for line in lines if re.match(r"error", line, re.I)]
    causes = [line.partition(": ")[2] for line in lines if line.startswith("cause: ")]
    return next(iter([*yanked, *causes, *errors[:1], *lines[-1:]]), "")[:200]

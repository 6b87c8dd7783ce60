"""Fetches a release of a library as a wheel by a package client, the project's pip or uv.

Nothing of it is executed, but for one question, which is asked contained: whether its compiled parts load.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.package_client import run_package_client, uv_program
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion

FETCH_SECONDS, LOAD_SECONDS = 60.0, 30.0
"""For all that one inquiry fetches; for the question whether it loads."""
MOST_LACKING = 5
OLDER_PYTHONS = ("3.9", "3.7")
"""For what has no wheels for this Python: its own text can be read all the same. Most wheels of a release are for three
to five versions in a row, so that these two are among them."""
_OTHERS_ONLY = re.compile(r"from versions: (?!none)|no wheels with a matching|no matching Python")
"""What clients say where the index answers, and has only other releases for this Python."""
_NO_TIME = "the time to fetch it was over"
_REMARK = ".remark"
_NO_PIP = "No module named pip"
_LOAD = "import sys; sys.path.insert(0, sys.argv[1]); [__import__(name) for name in sys.argv[2:]]"


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
    project: TargetProject,
    requirement: str,
    folder: Path,
    installed: Mapping[str, str] | None,
    limit: FetchTime,
) -> str:
    """Unpack the newest release that a requirement allows into `folder`/NAME-VERSION; what the client complains of.

    With it comes what it requires and what is not `installed` (versions by normalised name), or is so in a version that
    its compiled parts do not load with. A text comes back where there is no such release, or where it was yanked; then
    `remark_of` its folder tells it, too. "" where all is well. Raises nothing.
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
        for earlier in _earlier(found, installed, _load_error(project, own / "wheel")) if installed else ():
            _unpacked(project, earlier, own, limit)
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


def _earlier(info: Path, installed: Mapping[str, str], error: str) -> list[str]:
    """Requirements for an earlier major version than the installed one, of what an error at loading speaks of."""
    found = []
    for one in _requirements(info):
        if re.search(rf"\b{re.escape(one.name)}\b", error, re.I):
            with contextlib.suppress(InvalidVersion, KeyError):
                bound = f"<{Version(installed[canonicalize_name(one.name)]).major}"
                found.append(f"{one.name}{','.join(filter(None, [str(one.specifier), bound]))}")
    return found[:MOST_LACKING]


def _load_error(project: TargetProject, wheel: Path) -> str:
    """What Python says where the packages of an unpacked release with compiled parts do not load; "" where they do."""
    compiled = [*wheel.rglob("*.so"), *wheel.rglob("*.pyd")]
    tops = sorted({one.relative_to(wheel).parts[0] for one in compiled})
    packages = [one for one in tops if (wheel / one / "__init__.py").is_file()]
    policy = target_policy(project)
    if not packages:
        return ""
    try:
        done = run(
            [str(project.interpreter), "-B", "-c", _LOAD, str(wheel), *packages],
            cwd=wheel,
            env=clean_environment(),
            limits=ProcessLimits(LOAD_SECONDS),
            policy=replace(policy, read=(*policy.read, str(wheel))),
            writable=[],
        )
    except MeasurementError:
        return ""
    return done.stderr.decode(errors="replace") if done.returncode else ""


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

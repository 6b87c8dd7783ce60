"""Which version of a library a project was written for: its pins, its last green session, its pins before an update."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.core.update_records import InstalledVersions
from testfix_pipeline.execution.pins import PYTHON, Pin, Pins
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import is_newer
from testfix_pipeline.updates.dated_releases import DatedReleases
from testfix_pipeline.updates.earlier_pins import EarlierPins


@dataclass(frozen=True)
class GreenSession:
    """The last session after which every test passed, and what was installed then."""

    session_id: SessionId
    installed: InstalledVersions


@dataclass(frozen=True)
class Then:
    """A version (or a requirement) that was meant, and the sentence part that says by what it is known."""

    before: str
    source: str


@dataclass(frozen=True)
class KnownVersions:
    """What is installed now, and all that says what was before. `look_back`: asks git, only where it is needed.

    present: versions in the project's own environment, where what is installed now is another one that is tried. dated:
    the releases when the commit was made.
    """

    installed: InstalledVersions
    pins: Pins = field(default_factory=Pins)
    green: GreenSession | None = None
    look_back: Callable[[], Sequence[EarlierPins]] = tuple
    present: Mapping[str, str] = field(default_factory=dict)
    dated: DatedReleases | None = None

    @cached_property
    def earlier(self) -> Sequence[EarlierPins]:
        return self.look_back()

    def version_of(self, library: str) -> str:
        """The installed version of a library, or of Python; "" where it is not known."""
        return self.installed.python if library == PYTHON else self.installed.distributions.get(library, "")

    def before(self, library: str, *, ask: bool = True) -> Then | None:
        """What says that the installed version of a library is newer than the one before; None where nothing does.

        ask: whether an index may be asked where nothing else says so.
        """
        now = self.version_of(library)
        try:
            version = Version(now)
        except InvalidVersion:
            return None
        return next(self._older(library, version, ask), None)

    def unmet_pin(self, library: str) -> Pin | None:
        """A pin that the installed version does not fit, whichever is the newer one."""
        now = self.version_of(library)
        unmet = (pin for pin in self.pins.of(library) if not pin.specifier.contains(now, prereleases=True))
        return next(unmet, None) if now else None

    def _older(self, library: str, now: Version, ask: bool) -> Iterator[Then]:
        there = self.present.get(library, "")
        if there and _later(now, there):
            yield Then(there, f"the project's environment has {there}")
        for pin in self.pins.of(library):
            if is_newer(now, pin.specifier):
                yield Then(_worded(pin.specifier), f"{pin.source} asks for {pin.specifier}")
        then = self._when_green(library)
        if then and _is_update(library, now, then) and self.green is not None:
            yield Then(then, f"{then} was installed when session {self.green.session_id} ended green")
        for change in self.earlier if now else ():
            for pin in change.pins.of(library):
                if is_newer(now, pin.specifier):
                    said = f"{pin.source} asked for {pin.specifier} until commit {change.commit} ({change.date})"
                    yield Then(_worded(pin.specifier), said)
        newest = self.dated.newest(library, ask=ask) if self.dated is not None and library != PYTHON else ""
        if self.dated is not None and _later(now, newest):
            yield Then(newest, f"{newest} was the newest release when the commit was made ({self.dated.date[:10]})")

    def _when_green(self, library: str) -> str:
        if self.green is None:
            return ""
        then = self.green.installed
        return then.python if library == PYTHON else then.distributions.get(library, "")


def earlier_requirements(known: KnownVersions) -> dict[str, str]:
    """By library of which the installed version is known to be newer: what was asked for before, as a requirement."""
    found = {library: known.before(library, ask=False) for library in known.installed.distributions}
    return {
        library: then.before if then.before[:1] in "<>=!~" else f"=={then.before}"
        for library, then in found.items()
        if then is not None
    }


def _is_update(library: str, now: Version, then: str) -> bool:
    """Whether the version is later; Python's interface changes from one minor version to the next alone."""
    if library == PYTHON:
        return _later(Version(f"{now.major}.{now.minor}"), ".".join(then.split(".")[:2]))
    return _later(now, then)


def _later(now: Version, then: str) -> bool:
    try:
        return now > Version(then)
    except InvalidVersion:
        return False


def _worded(specifier: SpecifierSet) -> str:
    """An exact version by itself, any other requirement as it is."""
    exact = [one.version for one in specifier if one.operator in ("==", "===")]
    return exact[0] if len(exact) == len(specifier) == 1 and "*" not in exact[0] else str(specifier)

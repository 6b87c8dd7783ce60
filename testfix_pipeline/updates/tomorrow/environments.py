"""An environment of newer releases for a project, built beside its own one and cached by what it holds."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from packaging.version import InvalidVersion, Version
from pydantic import BaseModel, ConfigDict

from testfix_pipeline.core.counted_nouns import counted, first_names

How = Literal["minor", "all"]
# What no suite needs: environments are made and filled from outside.
_LEFT_OUT = ("pip", "uv")


class Release(BaseModel):
    """A library whose version differs: `before` is installed now, `after` would be ("" where it is not there)."""

    model_config = ConfigDict(extra="forbid")

    library: str
    before: str
    after: str

    def describe(self) -> str:
        """Its name with both versions."""
        return f"{self.library} {self.before or 'new'} → {self.after}"


MOST_HELD = 10
"""So many libraries may be kept as they are because no release of them can be had, before there is no index for us."""
_READY = "ready.json"
UNREACHABLE = re.compile(
    r"^.*(?:connection (?:broken|refused|reset|aborted)|connect error|error \(connect|dns error|timed out|unreachable"
    r"|failed to fetch|max retries|name resolution|not a trusted|failed, reason: |npm error network"
    r"|network was disabled|cache mode is 'only-if-cached').*$",
    re.I | re.M,
)
Say = Callable[[str], None]
"""Is called with what is done now, which may take minutes."""
_IGNORED_PREFIXES = ("WARNING", "hint:", "[notice]", "npm warn", "npm error code", "npm error A complete")
_PREFIXES = re.compile(r"^(?:(?:cause:|hint:|error:|warning:|npm error|Retrying \(Retry\(.*?\)\) after) )+", re.I)
_TELLING_WORDS = ("yanked", "because", "could not find", "reason: ", "not in this registry", "error peer", "error")


@dataclass(frozen=True)
class NotBuilt:
    """Why there is no such environment, and what to do next, as sentences."""

    what: str
    next_step: str


@dataclass(frozen=True)
class NewerEnvironment:
    """An environment with newer releases: where it is, what differs, and what had to stay, with the reason.

    folder: the project's own environment where nothing is newer.
    """

    folder: Path
    client: str
    releases: list[Release]
    held: dict[str, str] = field(default_factory=dict)


class EnvironmentClient(Protocol):
    """A package client, and how it makes an environment for one project.

    index_advice: the sentence that says how to name an index that answers. present: the folder of the project's own
    environment. installed: version by name of what an index gave there.
    """

    @property
    def name(self) -> str: ...

    @property
    def index_advice(self) -> str: ...

    @property
    def present(self) -> Path: ...

    @property
    def installed(self) -> Mapping[str, str]: ...

    def resolve(self, how: How, held: Collection[str]) -> tuple[Mapping[str, str], str]:
        """Version by name that fit together; none, and what the client says, where there are no such ones.

        held: the libraries that stay as they are.
        """

    def named(self, said: str) -> list[str]:
        """The libraries that a complaint speaks of and that may stay as they are."""

    def unbuilt(self) -> list[str]:
        """The installed libraries of which the resolved release would not work, as no code of it is run."""

    def lock(self, pins: Mapping[str, str]) -> str:
        """What the environment of these versions depends on, as a text: the same one is built once."""

    def fill(self, place: Path, pins: Mapping[str, str], held: Collection[str]) -> NotBuilt | None:
        """Install them into `place`, a folder that is not there yet. Returns why that failed, else None."""

    def refresh(self, place: Path) -> None:
        """Bring what no index gave up to date in an environment that is there."""


def newest_environment(
    clients: Callable[[Path], Iterable[EnvironmentClient]], how: How, folder: Path, if_no_client: NotBuilt, say: Say
) -> NewerEnvironment | NotBuilt:
    """Resolve by the first client that can the newest releases that `how` allows, and build their environment.

    clients: gives them for an empty folder that they may write to. folder: of environments; whatever else is in it,
    such as what a killed trial left, is removed. if_no_client: the answer where there is no client. Where nothing newer
    exists nothing is built.
    """
    said: NotBuilt | None = None
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix="client-") as place:
        for client in clients(Path(place)):
            found = _resolved(client, how, say)
            if not isinstance(found, NotBuilt):
                return _built(client, *found, Path(place), say)
            said = said or found
    return said or if_no_client


def _resolved(client: EnvironmentClient, how: How, say: Say) -> tuple[Mapping[str, str], dict[str, str]] | NotBuilt:
    """Ask until it is resolved: a library that is the reason why it is not stays as it is, for the others' sake."""
    held = dict[str, str]()
    while True:
        say(f"asking {client.name} for newer releases" + (f", without {first_names(list(held))}" if held else ""))
        pins, said = client.resolve(how, held) if len(held) < len(client.installed) else ({}, "")
        if pins:
            unbuilt = [name for name in client.unbuilt() if name not in held]
            held |= dict.fromkeys(unbuilt, "a newer one needs its install script, which is not run")
            if not unbuilt or len(held) >= len(client.installed):
                return (client.installed if unbuilt else pins), held
            continue
        if unanswered := UNREACHABLE.search(said):
            return NotBuilt(f"No index answered {client.name}: {telling_line(unanswered[0])}", client.index_advice)
        named = [name for name in client.named(said) if name not in held]
        if not named or len(held) >= MOST_HELD:
            return _unresolved(client, said, held)
        held |= dict.fromkeys(named, telling_line(said))


def _built(
    client: EnvironmentClient, pins: Mapping[str, str], held: dict[str, str], own: Path, say: Say
) -> NewerEnvironment | NotBuilt:
    """The environment, out of the cache where it is there: beside the client's own folder."""
    releases = changed(client.installed, pins)
    if not releases:
        return NewerEnvironment(client.present, client.name, [], held)
    place = own.parent / hashlib.sha256(client.lock(pins).encode()).hexdigest()[:16]
    if not (place / _READY).is_file():
        shutil.rmtree(place, ignore_errors=True)
        say(f"installing {counted(len(pins), 'release')} with {client.name}")
        problem = client.fill(place, pins, held)
        if problem is not None:
            shutil.rmtree(place, ignore_errors=True)
            return problem
        (place / _READY).write_text(json.dumps(dict(pins), indent=1), encoding="utf-8")
    for other in own.parent.iterdir():
        if other not in (place, own):
            shutil.rmtree(other, ignore_errors=True)
    client.refresh(place)
    return NewerEnvironment(place, client.name, releases, held)


def _unresolved(client: EnvironmentClient, said: str, held: Mapping[str, str]) -> NotBuilt:
    if len(held) >= MOST_HELD or not said:
        return NotBuilt(f"{client.name} finds no release of {first_names(list(held), 3)}.", client.index_advice)
    return NotBuilt(
        f"{client.name} can't resolve newer releases: {telling_line(said)}",
        "Loosen the requirements that it names, or try `update: minor`.",
    )


def telling_line(said: str) -> str:
    """The line of a client's complaint that says most."""
    lines = [" ".join(line.strip(" ╰─▶×│").split()) for line in said.splitlines()]
    lines = [line for line in lines if line]
    lines = [line for line in lines if not line.startswith(_IGNORED_PREFIXES)] or lines
    telling = (line for mark in _TELLING_WORDS for line in lines if mark in line.lower())
    said = next(telling, lines[-1] if lines else "it said nothing")
    return re.sub(_PREFIXES, "", said)[:300]


def requirements(installed: Mapping[str, str], how: How, held: Collection[str] = ()) -> list[str]:
    """What to ask a package client for: no release older than the installed one, with "minor" of its major version.

    installed: version by normalised name. held: names of those that stay as they are.
    """
    names = [name for name in sorted(installed) if name not in _LEFT_OUT]
    return [f"{name}{_allowed(installed[name], how, name in held)}" for name in names]


def _allowed(version: str, how: How, held: bool) -> str:
    try:
        known = Version(version)
    except InvalidVersion:
        return ""
    if held:
        return f"=={version}"
    epoch = f"{known.epoch}!" if known.epoch else ""
    bound = f",<{epoch}{known.major + 1}" if how == "minor" else ""
    return f">={known.public}{bound}"


def changed(installed: Mapping[str, str], pins: Mapping[str, str]) -> list[Release]:
    """The libraries of a resolved environment that it has in another version than now, or that are new there."""
    return [
        Release(library=name, before=installed.get(name, ""), after=version)
        for name, version in sorted(pins.items())
        if installed.get(name) != version
    ]

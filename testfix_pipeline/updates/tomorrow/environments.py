"""An environment of newer releases for a project, built beside its own one and cached by what it holds."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from testfix_pipeline.updates.tomorrow.newer_releases import How, Release, changed

MOST_HELD = 10
"""So many libraries may be kept as they are because no release of them can be had, before there is no index for us."""
_READY = "ready.json"
UNREACHABLE = re.compile(
    r"connection|connect error|error \(connect|dns error|timed? ?out|unreachable|failed to fetch|name resolution"
    r"|ECONN|ENOTFOUND|EAI_AGAIN",
    re.I,
)
_ASIDE = ("WARNING", "hint:", "[notice]", "npm warn", "npm error code", "npm error A complete")
_TELLING = ("yanked", "because", "could not find", "reason: ", "not in this registry", "error peer", "error")


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

    index: the sentence that says how to name an index that answers. present: the folder of the project's own
    environment. installed: version by name of what an index gave there.
    """

    @property
    def name(self) -> str: ...

    @property
    def index(self) -> str: ...

    @property
    def present(self) -> Path: ...

    @property
    def installed(self) -> Mapping[str, str]: ...

    def resolve(self, how: How, held: Collection[str]) -> tuple[Mapping[str, str], str]:
        """Version by name that fit together; none, and what the client says, where there are no such ones.

        held: the libraries that stay as they are.
        """
        ...

    def named(self, said: str) -> list[str]:
        """The libraries that a complaint speaks of and that may stay as they are."""
        ...

    def lock(self, pins: Mapping[str, str]) -> str:
        """What the environment of these versions depends on, as a text: the same one is built once."""
        ...

    def fill(self, place: Path, pins: Mapping[str, str], held: Collection[str]) -> NotBuilt | None:
        """Install them into `place`, a folder that is not there yet. Returns why that failed, else None."""
        ...

    def refresh(self, place: Path) -> None:
        """Bring what no index gave up to date in an environment that is there."""
        ...


def newest_environment(
    clients: Iterable[EnvironmentClient], how: How, folder: Path, without: NotBuilt
) -> NewerEnvironment | NotBuilt:
    """Resolve by the first client that can the newest releases that `how` allows, and build their environment.

    folder: environments are below it; those that are of no use any more are removed. without: the answer where there is
    no client. Where nothing newer exists nothing is built.
    """
    said: NotBuilt | None = None
    for client in clients:
        found = _resolved(client, how)
        if not isinstance(found, NotBuilt):
            return _built(client, *found, folder)
        said = said or found
    return said or without


def _resolved(client: EnvironmentClient, how: How) -> tuple[Mapping[str, str], dict[str, str]] | NotBuilt:
    """Ask until it is resolved: a library that is the reason why it is not stays as it is, for the others' sake."""
    held = dict[str, str]()
    while True:
        pins, said = client.resolve(how, held)
        if pins:
            return pins, held
        if UNREACHABLE.search(said):
            return NotBuilt(f"No index answered {client.name}: {telling_line(said)}", client.index)
        named = [name for name in client.named(said) if name not in held]
        if not named or len(held) >= MOST_HELD:
            return _unresolved(client, said, held)
        held |= dict.fromkeys(named, telling_line(said))


def _built(
    client: EnvironmentClient, pins: Mapping[str, str], held: dict[str, str], folder: Path
) -> NewerEnvironment | NotBuilt:
    """The environment, out of the cache where it is there."""
    releases = changed(client.installed, pins)
    if not releases:
        return NewerEnvironment(client.present, client.name, [], held)
    place = folder / hashlib.sha256(client.lock(pins).encode()).hexdigest()[:16]
    if not (place / _READY).is_file():
        shutil.rmtree(place, ignore_errors=True)
        problem = client.fill(place, pins, held)
        if problem is not None:
            shutil.rmtree(place, ignore_errors=True)
            return problem
        (place / _READY).write_text(json.dumps(dict(pins), indent=1), encoding="utf-8")
    for other in folder.iterdir():
        if other != place and (other / _READY).is_file():
            shutil.rmtree(other, ignore_errors=True)
    client.refresh(place)
    return NewerEnvironment(place, client.name, releases, held)


def _unresolved(client: EnvironmentClient, said: str, held: Mapping[str, str]) -> NotBuilt:
    if len(held) >= MOST_HELD:
        found = f"{len(held)} libraries"
        return NotBuilt(
            f"{client.name} finds no release of {found}, such as {', '.join(list(held)[:3])}.", client.index
        )
    return NotBuilt(
        f"{client.name} can't resolve newer releases: {telling_line(said)}",
        "Loosen the requirements that it names, or try `update: minor`.",
    )


def telling_line(said: str) -> str:
    """The line of a client's complaint that says most."""
    lines = [" ".join(line.strip(" ╰─▶×│").split()) for line in said.splitlines()]
    lines = [line for line in lines if line and not line.startswith(_ASIDE)]
    telling = (line for mark in _TELLING for line in lines if mark in line.lower())
    said = next(telling, lines[-1] if lines else "it said nothing")
    return re.sub(r"^(?:cause:|error:|npm error) ", "", said, flags=re.I)[:300]

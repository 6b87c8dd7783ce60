"""An environment of newer releases for a project, built beside its own one and cached by what it holds."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core.counted_nouns import counted, first_names
from testfix_pipeline.execution.interpreter import OUR_OWN
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.updates.tomorrow.newer_releases import How, Release, changed, requirements
from testfix_pipeline.updates.tomorrow.package_clients import PackageClient, clients
from testfix_pipeline.updates.tomorrow.site_packages import SitePackages

MOST_HELD = 10
"""So many libraries may be kept as they are because no release of them can be had, before there is no index for us."""
_READY = "ready.json"
_UNREACHABLE = re.compile(
    r"^.*(?:connection (?:broken|refused|reset|aborted)|connect error|error \(connect|dns error|timed out|unreachable"
    r"|failed to fetch|max retries|name resolution|not a trusted).*$",
    re.I | re.M,
)
_NO_INDEX = "Name one that answers (PIP_INDEX_URL or UV_INDEX_URL, PIP_FIND_LINKS for a folder), then start it again."


@dataclass(frozen=True)
class NotBuilt:
    """Why there is no such environment, and what to do next, as sentences."""

    what: str
    next_step: str


@dataclass(frozen=True)
class NewerEnvironment:
    """An environment with newer releases: its interpreter, what differs, and what had to stay, with the reason."""

    interpreter: Path
    client: str
    releases: list[Release]
    held: dict[str, str] = field(default_factory=dict)


def newer_environment(
    project: TargetProject, root: Path, how: How, folder: Path, say: Callable[[str], None] = lambda _: None
) -> NewerEnvironment | NotBuilt:
    """Resolve the newest releases that `how` allows, and build their environment below `folder` unless it is there.

    root: the project's folder. say: called with what is done now, which may take minutes. The project's own environment
    is only read; others below `folder` are removed. Where nothing newer exists nothing is built, and the interpreter is
    the project's own.
    """
    is_ours = project.interpreter_source.startswith(OUR_OWN)
    present = None if is_ours else SitePackages.beside(project.interpreter)
    if present is None or not present.released:
        return NotBuilt(
            f"Tests run with {project.interpreter_source}, so there is nothing to update."
            if is_ours
            else f"Beside {project.interpreter} no installed release is found, so there is nothing to update.",
            "Make the project's environment (`.venv`), or name its interpreter with the `python` setting.",
        )
    said: NotBuilt | None = None
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix="client-") as place:
        for client in clients(project, root, Path(place)):
            found = _Resolved.by(client, present, how, say)
            if isinstance(found, _Resolved):
                return found.built(folder, say)
            said = said or found
    return said or NotBuilt(
        f"There is neither pip beside {project.interpreter} nor uv.", "Install one of them, then start it again."
    )


@dataclass(frozen=True)
class _Resolved:
    """What a client chose. held: of which libraries no release could be had, with its words."""

    client: PackageClient
    present: SitePackages
    pins: Mapping[str, str]
    held: dict[str, str]

    @classmethod
    def by(
        cls, client: PackageClient, present: SitePackages, how: How, say: Callable[[str], None]
    ) -> _Resolved | NotBuilt:
        """Ask until it is resolved: a library that is the reason why it is not stays as it is, for the others' sake."""
        installed, held = present.released, dict[str, str]()
        while True:
            say(f"asking {client.name} for newer releases" + (f", without {first_names(list(held))}" if held else ""))
            wanted = requirements(installed, how, held)
            pins, said = client.resolve(wanted) if len(held) < len(wanted) else ({}, "")
            if pins:
                return cls(client, present, pins, held)
            if unanswered := _UNREACHABLE.search(said):
                return NotBuilt(f"No index answered {client.name}: {_line(unanswered[0])}", _NO_INDEX)
            named = [name for name in _named(said, installed) if name not in held]
            if not named or len(held) >= MOST_HELD:
                return _unresolved(client, said, held)
            for name in named:
                held[name] = _line(said)
                client.wheels.mkdir(exist_ok=True)
                present.write_wheel(name, client.wheels)

    def built(self, folder: Path, say: Callable[[str], None]) -> NewerEnvironment | NotBuilt:
        """The environment, out of the cache where it is there."""
        project = self.client.project
        releases = changed(self.present.released, self.pins)
        if not releases:
            return NewerEnvironment(project.interpreter, self.client.name, [], self.held)
        place = folder / _hash(project.interpreter, self.pins)
        if not (place / _READY).is_file():
            shutil.rmtree(place, ignore_errors=True)
            say(f"installing {counted(len(self.pins), 'release')} with {self.client.name}")
            problem = self._fill(place)
            if problem is not None:
                shutil.rmtree(place, ignore_errors=True)
                return problem
            (place / _READY).write_text(json.dumps(dict(self.pins), indent=1), encoding="utf-8")
        for other in folder.iterdir():
            if other not in (place, self.client.folder):
                shutil.rmtree(other, ignore_errors=True)
        interpreter = place / "bin" / "python"
        site = SitePackages.beside(interpreter)
        assert site is not None  # it was filled
        self.present.copy_unreleased(site.folder)
        return NewerEnvironment(interpreter, self.client.name, releases, self.held)

    def _fill(self, place: Path) -> NotBuilt | None:
        project = self.client.project
        place.mkdir()
        made = run(
            [str(project.interpreter), "-m", "venv", "--without-pip", str(place)],
            cwd=place,
            env=clean_environment(),
            limits=ProcessLimits(120.0),
            policy=target_policy(project),
            writable=[place],
        )
        if made.returncode != 0:
            said = _line(made.log.decode(errors="replace"))
            return NotBuilt(f"{project.interpreter} can't make an environment: {said}", "Install its module `venv`.")
        interpreter = place / "bin" / "python"
        said = self.client.install({name: one for name, one in self.pins.items() if name not in self.held}, interpreter)
        site = SitePackages.beside(interpreter)
        if not said and site is not None:
            for name in self.held:
                self.present.copy_release(name, site.folder)
            return None
        return NotBuilt(f"{self.client.name} can't install the newer releases: {_line(said)}", "Start it again.")


def _hash(interpreter: Path, pins: Mapping[str, str]) -> str:
    """Names an environment by the interpreter and the exact releases, its lock."""
    known = [str(interpreter.resolve()), sorted(pins.items())]
    return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:16]


def _named(said: str, installed: Mapping[str, str]) -> list[str]:
    """The libraries that a complaint speaks of."""
    words = {word.lower().replace("_", "-").replace(".", "-") for word in re.findall(r"[A-Za-z0-9][\w.-]*", said)}
    return [name for name in installed if name in words]


def _unresolved(client: PackageClient, said: str, held: Mapping[str, str]) -> NotBuilt:
    if len(held) >= MOST_HELD or not said:
        return NotBuilt(f"{client.name} finds no release of {first_names(list(held), 3)}.", _NO_INDEX)
    return NotBuilt(
        f"{client.name} can't resolve newer releases: {_line(said)}",
        "Loosen the requirements that it names, or try `update: minor`.",
    )


def _line(said: str) -> str:
    """The line of a client's complaint that says most."""
    lines = [" ".join(line.strip(" ╰─▶×│").split()) for line in said.splitlines()]
    telling = [line for line in lines if line and not line.startswith(("WARNING", "hint:", "[notice]"))]
    lines = telling or [line for line in lines if line]
    best = (line for mark in ("yanked", "because", "could not find", "error") for line in lines if mark in line.lower())
    said = next(best, lines[-1] if lines else "it said nothing")
    return re.sub(r"^(?:cause|error|warning): ", "", said, flags=re.I)[:300]

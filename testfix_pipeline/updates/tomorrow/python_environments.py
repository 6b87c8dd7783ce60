"""Environments of newer Python releases: a virtual environment that pip or uv fills."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.execution.interpreter import OUR_OWN
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.updates.tomorrow.environments import (
    How,
    NewerEnvironment,
    NotBuilt,
    Say,
    newest_environment,
    requirements,
    telling_line,
)
from testfix_pipeline.updates.tomorrow.package_clients import PackageClient, clients
from testfix_pipeline.updates.tomorrow.site_packages import SitePackages


def newer_python(
    project: TargetProject, root: Path, how: How, folder: Path, say: Say = lambda _: None
) -> NewerEnvironment | NotBuilt:
    """Resolve the newest releases that `how` allows, and build their environment below `folder` unless it is there.

    root: the project's folder. The project's own environment is only read.
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
    if_no_client = NotBuilt(
        f"There is neither pip beside {project.interpreter} nor uv.", "Install one of them, then start it again."
    )

    def found(place: Path) -> Iterator[PythonClient]:
        return (PythonClient(one, present, present.released) for one in clients(project, root, place))

    return newest_environment(found, how, folder, if_no_client, say)


@dataclass(frozen=True)
class PythonClient:
    """See `EnvironmentClient`."""

    client: PackageClient
    site: SitePackages
    installed: Mapping[str, str]
    index_advice = (
        "Name one that answers (PIP_INDEX_URL or UV_INDEX_URL, PIP_FIND_LINKS for a folder), then start it again."
    )

    @property
    def name(self) -> str:
        return self.client.name

    @property
    def present(self) -> Path:
        return self.client.project.interpreter.parent.parent

    def resolve(self, how: How, held: Collection[str]) -> tuple[Mapping[str, str], str]:
        self.client.wheels.mkdir(exist_ok=True)
        for name in held:
            self.site.write_wheel(name, self.client.wheels)
        return self.client.resolve(requirements(self.installed, how, held))

    def named(self, said: str) -> list[str]:
        words = {word.lower().replace("_", "-").replace(".", "-") for word in re.findall(r"[A-Za-z0-9][\w.-]*", said)}
        return [name for name in self.installed if name in words]

    def unbuilt(self) -> list[str]:
        return []  # wheels need no script

    def lock(self, pins: Mapping[str, str]) -> str:
        return json.dumps([str(self.client.project.interpreter.resolve()), sorted(pins.items())])

    def fill(self, place: Path, pins: Mapping[str, str], held: Collection[str]) -> NotBuilt | None:
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
            said = telling_line(made.log.decode(errors="replace"))
            return NotBuilt(f"{project.interpreter} can't make an environment: {said}", "Install its module `venv`.")
        interpreter = python_in(place)
        said = self.client.install({name: one for name, one in pins.items() if name not in held}, interpreter)
        site = SitePackages.beside(interpreter)
        if not said and site is not None:
            for name in held:
                self.site.copy_release(name, site.folder)
            return None
        return NotBuilt(f"{self.name} can't install the newer releases: {telling_line(said)}", "Start it again.")

    def refresh(self, place: Path) -> None:
        site = SitePackages.beside(python_in(place))
        assert site is not None  # it was filled
        self.site.copy_unreleased(site.folder)


def python_in(environment: Path) -> Path:
    """The interpreter of a virtual environment."""
    return environment / "bin" / "python"

"""Environments of newer npm packages: a `node_modules` of its own that npm fills. No script of a package is run."""

from __future__ import annotations

import json
import os
import re
import shutil
import tarfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.package_client import run_package_client
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.project_files import read_json
from testfix_pipeline.updates.tomorrow.environments import (
    How,
    NewerEnvironment,
    NotBuilt,
    Say,
    newest_environment,
    telling_line,
)

RESOLVE_SECONDS, INSTALL_SECONDS = 300.0, 900.0
_MODULES, _LOCK, _HELD = "node_modules", "package-lock.json", "held"
_INSTALLED_LOCK = f"{_MODULES}/.{_LOCK}"
"""What npm writes of what it installed."""
_TABLES = ("dependencies", "devDependencies", "optionalDependencies")
_OTHERS = {"yarn.lock": "yarn", "pnpm-lock.yaml": "pnpm", "bun.lock": "bun", "bun.lockb": "bun"}
_QUIET = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-progress", "--no-update-notifier", "--loglevel=error")
_ONE_RETRY = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000")
_VERSIONS = re.compile(r"[\d<>=~^*xXv]|latest$|$")
"""How a requirement begins that names versions: not a tag, a folder or an address."""
_OWN_ENTRIES = (".bin", ".cache", ".vite", f".{_LOCK}")


def newer_packages(
    project: TargetProject, root: Path, how: How, folder: Path, say: Say = lambda _: None
) -> NewerEnvironment | NotBuilt:
    """Resolve the newest packages that `how` allows, and install them below `folder` unless they are there.

    root: the project's folder, whose `node_modules` is only read.
    """
    problem = _unsupported(root)
    if problem is not None:
        return problem
    if_no_client = NotBuilt("There is no npm on the PATH.", "Install npm, then start it again.")
    node, npm = shutil.which("node"), shutil.which("npm")

    def found(place: Path) -> list[NpmClient]:
        return [NpmClient(project, root, place, Path(node), Path(npm).resolve())] if node and npm else []

    return newest_environment(found, how, folder, if_no_client, say)


def _unsupported(root: Path) -> NotBuilt | None:
    """Why npm can't say what a project has, None where it can."""
    if not read_json(root / "package.json"):
        return NotBuilt("There is no package.json that can be read in the project's folder.", "Correct the file.")
    if _packages(root / _INSTALLED_LOCK):
        return None
    other = next((name for lock, name in _OTHERS.items() if (root / lock).is_file()), "")
    if other and not (root / _LOCK).is_file():
        return NotBuilt(f"The project is installed by {other}; only npm is supported.", "Leave `update` off for it.")
    command = "npm ci" if (root / _LOCK).is_file() else "npm install"
    what = f"There is no {_INSTALLED_LOCK}: npm has installed nothing."
    return NotBuilt(what, f"Run `{command}`, then start it again.")


def _packages(lock: Path) -> Mapping[str, Mapping[str, Any]]:
    """The entries of a lock file of npm 7 or newer, by the path of their folder, which is below the lock's."""
    found = read_json(lock).get("packages")
    entries = found.items() if isinstance(found, dict) else ()
    return {key: one for key, one in entries if isinstance(one, dict) and _is_below(key)}


def _is_below(path: str) -> bool:
    return not path.startswith("/") and ".." not in path.split("/")


@dataclass(frozen=True)
class NpmClient:
    """See `EnvironmentClient`. folder: an empty one, in which npm resolves and installs."""

    project: TargetProject
    root: Path
    folder: Path
    node: Path
    npm: Path
    name = "npm"
    index_advice = "Name one that answers (`npm config set registry`, or NPM_CONFIG_REGISTRY), then start it again."

    @property
    def present(self) -> Path:
        return self.root / _MODULES

    @cached_property
    def _present(self) -> Mapping[str, Mapping[str, Any]]:
        return _packages(self.root / _INSTALLED_LOCK)

    @cached_property
    def installed(self) -> Mapping[str, str]:
        return self._versions(self._present)

    @property
    def _frameworks(self) -> set[str]:
        """The packages that run the tests: they keep their major version, as we know how to run that one."""
        return {suite.framework for suite in self.project.suites}

    @property
    def _members(self) -> list[str]:
        """The folders of the project's own packages: its root, its workspaces, and others that it links."""
        linked = [key for key in self._present if key and _MODULES not in key.split("/")]
        return ["", *(key for key in linked if (self.root / key).resolve().is_relative_to(self.root.resolve()))]

    def resolve(self, how: How, held: Collection[str]) -> tuple[Mapping[str, str], str]:
        for member in self._members:
            self._write_manifest(member, how, held)
        if (self.root / ".npmrc").is_file():
            shutil.copyfile(self.root / ".npmrc", self._tree / ".npmrc")
        (self._tree / _LOCK).unlink(missing_ok=True)
        said = self._run("install", "--package-lock-only", *_ONE_RETRY, seconds=RESOLVE_SECONDS)
        pins = self._versions(_packages(self._tree / _LOCK))
        return (pins, "") if not said and pins else ({}, said or "it gave no answer")

    def named(self, said: str) -> list[str]:
        words = {word.rpartition("@")[0] or word for word in re.findall(r"@?[a-z0-9][\w./@-]*", said)}
        return sorted(words & {name for _, name in self._declared})

    def unbuilt(self) -> list[str]:
        resolved = {key: one for key, one in _packages(self._tree / _LOCK).items() if one.get("hasInstallScript")}
        other = (key for key, one in resolved.items() if one.get("version") != self._version_at(key))
        return [name for key in other if (name := key.rpartition(f"{_MODULES}/")[2]) in self.installed]

    def lock(self, pins: Mapping[str, str]) -> str:
        return f"{self.node.resolve()}\n{(self._tree / _LOCK).read_text(encoding='utf-8')}"

    def fill(self, place: Path, pins: Mapping[str, str], held: Collection[str]) -> NotBuilt | None:
        said = self._run("ci", *_ONE_RETRY, seconds=INSTALL_SECONDS)
        if said:
            return NotBuilt(f"npm can't install the newer releases: {telling_line(said)}", "Start it again.")
        (self._tree / ".npmrc").unlink(missing_ok=True)  # it may hold a password
        for key, one in _packages(self._tree / _LOCK).items():
            is_same = one.get("version") == self._version_at(key)
            if one.get("hasInstallScript") and is_same and (self.root / key).is_dir():
                shutil.copytree(self.root / key, self._tree / key, symlinks=True, dirs_exist_ok=True)
        shutil.move(self._tree, place)
        return None

    def refresh(self, place: Path) -> None:
        target = place / _MODULES
        for entry in self.present.iterdir():
            there = target / entry.name
            if entry.is_symlink() and (_is_ours(there) or not os.path.lexists(there)):
                there.unlink(missing_ok=True)
                there.symlink_to(entry.resolve())
            elif entry.name.startswith(".") and entry.name not in _OWN_ENTRIES and entry.is_dir():
                shutil.rmtree(there, ignore_errors=True)
                shutil.copytree(entry, there, symlinks=True)

    @cached_property
    def _tree(self) -> Path:
        (self.folder / "tree").mkdir()
        return self.folder / "tree"

    def _version_at(self, key: str) -> object:
        return self._present.get(key, {}).get("version")

    @cached_property
    def _declared(self) -> list[tuple[str, str]]:
        """The installed packages that the project itself asks for by a version, with the folder that does."""
        manifests = {member: read_json(self.root / member / "package.json") for member in self._members}
        asked = [(member, name) for member, one in manifests.items() for _, name, _ in _requirements(one)]
        return [(member, name) for member, name in asked if _seen_from(member, name, self._present)]

    def _versions(self, packages: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
        """Version by name: of what the project asks for, and of what all of its packages find besides."""
        found = dict[str, str]()
        for member, name in self._declared:
            version = str(packages.get(_seen_from(member, name, packages), {}).get("version", ""))
            if version and found.setdefault(name, version) != version:
                found[f"{name} in {member}"] = version
        for key, one in packages.items():
            name = key.removeprefix(f"{_MODULES}/")
            is_outer = name != key and _MODULES not in name.split("/") and not one.get("link")
            is_there = isinstance(one.get("version"), str) and (not one.get("optional") or key in self._present)
            if is_outer and is_there:
                found.setdefault(name, one["version"])
        return found

    def _write_manifest(self, member: str, how: How, held: Collection[str]) -> None:
        manifest = read_json(self.root / member / "package.json")
        overridden = manifest.get("overrides") or ()
        for table, name, _ in list(_requirements(manifest)):
            key = _seen_from(member, name, self._present)
            own = self._present.get(key, {})
            if name in held and own.get("version"):
                manifest[table][name] = f"file:{os.path.relpath(self._packed(key), self._tree / member)}"
            elif own.get("version") and name not in overridden:
                manifest[table][name] = _allowed(own["version"], "minor" if name in self._frameworks else how)
        for name in sorted(set(held) - {name for _, name in self._declared}) if not member else ():
            # what others require is asked for as well: it stays where its range allows
            held_file = f"file:{os.path.relpath(self._packed(f'{_MODULES}/{name}'), self._tree)}"
            manifest["dependencies"] = {**manifest.get("dependencies", {}), name: held_file}
        target = self._tree / member / "package.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(manifest, indent=1), encoding="utf-8")

    def _packed(self, key: str) -> Path:
        """An installed package as a file, so that npm can have it without the index."""
        target = self._tree / _HELD / f"{key.replace('/', '-')}.tar"
        if not target.exists():
            target.parent.mkdir(exist_ok=True)
            with tarfile.open(target, "w") as archive:
                for entry in sorted((self.root / key).iterdir()):
                    if entry.name != _MODULES and entry.resolve().is_relative_to(self.root.resolve()):
                        archive.add(entry, f"package/{entry.name}", filter=_undated)
        return target

    def _run(self, *arguments: str, seconds: float) -> str:
        """What npm complains of; "" where it succeeded."""
        variables = {"npm_config_cache": str(self.folder / "cache")}
        named = os.environ.get("NPM_CONFIG_USERCONFIG")
        own = Path(named) if named else Path.home() / ".npmrc"
        if own.is_file():
            variables["npm_config_userconfig"] = str(own)
        try:
            done = run_package_client(
                self.project,
                [str(self.node), str(self.npm), *arguments, *_QUIET],
                self.npm,
                [self._tree, self.folder],
                seconds,
                readable=[own] if own.is_file() else [],
                variables=variables,
            )
        except MeasurementError as error:
            return error.what
        if done.timed_out:
            return f"it timed out after {seconds:.0f} s"
        return "" if done.returncode == 0 else done.log.decode(errors="replace").strip() or "it failed without a word"


def _is_ours(link: Path) -> bool:
    """Whether it is a link of `refresh`; those of npm are relative."""
    return link.is_symlink() and link.readlink().is_absolute()


def _undated(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """The entry of an archive that has the same bytes each night, so that its environment is found again."""
    entry.mtime = 0
    return entry


def _seen_from(member: str, name: str, packages: Mapping[str, object]) -> str:
    """The entry of the package that a folder of the project finds by a name; "" if there is none."""
    places = (f"{member}/{_MODULES}/{name}", f"{_MODULES}/{name}")
    return next((one for one in places if one in packages), "")


def _requirements(manifest: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Table, name and text of the requirements of a `package.json` that name versions."""
    for table in _TABLES:
        found = manifest.get(table)
        for name, text in found.items() if isinstance(found, dict) else ():
            if isinstance(text, str) and _VERSIONS.match(text) and not {":", "/"} & set(text):
                yield table, name, text


def _allowed(version: str, how: How) -> str:
    major = version.partition(".")[0]
    bound = f" <{int(major) + 1}" if how == "minor" and major.isdecimal() else ""
    return f">={version}{bound}"

"""What lies beside an interpreter: releases from an index, and what else is there, such as the project itself.

Everything is read and copied as files; nothing of it is executed.
"""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import Distribution
from pathlib import Path, PurePosixPath

from packaging.utils import canonicalize_name

_TAG = "Tag: "
_NAME = re.compile(r"[A-Za-z0-9](?:[\w.]*[A-Za-z0-9])?", re.A)


@dataclass(frozen=True)
class SitePackages:
    """The packages of an environment in their folder."""

    folder: Path

    @classmethod
    def beside(cls, interpreter: Path) -> SitePackages | None:
        """Those of an interpreter; None where its environment has no such folder."""
        found = sorted(interpreter.parent.parent.glob("lib/python3*/*-packages"))
        return cls(found[0]) if found else None

    @cached_property
    def _found(self) -> dict[str, Path]:
        """The folder of metadata of each distribution, by its normalised name; not of what is none, such as `~umpy`,
        which pip leaves where it was interrupted."""
        infos = [*self.folder.glob("*.egg-info"), *self.folder.glob("*.dist-info")]
        named = ((info.name.partition("-")[0].removesuffix(".egg-info"), info) for info in infos)
        return {canonicalize_name(name): info for name, info in named if _NAME.fullmatch(name)}

    def _distribution(self, name: str) -> Distribution:
        return Distribution.at(self._found[name])

    @property
    def released(self) -> dict[str, str]:
        """Version by normalised name of what an index gave: not what came from a folder or a repository.

        A folder of metadata that can't be read, as an interrupted installation leaves it, is no release.
        """
        found = {name: _version(self._distribution(name)) for name in self._found}
        return {name: version for name, version in found.items() if version}

    def files_of(self, name: str) -> list[PurePosixPath]:
        """The files of a distribution inside of the folder, without byte code."""
        info = self._found[name]
        listed = [PurePosixPath(str(file)) for file in self._distribution(name).files or ()]
        listed += [PurePosixPath(file.relative_to(self.folder)) for file in info.rglob("*")]
        inside = [file for file in dict.fromkeys(listed) if not file.is_absolute() and ".." not in file.parts]
        return [file for file in inside if file.suffix != ".pyc" and (self.folder / file).is_file()]

    def copy_release(self, name: str, target: Path) -> None:
        """Write the files of a distribution to a folder, as its wheel is unpacked."""
        for file in self.files_of(name):
            _copy(self.folder / file, target / file)

    def write_wheel(self, name: str, target: Path) -> None:
        """Write a wheel with a distribution's metadata alone, so that a package client can resolve with it."""
        one = self._distribution(name)
        info, tags = f"{name.replace('-', '_')}-{one.version}.dist-info", _tags(one.read_text("WHEEL") or "")
        files = {
            f"{info}/METADATA": one.read_text("METADATA") or one.read_text("PKG-INFO") or "",
            f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: testfix\nRoot-Is-Purelib: true\nTag: {tags}\n",
        }
        with zipfile.ZipFile(target / f"{name.replace('-', '_')}-{one.version}-{tags}.whl", "w") as archive:
            for path, text in files.items():
                archive.writestr(path, text)
            archive.writestr(f"{info}/RECORD", "".join(f"{path},,\n" for path in (*files, f"{info}/RECORD")))

    def copy_unreleased(self, target: Path) -> None:
        """Copy what no index gave: the project's own installation, links to folders, single modules."""
        released = self.released
        theirs = {top for name in released for top in self._tops(name)}
        for name in self._found.keys() - released.keys():
            self.copy_release(name, target)
        for entry in self.folder.iterdir():
            if entry.name not in theirs and entry.name != "__pycache__" and not (target / entry.name).exists():
                _copy(entry, target / entry.name)

    def _tops(self, name: str) -> Iterator[str]:
        """The entries of the folder that a distribution has a part in."""
        yield from (self._found[name].name, *(file.parts[0] for file in self.files_of(name)))
        for module in (self._distribution(name).read_text("top_level.txt") or "").split():
            yield from (module, f"{module}.py")


def _version(one: Distribution) -> str:
    """The version of what an index gave; "" for anything else."""
    try:
        return "" if one.read_text("direct_url.json") else str(one.metadata["Version"] or "")
    except (ValueError, TypeError, KeyError, OSError):
        return ""


def _tags(wheel: str) -> str:
    """The end of a wheel's file name by its metadata: several tags as one."""
    tags = [line.removeprefix(_TAG).split("-") for line in wheel.splitlines() if line.startswith(_TAG)]
    columns = zip(*(tag for tag in tags if len(tag) == 3), strict=True)
    return "-".join(".".join(sorted(set(column))) for column in columns) or "py3-none-any"


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
    else:
        shutil.copy2(source, target, follow_symlinks=False)

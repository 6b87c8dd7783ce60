"""The packages of Go's and cargo's workspaces, as their manifests declare them; nothing is run."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline.execution.project_files import read_text, read_toml
from testfix_pipeline.frameworks.declared_packages import strings_of

_TABLES = ("dependencies", "dev-dependencies", "build-dependencies")


def go_members(folder: Path) -> list[str]:
    """The folders that `go.work` in `folder` uses, relative to it; none where there is no such file."""
    text = read_text(folder / "go.work")
    named = re.findall(r"(?m)^use\s+([^\s(]+)", text)
    named += [word for block in re.findall(r"(?ms)^use\s*\((.*?)^\)", text) for word in _words(block)]
    places = [Path(os.path.normpath(name.strip('"`'))) for name in named]
    inside = [place for place in places if not place.is_absolute() and ".." not in place.parts]
    return sorted({"" if place == Path() else place.as_posix() for place in inside if (folder / place).is_dir()})


def _words(block: str) -> Iterator[str]:
    for line in block.splitlines():
        yield from line.partition("//")[0].split()


def cargo_members(tree: Path) -> list[str]:
    """The folders of the packages of the workspace whose manifest lies in `tree`, without `tree` itself."""
    table = read_toml(tree / "Cargo.toml").get("workspace")
    if not isinstance(table, dict):
        return []
    excluded = {Path(os.path.normpath(name)) for name in strings_of(table.get("exclude"))}
    named = [name for name in strings_of(table.get("members")) if ".." not in Path(name).parts and name[:1] != "/"]
    found = {
        place.parent.relative_to(tree) for name in named for place in tree.glob(f"{os.path.normpath(name)}/Cargo.toml")
    }
    pending = [Path(), *found]
    while pending:  # packages below the workspace that a member needs by path are members, too
        more = set(_needed_by_path(tree, pending.pop())) - found - {Path()}
        found |= more
        pending += more
    return sorted(place.as_posix() for place in found if not excluded & {place, *place.parents} and place != Path())


def _needed_by_path(tree: Path, folder: Path) -> Iterator[Path]:
    for needed in dependencies(read_toml(tree / folder / "Cargo.toml")).values():
        if isinstance(needed, dict) and isinstance(needed.get("path"), str):
            place = Path(os.path.normpath(folder / needed["path"]))
            if ".." not in place.parts and not place.is_absolute() and (tree / place / "Cargo.toml").is_file():
                yield place


def dependencies(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """What a package needs on every machine, by the name that it gives it."""
    tables = [manifest.get(name) for name in _TABLES]
    return {name: value for table in tables if isinstance(table, dict) for name, value in table.items()}

"""Cargo's packages and workspaces, as their manifests declare them; nothing is run."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline.execution.project_files import read_text, read_toml
from testfix_pipeline.frameworks.workspaces import dependencies

_TEST = re.compile(r"#\[\s*[\w:]*test\w*\b|\bquickcheck!|\bproptest!")


def test_files(folder: Path) -> tuple[str, ...]:
    """The package's files that seem to hold tests, relative to `folder`; macros may hide them in others."""
    places = sorted([*folder.glob("src/**/*.rs"), *folder.glob("tests/**/*.rs")])
    found = [place for place in places if _TEST.search(read_text(place)) or place.parent == folder / "tests"]
    return tuple(place.relative_to(folder).as_posix() for place in found)


def cargo_home() -> Path:
    """Where cargo keeps what it has downloaded."""
    return Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")


def rustup_home() -> Path:
    """Where rustup keeps the compilers."""
    return Path(os.environ.get("RUSTUP_HOME") or Path.home() / ".rustup")


def missing_crates(folder: Path, workspace: Path) -> list[str]:
    """The crates that the package in `folder` needs itself, from a registry, and that are not on this machine."""
    replaced = any((workspace / ".cargo" / name).is_file() for name in ("config.toml", "config"))
    if replaced:  # vendored
        return []
    needed = set(_from_registry(read_toml(folder / "Cargo.toml"), read_toml(workspace / "Cargo.toml")))
    if not (workspace / "Cargo.lock").is_file():  # cargo has to choose the versions
        return [name for name in sorted(needed) if not _is_here(name, "[0-9]*")]
    locked = read_toml(workspace / "Cargo.lock").get("package") or []
    from_registry = [one for one in locked if str(one.get("source", "")).startswith(("registry+", "sparse+"))]
    by_name: dict[str, list[str]] = {}
    for one in from_registry:
        by_name.setdefault(str(one.get("name")), []).append(str(one.get("version")))
    return [
        f"{name} {versions[0]}"
        for name, versions in sorted(by_name.items())
        if name in needed and not any(_is_here(name, version) for version in versions)
    ]


def _from_registry(manifest: Mapping[str, Any], workspace: Mapping[str, Any]) -> Iterator[str]:
    table = workspace.get("workspace")
    shared = table.get("dependencies", {}) if isinstance(table, dict) else {}
    for name, needed in dependencies(manifest).items():
        details = shared.get(name, needed) if isinstance(needed, dict) and needed.get("workspace") else needed
        details = details if isinstance(details, dict) else {}
        optional = isinstance(needed, dict) and needed.get("optional")
        if not optional and not details.get("optional") and "path" not in details and "git" not in details:
            yield str(details.get("package", name))


def _is_here(name: str, version: str) -> bool:
    """Whether a crate is on this machine; the version may be a pattern."""
    registry = cargo_home() / "registry"
    found = [*registry.glob(f"cache/*/{name}-{version}.crate"), *registry.glob(f"src/*/{name}-{version}")]
    return bool(found)

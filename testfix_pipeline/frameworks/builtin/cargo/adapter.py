"""Rust's tests: cargo builds them, and their binaries are run one by one. What libtest says can't be confirmed."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.execution.project_files import read_text, read_toml
from testfix_pipeline.frameworks.builtin.native.program import plain_ids, python_program
from testfix_pipeline.frameworks.channel import channel_events
from testfix_pipeline.frameworks.manifest import Manifest, require_packages
from testfix_pipeline.frameworks.model import Capabilities, Event, Launch, SuiteRequest, Target, UserCommand
from testfix_pipeline.frameworks.workspaces import cargo_members, dependencies

_READ = ("bin", "registry", "git", "config.toml", "config")
"""Of cargo's home; what it has beside may be secret."""
_TEST = re.compile(r"#\[\s*[\w:]*test\w*\b|\bquickcheck!|\bproptest!")


class CargoTest:
    """`cargo test` with libtest, as Rust 1.70 and later have it; each test alone where the project uses nextest."""

    name = "cargo test"
    user_command = UserCommand("cargo test", "{word}")

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        """The package's tests, None where it has none. Raises ProjectError where cargo or a crate is not installed."""
        folder = manifest.path(tree)
        if not read_toml(folder / "Cargo.toml").get("package"):
            return None
        files = test_files(folder)
        if not files:
            return None
        cargo = shutil.which("cargo")
        if cargo is None:
            what = "The project's tests need Rust, and there is no `cargo` on the PATH."
            raise ProjectError(what, "Install Rust, for example by rustup.")
        top = manifest.top(tree)
        in_workspace = folder.relative_to(top).as_posix() in cargo_members(top)
        workspace = top if in_workspace else folder
        install = "cargo fetch --locked" if (workspace / "Cargo.lock").is_file() else "cargo fetch"
        place = manifest.workspace or "the project's folder"
        require_packages(manifest, "crates", place, missing_crates(folder, workspace), install)
        return Target(
            framework=self.name,
            folder=manifest.folder,
            files=files,
            program=cargo,
            settings={
                "above": os.path.relpath(workspace, folder),
                "install": install,
                "process_each": (workspace / ".config" / "nextest.toml").is_file(),
                "homes": {"CARGO_HOME": str(cargo_home()), "RUSTUP_HOME": str(rustup_home())},
                "read": [*(str(cargo_home() / name) for name in _READ), str(rustup_home())],
            },
        )

    def capabilities(self, target: Target) -> Capabilities:
        return Capabilities(grade="reported", subset="id", language="rust", repeats=True)

    def launches(self, target: Target, request: SuiteRequest) -> Sequence[Launch]:
        if request.ids is not None and not request.ids:
            return []
        settings = {name: target.settings[name] for name in ("install", "process_each", "homes", "above")}
        order = {
            **settings,
            "files": None if request.files is None else list(request.files),
            "without_files": sorted(request.without_files),
            "ids": None if request.ids is None else plain_ids(request.ids),
            "without": plain_ids(request.without),
            "test_seconds": request.test_seconds,
        }
        read = (*target.settings["read"], str(Path(target.program).parent))
        return [
            Launch(argv=python_program("cargo.build"), order=order, read=read, builds="write"),
            Launch(argv=python_program("cargo.run"), order=order, read=read, builds="read"),
        ]

    def events(self, launch: Launch, data: Iterable[bytes]) -> Iterator[Event]:
        return channel_events(launch, data)


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

"""Rust's tests: cargo builds them, and their binaries are run one by one. What libtest says can't be confirmed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.execution.project_files import read_toml
from testfix_pipeline.frameworks.builtin.cargo import packages
from testfix_pipeline.frameworks.builtin.native.program import plain_ids, python_program
from testfix_pipeline.frameworks.channel import channel_events
from testfix_pipeline.frameworks.manifest import Manifest, require_packages
from testfix_pipeline.frameworks.model import Capabilities, Event, Launch, SuiteRequest, Target, UserCommand
from testfix_pipeline.frameworks.workspaces import cargo_members

_READ = ("bin", "registry", "git", "config.toml", "config")
"""Of cargo's home; what it has beside may be secret."""


class CargoTest:
    """`cargo test` with libtest, as Rust 1.70 and later have it; each test alone where the project uses nextest."""

    name = "cargo test"
    user_command = UserCommand("cargo test", "{word}")

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        """The package's tests, None where it has none. Raises ProjectError where cargo or a crate is not installed."""
        folder = manifest.path(tree)
        if not read_toml(folder / "Cargo.toml").get("package"):
            return None
        files = packages.test_files(folder)
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
        require_packages(manifest, "crates", place, packages.missing_crates(folder, workspace), install)
        return Target(
            framework=self.name,
            folder=manifest.folder,
            files=files,
            program=cargo,
            settings={
                "above": os.path.relpath(workspace, folder),
                "install": install,
                "process_each": (workspace / ".config" / "nextest.toml").is_file(),
                "homes": {"CARGO_HOME": str(packages.cargo_home()), "RUSTUP_HOME": str(packages.rustup_home())},
                "read": [*(str(packages.cargo_home() / name) for name in _READ), str(packages.rustup_home())],
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

"""Rust's own check of a package, `cargo check`, which runs its build script too."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from testfix_pipeline.core.check_records import CheckKind
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.static_checks.static_tools import (
    FindingKind,
    Place,
    StaticFinding,
    StaticTool,
    relative_path,
)

_OF_CARGO_HOME = ("bin", "registry", "git", "config.toml", "config")
"""What of cargo's home may be seen; beside it lie keys."""


@dataclass(frozen=True)
class CargoCheck(StaticTool):
    """`cargo check` on a package that keeps a `Cargo.lock`: without one cargo would write it into the checkout."""

    name: str = "cargo check"
    program: str = "cargo"
    by_package: bool = True
    suffixes: tuple[str, ...] = (".rs",)
    places: tuple[Place, ...] = (("Cargo.toml", ("package",)),)
    check: CheckKind = "types"
    fails_by_warnings: bool = False

    def configured_in(self, folder: Path) -> str:
        is_locked = any((place / "Cargo.lock").is_file() for place in (folder, *folder.parents))
        return super().configured_in(folder) if is_locked else ""

    def environment(self, cache: Path) -> Mapping[str, str]:
        homes = {"CARGO_HOME": str(_tool_home("cargo")), "RUSTUP_HOME": str(_tool_home("rustup"))}
        return {**homes, "CARGO_TARGET_DIR": str(cache / "cargo"), "CARGO_NET_OFFLINE": "true"}

    def read_folders(self) -> list[Path]:
        found = [*(_tool_home("cargo") / name for name in _OF_CARGO_HOME), _tool_home("rustup")]
        return [place for place in found if place.exists()]

    def arguments(self, folder: Path, files: Sequence[str], project: TargetProject, cache: Path) -> list[str]:
        return ["check", "--locked", "--offline", "--quiet", "--message-format=json"]

    def findings(self, output: str, folder: Path) -> Iterator[StaticFinding]:
        reports = (json.loads(line) for line in output.splitlines() if line.startswith("{"))
        found = (_finding(one["message"], folder) for one in reports if one["reason"] == "compiler-message")
        yield from dict.fromkeys(one for one in found if one is not None)  # each target of a package says it again


@dataclass(frozen=True)
class Clippy(CargoCheck):
    """`cargo clippy`, where the project configures it; it ends as failed for denied lints alone."""

    name: str = "cargo clippy"
    check: CheckKind = "lint"
    places: tuple[Place, ...] = (("clippy.toml", ()), (".clippy.toml", ()), ("Cargo.toml", ("lints.clippy",)))

    def arguments(self, folder: Path, files: Sequence[str], project: TargetProject, cache: Path) -> list[str]:
        return ["clippy", *super().arguments(folder, files, project, cache)[1:]]

    def findings(self, output: str, folder: Path) -> Iterator[StaticFinding]:
        yield from (replace(one, tool=self.name) for one in super().findings(output, folder))


def _finding(message: Mapping[str, Any], folder: Path) -> StaticFinding | None:
    """The finding of a message of the compiler; None for one about no line, such as a sum of errors."""
    place = next((span for span in message["spans"] if span["is_primary"]), None)
    if place is None:
        return None
    code = (message.get("code") or {}).get("code", "")
    is_error = message["level"].startswith("error")
    kind: FindingKind = "lint" if not is_error else "types" if code else "compile"
    # a path of the compiler, which is relative to the workspace, made relative to the package
    name = place["file_name"]
    above = next((place for place in (folder, *folder.parents) if (place / name).is_file()), folder)
    path = relative_path(folder, os.path.relpath(above / name, folder))
    return StaticFinding(
        "cargo check", path, place["line_start"], code or message["level"], message["message"], kind, is_error
    )


def _tool_home(name: str) -> Path:
    """The folder where cargo or rustup keeps installations."""
    return Path(os.environ.get(f"{name.upper()}_HOME") or Path.home() / f".{name}")


CARGO_TOOLS = (CargoCheck(),)

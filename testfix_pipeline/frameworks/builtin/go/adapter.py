"""Go's own tests: built with an observer in the package testing, and run as binaries that never see the build cache."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.frameworks.builtin.go import modules
from testfix_pipeline.frameworks.builtin.native.program import plain_ids, python_program
from testfix_pipeline.frameworks.channel import channel_events
from testfix_pipeline.frameworks.manifest import Manifest, require_packages
from testfix_pipeline.frameworks.model import Builds, Capabilities, Event, Launch, SuiteRequest, Target, UserCommand

_TOGETHER = (1, 21)
"""The first version that compiles the tests of several packages by one command."""


class GoTest:
    """`go test`, from Go 1.20 on: tests, subtests, examples, and the seeds of fuzz tests."""

    name = "go test"
    user_command = UserCommand("go test ./...", "-run {word}")

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        folder = manifest.path(tree)
        module = modules.module_path(folder)
        found = modules.packages(folder) if module else {}
        if not found:
            return None
        go = _go()
        top = manifest.top(tree)
        workspace = top if (top / "go.work").is_file() else None
        install = "go mod vendor" if (folder / "vendor").is_dir() else "go mod download"
        place = manifest.folder or "the module's folder"
        require_packages(manifest, "Go modules", place, modules.missing_modules(folder, workspace), install)
        version = _version(go)
        return Target(
            framework=self.name,
            folder=manifest.folder,
            files=tuple(file for files in found.values() for file in files),
            program=str(go),
            version=version,
            settings={
                "packages": found,
                "module": module,
                "modules": str(modules.module_cache()),
                "install": install,
                "read": [str(go.resolve().parents[1]), str(modules.module_cache())],
                "together": not version or tuple(map(int, version.split(".")[:2])) >= _TOGETHER,
            },
        )

    def capabilities(self, target: Target) -> Capabilities:
        return Capabilities(grade="proved", subset="id", language="go", repeats=True, build_cache="go")

    def launches(self, target: Target, request: SuiteRequest) -> Sequence[Launch]:
        packages = {
            folder: wanted
            for folder, files in target.settings["packages"].items()
            if (wanted := tuple(file for file in files if request.wants_file(file)))
        }
        if not packages:
            return []
        files = tuple(file for wanted in packages.values() for file in wanted)
        order = {
            **_settings(target),
            "packages": packages,
            "ids": None if request.ids is None else plain_ids(request.ids),
            "without": plain_ids(request.without),
            "test_seconds": request.test_seconds,
        }
        read = tuple(target.settings["read"])
        return [
            Launch(argv=python_program("go.build"), files=files, order=order, read=read, builds="write"),
            Launch(argv=python_program("go.run"), files=files, order=order, read=read, builds="read"),
        ]

    def warm_build_launch(self, target: Target) -> Launch:
        return self._warm("go.variant_build", "write", target)

    def warm_run_launch(self, target: Target) -> Launch:
        return self._warm("go.variant_run", "read", target)

    def _warm(self, module: str, builds: Builds, target: Target) -> Launch:
        order = {**_settings(target), "packages": target.settings["packages"]}
        return Launch(argv=python_program(module), order=order, read=tuple(target.settings["read"]), builds=builds)

    def events(self, launch: Launch, data: Iterable[bytes]) -> Iterator[Event]:
        return channel_events(launch, data)


def _settings(target: Target) -> dict[str, Any]:
    """The part of an order that says how the module is built."""
    settings = {name: target.settings[name] for name in ("module", "modules", "install", "together")}
    return {**settings, "go": target.program}


def _go() -> Path:
    found = shutil.which("go")
    if found is None:
        raise ProjectError(
            "The project's tests need Go, and there is no `go` on the PATH.", "Install Go 1.20 or newer."
        )
    return Path(found)


def _version(go: Path) -> str:
    """The version that the installation says of itself, such as "1.26.8"; "" where it says none."""
    try:
        first = (go.resolve().parents[1] / "VERSION").read_text().split()[0]
    except (OSError, IndexError):
        return ""
    number = first.removeprefix("go").partition("rc")[0]
    return number if number.replace(".", "").isdigit() else ""

"""Where the npm packages of the frameworks, and compilers, are, if they are."""

from __future__ import annotations

import os
import pwd
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.frameworks.framework_run import run_target
from testfix_pipeline.frameworks.model import FrameworkAdapter, RunningAdapter, SuiteRequest, Target
from testfix_pipeline.frameworks.verdict import RunVerdict

GO_MOD = "module example.com/kit\n\ngo 1.20\n"
CRATE = '[package]\nname = "{name}"\nversion = "0.1.0"\nedition = "2021"\n'


@pytest.fixture(autouse=True)
def compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compilers that rustup keeps below the user's home are found although tests have a home of their own."""
    if "RUSTUP_HOME" not in os.environ:
        monkeypatch.setenv("RUSTUP_HOME", str(Path(pwd.getpwuid(os.getuid()).pw_dir) / ".rustup"))


def npm_modules() -> Path | None:
    """The folder with the npm packages of the frameworks, on the PATH as `node_modules/.bin`; None if absent."""
    folders = [
        Path(entry).parent for entry in os.environ["PATH"].split(os.pathsep) if entry.endswith("node_modules/.bin")
    ]
    return next((folder for folder in folders if (folder / "vitest" / "package.json").is_file()), None)


def verdict_of(found: tuple[FrameworkAdapter, Target], folder: Path, request: SuiteRequest | None = None) -> RunVerdict:
    """The verdict on a project whose adapter starts its tests."""
    adapter, target = found
    assert not isinstance(adapter, RunningAdapter)
    return run_target(adapter, folder, target, request).verdict


def build_marks(program: str) -> list[pytest.MarkDecorator]:
    """Marks of a test that builds a project by `program`."""
    absent = shutil.which(program) is None
    return [pytest.mark.compiler, pytest.mark.skipif(absent, reason=f"{program} is not installed")]


def builds(program: str) -> Callable[[Any], Any]:
    """The same as a decorator."""
    one, other = build_marks(program)
    return lambda test: one(other(test))


def project(folder: Path, **files: str) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def go_project(folder: Path, test: str, **files: str) -> Path:
    return project(folder, **{"go.mod": GO_MOD, "a_test.go": f"package kit\n\n{test}", **files})

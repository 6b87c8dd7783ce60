"""An environment with a library of our own, whose new version lacks what its old one had."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline_tests.execution.targets import environment, packages

BOX = """\
import warnings

CONSTANT = 3


class Box:
    def __init__(self, *, size):
        self.size = size

    def grow(self, by):
        return Box(size=self.size + by)


class Crate(Box):
    pass


def pack(things, *, limit=None):
    if not isinstance(things, list):
        raise TypeError("things have to be a list")
    return things[:limit]


def unpack(things):
    warnings.warn("unpack is deprecated, use `boxlib.unbox` instead", DeprecationWarning, stacklevel=2)
    return things


def unbox(things):
    return things


def __getattr__(name):
    if name == "wrap":
        raise AttributeError("module 'boxlib' has no attribute 'wrap': use `boxlib.pack` instead")
    if name == "curt":
        raise AttributeError(name)
    raise AttributeError(f"module 'boxlib' has no attribute {name!r}")
"""
OUTER = "from boxlib import gone\n"


def installed(folder: Path, libraries: Mapping[str, tuple[str, str]]) -> TargetProject:
    """A new environment with pytest and these libraries: module -> (version, text of the module)."""
    interpreter = environment(folder)
    for module, (version, text) in libraries.items():
        install(folder, module, version, text)
    return TargetProject(interpreter, "these tests", suites=(pytest_suite(),))


def install(folder: Path, module: str, version: str, text: str) -> None:
    """One library of one module, as an installer leaves it; in place of the version that was there."""
    place = packages(folder)
    for old in place.glob(f"{module}-*.dist-info/*"):
        old.unlink()
    (place / f"{module}.py").write_text(textwrap.dedent(text))
    metadata = place / f"{module}-{version}.dist-info"
    metadata.mkdir(exist_ok=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: {version}\n")
    (metadata / "RECORD").write_text(f"{module}.py,,\n{module}-{version}.dist-info/METADATA,,\n")

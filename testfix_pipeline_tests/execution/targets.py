"""Projects that are run with the interpreter of these tests."""

import atexit
import shutil
import sys
import tempfile
import venv
from dataclasses import replace
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.project_suites import pytest_suite

# What the pipeline sets itself where it falls back on its own interpreter. Without the plugins that lie beside us a
# start of pytest takes a quarter of the time.
PLAIN = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def ours(**more: Any) -> TargetProject:
    """Our own interpreter, contained as well as this machine can."""
    found = TargetProject(Path(sys.executable), "the interpreter of these tests", env=PLAIN, suites=(pytest_suite(),))
    return replace(found, **more)


def environment(folder: Path, with_pytest: bool = True) -> Path:
    """A virtual environment that has pytest by way of a `.pth` file, and nothing else of ours; its interpreter."""
    venv.create(folder, symlinks=True, with_pip=False)
    if with_pytest:
        (packages(folder) / "pytest.pth").write_text(f"{_pytest_alone()}\n")
    return folder / "bin" / "python"


@cache
def _pytest_alone() -> Path:
    """A copy of pytest and what it needs, without the plugins that lie beside ours; gone when this process ends."""
    place = Path(tempfile.mkdtemp(prefix="pytest-alone-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    for name in ("pytest", "pluggy", "iniconfig", "packaging", "pygments"):
        found = distribution(name)
        for top in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            source = Path(str(found.locate_file(top)))
            copy = shutil.copytree if source.is_dir() else shutil.copy2  # with the byte code
            copy(source, place / top)
    return place


def packages(folder: Path) -> Path:
    """Where the packages of a virtual environment lie."""
    (place,) = folder.glob("lib/python3*/site-packages")
    return place

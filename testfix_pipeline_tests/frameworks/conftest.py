"""Where node and the npm packages of the frameworks are, if they are: `make test-full` installs them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def node() -> str:
    """The path of node; tests that need it are skipped where there is none."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed")
    return found


def npm_modules() -> Path | None:
    """The folder with the npm packages of the frameworks, on the PATH as `node_modules/.bin`; None if absent."""
    folders = [
        Path(entry).parent for entry in os.environ["PATH"].split(os.pathsep) if entry.endswith("node_modules/.bin")
    ]
    return next((folder for folder in folders if (folder / "vitest" / "package.json").is_file()), None)

"""Where the npm packages of the frameworks are, if they are: `make test-full` installs them."""

from __future__ import annotations

import os
from pathlib import Path


def npm_modules() -> Path | None:
    """The folder with the npm packages of the frameworks, on the PATH as `node_modules/.bin`; None if absent."""
    folders = [
        Path(entry).parent for entry in os.environ["PATH"].split(os.pathsep) if entry.endswith("node_modules/.bin")
    ]
    return next((folder for folder in folders if (folder / "vitest" / "package.json").is_file()), None)

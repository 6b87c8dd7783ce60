"""Where the test binaries of Go's packages lie. Runs in the sandbox, by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any


def package_name(module: str, folder: str) -> str:
    """The name that `go test -c` gives to a package's binary: the last part of its path that is no major version."""
    parts = PurePosixPath(module, folder).parts
    last = parts[-2] if len(parts) > 1 and re.fullmatch(r"v[2-9]|v[1-9]\d+", parts[-1]) else parts[-1]
    return f"{last}.test"


def binary_of(order: Mapping[str, Any], folder: str) -> Path:
    """Where the test binary of the package in `folder` lies once it is built."""
    return Path(order["work"]) / "binaries" / folder / package_name(order["module"], folder)

"""What the two programs of the Go adapter share: the channel, and the names of binaries. Runs in the sandbox."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

Place = tuple[str, int, str]
"""File, line, function."""


class Told:
    """The channel to the adapter."""

    def __init__(self, order: Mapping[str, Any]) -> None:
        self._nonce = order["nonce"]
        self._stream = os.fdopen(os.dup(order["fd"]), "wb", buffering=0)
        os.close(order["fd"])

    def send(self, event: str, **more: Any) -> None:
        """Send one event."""
        self._stream.write(json.dumps({"n": self._nonce, "e": event, **more}).encode() + b"\n")


def error(kind: str, message: str, places: Iterable[Place] = ()) -> dict[str, str]:
    """An error as the channel has it; the places, the innermost first, become lines of a stack."""
    stack = "\n".join(f"    at {function or '?'} ({file}:{line}:1)" for file, line, function in places)
    return {"type": kind, "message": message, "stack": stack}


def package_name(module: str, folder: str) -> str:
    """The name that `go test -c` gives to a package's binary: the last part of its path that is no major version."""
    parts = PurePosixPath(module, folder).parts
    last = parts[-2] if len(parts) > 1 and re.fullmatch(r"v[2-9]|v[1-9]\d+", parts[-1]) else parts[-1]
    return f"{last}.test"


def binary_of(order: Mapping[str, Any], folder: str) -> Path:
    """Where the test binary of the package in `folder` lies once it is built."""
    return Path(order["work"]) / "binaries" / folder / package_name(order["module"], folder)

"""The channel of programs that build and run native test binaries. Runs in the sandbox, by itself."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

Place = tuple[str, int, str]
"""File, line, function."""


class ChannelWriter:
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

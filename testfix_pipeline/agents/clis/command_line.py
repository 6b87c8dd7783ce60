"""What a coding command line is to us: how it is called, and how what it prints is read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from testfix_pipeline.agents.calls import ToolCall
from testfix_pipeline.agents.clis.cli_run import CallSetup, Command, Ended
from testfix_pipeline.agents.clis.credentials import KeyPair


@dataclass(frozen=True)
class Said:
    """What a tool printed, as it means it. `error` is its own word for a failure, "" where it claims none."""

    text: str = ""
    payload: dict[str, Any] | None = None
    session: str = ""
    error: str = ""


class CommandLine(Protocol):
    """One tool. `package` is its name in npm, `node` the least version of Node it needs, 0 where it needs none."""

    @property
    def name(self) -> str: ...

    @property
    def program(self) -> str: ...

    @property
    def package(self) -> str: ...

    @property
    def node(self) -> int: ...

    @property
    def default_model(self) -> str: ...

    @property
    def header(self) -> str: ...

    @property
    def keys(self) -> tuple[KeyPair, ...]: ...

    def command(self, program: Path, setup: CallSetup, call: ToolCall, model: str) -> Command:
        """Write the configuration into the call's home and say how to call the tool."""
        ...

    def read(self, ended: Ended, setup: CallSetup) -> Said:
        """Understand what it printed; never an error, whatever that is."""
        ...

    def conversation(self, home: Path, session: str) -> list[Path]:
        """The files in its home that it needs to go on with a session."""
        ...


def write_json(path: Path, value: Mapping[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def as_object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def as_text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)

"""The interface of a coding command line tool: how it is called, and how its output is parsed."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from testfix_pipeline.agents.calls import ToolCall
from testfix_pipeline.agents.clis.cli_run import CallSetup, CliRunResult, Command
from testfix_pipeline.agents.clis.credentials import KeyPair
from testfix_pipeline.agents.clis.logins import Login


@dataclass(frozen=True)
class ParsedOutput:
    """The parsed output of a tool. `error` is its own message on a failure, "" if there is none."""

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

    @property
    def login(self) -> Login | None:
        """How it logs in by account, None if that is not supported."""

    def command(self, program: Path, setup: CallSetup, call: ToolCall, model: str) -> Command:
        """Write the configuration into the call's home and return the command."""

    def read(self, ended: CliRunResult, setup: CallSetup) -> ParsedOutput:
        """Parse the output; never raises."""

    def conversation(self, home: Path, session: str) -> list[Path]:
        """The files in the home that the tool needs to resume a session."""


def write_json(path: Path, value: Mapping[str, Any]) -> Path:
    """Write a value to a file, with its folders; return the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def json_lines(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a tool's output, one a line; other lines are skipped."""
    for line in text.splitlines():
        if line.startswith("{"):
            with contextlib.suppress(ValueError, RecursionError):
                yield as_object(json.loads(line))


def as_object(value: Any) -> dict[str, Any]:
    """Return the value if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}

"""Reads the events that injected code writes to our channel: one JSON object a line, each with the run's secret."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, get_args
from urllib.parse import unquote

from testfix_pipeline.core.records import Frame
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.model import (
    Begin,
    Collected,
    End,
    ErrorReport,
    Event,
    FileError,
    HookError,
    Launch,
    Loading,
    OwnFault,
    Result,
    RoundEnd,
    StateFound,
    Status,
    Tampering,
)

INJECTED = Path(__file__).parent / "builtin"
"""The folder of all code that is injected into frameworks."""

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_FRAME = re.compile(r"^\s*at (?:async )?(?:(?P<name>.*?) \()?(?:file://)?(?P<file>/[^()]*?):(?P<line>\d+):\d+\)?$")
_MOST_FRAMES = 20
_MOST_TEXT = 8000
_STATUSES = frozenset(get_args(Status))


def channel_events(launch: Launch, lines: Iterable[bytes]) -> Iterator[Event]:
    """The events in the lines of our channel. What is damaged is tampering, what is not ours is left out.

    The order of `launch` says what the channel's secret is (`nonce`) and where the project lies (`root`).
    """
    nonce, root = launch.order.get("nonce"), str(launch.order.get("root", ""))
    for line in lines:
        message = _message(line)
        if message is None or message.get("n") != nonce:
            continue
        try:
            reader = _READERS.get(message["e"])
            event = reader(message, root) if reader else None
        except (LookupError, TypeError, ValueError, AttributeError) as problem:
            yield Tampering("channel", f"an event could not be read: {type(problem).__name__}")
            continue
        if event is not None:
            yield event


def _message(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _id(value: Any) -> TestId:
    file, titles, before = value  # before: how many tests of the same titles come first
    return TestId.of(str(file), [str(title) for title in titles], int(before) + 1)


def read_error(value: Any, root: str) -> ErrorReport | None:
    """The error of a message: its type, message and stack, frames outside of `root` left out."""
    if not value:
        return None
    stack, message = (_COLOUR.sub("", str(value.get(name) or "")) for name in ("stack", "message"))
    return ErrorReport(str(value.get("type") or "Error"), message[:_MOST_TEXT], read_frames(stack, root))


def read_frames(stack: str, root: str) -> tuple[Frame, ...]:
    """The frames of a stack of V8 that lie in the project, the innermost first."""
    found = []
    for line in stack.splitlines():
        match = _FRAME.match(line)
        path = PurePosixPath(unquote(match["file"])) if match else None
        if match is None or path is None or "node_modules" in path.parts or not path.is_relative_to(root or "/"):
            continue
        name = match["name"] or ""
        found.append(Frame(file=path.relative_to(root or "/").as_posix(), line=int(match["line"]), function=name))
    return tuple(found[:_MOST_FRAMES])


def _status(value: Any) -> Status:
    if value not in _STATUSES:
        raise ValueError(value)
    status: Status = value
    return status


def _result(message: Mapping[str, Any], root: str) -> Event:
    ms = float(message.get("ms") or 0.0)
    return Result(_id(message["id"]), _status(message["status"]), ms, read_error(message.get("error"), root))


def _collected(message: Mapping[str, Any], root: str) -> Event:
    ids = tuple(_id(one) for one in message["ids"])
    return Collected(str(message["file"]), ids, bool(message.get("focused")))


def _hook(message: Mapping[str, Any], root: str) -> Event:
    error = read_error(message["error"], root) or ErrorReport()
    tests = tuple(_id(one) for one in message.get("tests", ()))
    return HookError(str(message["file"]), tuple(map(str, message["titles"])), str(message["hook"]), error, tests)


def _own_fault(message: Mapping[str, Any], root: str) -> Event:
    place = f"{message['place']} ({message['hook']})"
    return OwnFault(place, str(message["error"]), dict(message["versions"]))


_READERS: dict[str, Any] = {
    "loading": lambda message, root: Loading(str(message["file"])),
    "collected": _collected,
    "begin": lambda message, root: Begin(_id(message["id"])),
    "result": _result,
    "file_error": lambda message, root: FileError(
        str(message["file"]), read_error(message["error"], root) or ErrorReport()
    ),
    "hook": _hook,
    "tampering": lambda message, root: Tampering(
        message["kind"], str(message["what"])[:500], str(message.get("file", ""))
    ),
    "fault": _own_fault,
    "state": lambda message, root: StateFound(tuple(dict(one) for one in message["found"])),
    "end": lambda message, root: End(int(message.get("canaries", 0))),
    "round": lambda message, root: RoundEnd(),
}

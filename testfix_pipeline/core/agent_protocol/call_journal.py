"""The journal of a session's calls of tools: `.process/tool-calls.jsonl`, one JSON object a line.

A call is two lines, `asked` before it starts and `answered` when it has ended, so that a kill in between leaves a
trace. The others say why a tool was not asked (`not_asked`), why its answer did not count (`refused`), which tools an
analysis would ask in which order (`chain`), why one is left out for the whole run (`left_out`), what a worker without
calls did (`worked`), and that an answer which a killed run had got is used by the next (`taken`). Budgets, circuit
breakers, the history and a replay follow from these lines alone.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from testfix_pipeline.core.agent_protocol.protocol import ReplyKind
from testfix_pipeline.core.checksummed_file import without_seal
from testfix_pipeline.core.configuration.agent_roles import Role
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import utc_now

JOURNAL = ".process/tool-calls.jsonl"

Event = Literal["chain", "left_out", "asked", "answered", "not_asked", "refused", "worked", "taken"]


class JournalLine(Record):
    """One event. Fields that an event does not have are left out of its line.

    at: seconds since the epoch. call: the id that `asked` and `answered` share. purpose: analysis or fix,
    or before the cycle the role that is asked for.
    seconds: for `asked` the call's limit, else what it took. tokens, money: for `asked` what is set aside for it.
    files: what the files that a call changed held after it (see `replay`). owner: the run that made the call.
    role: of the tools (`agent_roles`), whose budget the call is on.
    """

    event: Event
    at: float = Field(default_factory=time.time)
    time: str = Field(default_factory=utc_now)
    call: str = ""
    owner: str = ""
    tool: str = ""
    model: str = ""
    purpose: str = ""
    iteration: int = 0
    task: str = ""
    role: Role | Literal[""] = ""
    mode: str = ""
    prompt: str = ""
    seconds: float = 0.0
    tokens: int = 0
    money: float = 0.0
    kind: ReplyKind = "ok"
    http_status: int | None = None
    retry_after: float = 0.0
    why: str = ""
    text: str = ""
    payload: dict[str, Any] | None = None
    raw: str = ""
    session: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    files: dict[str, dict[str, Any]] = Field(default_factory=dict)
    containment: str = ""
    network: str = ""
    rule: str = ""
    tools: list[str] = Field(default_factory=list)
    answer: dict[str, Any] = Field(default_factory=dict)


def read_lines(path: Path) -> list[JournalLine]:
    """The lines of a journal; none if there is no file. Lines in another format are skipped."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return []
    found = []
    for text in content.splitlines():
        line = parse_line(text)
        if line is not None:
            found.append(line)
    return found


def parse_line(text: bytes) -> JournalLine | None:
    """A line of the journal; None if it has another format or its checksum does not match."""
    try:
        data = json.loads(text)
        data = without_seal(data) if isinstance(data, dict) else None
        return None if data is None else JournalLine.model_validate(data)
    except (ValueError, TypeError, RecursionError):
        return None

"""The journal of what a session asked of tools: `.process/tool-calls.jsonl`, one JSON object a line.

A call is two lines, `asked` before it starts and `answered` when it has ended, so that a kill in between leaves a
trace. The others say why a tool was not asked (`not_asked`), why its answer did not count (`refused`), which tools an
analysis would ask in which order (`chain`), why one is left out for the whole run (`left_out`), what a worker without
calls did (`worked`), and that an answer which a killed run had got is used by the next (`taken`). Budgets, circuit
breakers, the history and a replay follow from these lines alone.
"""

from __future__ import annotations

import json
import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from testfix_pipeline.core.agent_protocol.protocol import Kind
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import utc_now
from testfix_pipeline.workspace.files.atomic import append_line, place_for_damage, write_atomic
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.files.redaction import redacted_text
from testfix_pipeline.workspace.files.sealed import opened, seal_line

JOURNAL = ".process/tool-calls.jsonl"
_MOST_RAW = 60_000
_DOCUMENTS = ("prompt", "raw", "text")

Event = Literal["chain", "left_out", "asked", "answered", "not_asked", "refused", "worked", "taken"]


class Line(Record):
    """One event. What an event does not have is left out of its line.

    at: seconds since the epoch. call: the id that `asked` and `answered` share. purpose: analysis or fix,
    or before the cycle the role that is asked for.
    seconds: for `asked` the call's limit, else what it took. tokens, money: for `asked` what is set aside for it.
    files: what the files that a call changed held after it (see `replay`). owner: the run that made the call.
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
    mode: str = ""
    prompt: str = ""
    seconds: float = 0.0
    tokens: int = 0
    money: float = 0.0
    kind: Kind = "ok"
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


class Journal:
    """The lines of one session, appended by whichever process makes a call."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def alone(self) -> AbstractContextManager[None]:
        """Hold the journal, so that what is read and what is then written belong together."""
        return exclusive(self.path.with_suffix(".lock"), "tool call")

    def note(self, line: Line) -> Line:
        """Append a line that nothing read before it depends on."""
        with self.alone():
            return self.write(line)

    def write(self, line: Line) -> Line:
        """Append a line, durably, for the one who holds the journal.

        Secrets in documents are replaced by their kind, and a long output is cut.
        """
        data = line.model_dump(mode="json", exclude_defaults=True)
        data |= {"event": line.event, "at": line.at, "time": line.time}
        data |= {name: redacted_text(data[name]) for name in _DOCUMENTS if data.get(name)}
        if len(data.get("raw", "")) > _MOST_RAW:
            data["raw"] = f"{data['raw'][: _MOST_RAW // 2]}\n[...]\n{data['raw'][-_MOST_RAW // 2 :]}"
        append_line(self.path, seal_line(data))
        return line

    def repair(self) -> list[str]:
        """Take out the lines that are damaged, and keep the whole as `<name>.damaged-<n>`; says so in a sentence.

        For the one who holds the session's lock, before any call. A kill in between does the same once more.
        """
        if not self.path.exists():
            return []
        with self.alone():
            content = self.path.read_bytes()
            rows = content.splitlines(keepends=True)
            good = [row for row in rows if not row.strip() or _line(row) is not None]
            if len(good) == len(rows):
                return []
            kept = _kept(self.path, content)
            write_atomic(self.path, b"".join(good))
        number = len(rows) - len(good)
        what = "1 line" if number == 1 else f"{number} lines"
        return [f"{self.path} had {what} damaged (kept as {kept.name}); the others are used."]

    def lines(self) -> list[Line]:
        """Every line in order; what a kill tore off, or is not as it was written, is passed over."""
        return read_lines(self.path)


def read_lines(path: Path) -> list[Line]:
    """The lines of a journal; none where there is no file. A line that is none of ours is passed over."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return []
    found = []
    for text in content.splitlines():
        line = _line(text)
        if line is not None:
            found.append(line)
    return found


def _line(text: bytes) -> Line | None:
    """A line of the journal; None where it is none, or not as it was written."""
    try:
        data = json.loads(text)
        data = opened(data) if isinstance(data, dict) else None
        return None if data is None else Line.model_validate(data)
    except (ValueError, TypeError, RecursionError):
        return None


def _kept(path: Path, content: bytes) -> Path:
    """A copy of the damaged journal; the one that a killed repair made, where there is one."""
    copies = (copy for copy in path.parent.glob(f"{path.name}.damaged-*") if copy.read_bytes() == content)
    place = next(copies, None)
    if place is None:
        place = place_for_damage(path)
        write_atomic(place, content)
    return place

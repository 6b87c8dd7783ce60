"""Writes and repairs the journal of calls, whose format is `core.agent_protocol.call_journal`."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from testfix_pipeline.core.agent_protocol.call_journal import JournalLine, parse_line, read_lines
from testfix_pipeline.core.checksummed_file import seal_line
from testfix_pipeline.workspace.files.atomic import append_line, place_for_damage, write_atomic
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.files.redaction import redacted_text

_MOST_RAW = 60_000
_DOCUMENTS = ("prompt", "raw", "text")


class Journal:
    """The journal of one session, which several processes may append to."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def alone(self) -> AbstractContextManager[None]:
        """Lock the journal, so that a write depends on what was read before it."""
        return exclusive(self.path.with_suffix(".lock"), "tool call")

    def note(self, line: JournalLine) -> JournalLine:
        """Append a line that does not depend on earlier ones."""
        with self.alone():
            return self.write(line)

    def write(self, line: JournalLine) -> JournalLine:
        """Append a line durably; the caller must hold the lock.

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
        """Remove damaged lines, and keep the original as `<name>.damaged-<n>`; returns a sentence on it.

        For the one who holds the session's lock, before any call. A kill in between does the same once more.
        """
        if not self.path.exists():
            return []
        with self.alone():
            content = self.path.read_bytes()
            rows = content.splitlines(keepends=True)
            good = [row for row in rows if not row.strip() or parse_line(row) is not None]
            if len(good) == len(rows):
                return []
            kept = _stored(self.path, content)
            write_atomic(self.path, b"".join(good))
        number = len(rows) - len(good)
        what = "1 line" if number == 1 else f"{number} lines"
        return [f"{self.path} had {what} damaged (kept as {kept.name}); the others are used."]

    def lines(self) -> list[JournalLine]:
        """Every line in order, without incomplete or damaged ones."""
        return read_lines(self.path)


def _stored(path: Path, content: bytes) -> Path:
    """A copy of the damaged journal; the one that a killed repair made, where there is one."""
    copies = (copy for copy in path.parent.glob(f"{path.name}.damaged-*") if copy.read_bytes() == content)
    place = next(copies, None)
    if place is None:
        place = place_for_damage(path)
        write_atomic(place, content)
    return place

"""Entries of a work log: `2024-05-06 09:15-11:45 garden: planted trees`."""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

LINE = re.compile(r"(\d{4}-\d\d-\d\d)\s+(\d\d?:\d\d)-(\d\d?:\d\d)\s+([^:]+?)\s*(?::\s*(.*))?")


class LogError(ValueError):
    """A line that isn't an entry."""


@dataclass(frozen=True)
class Entry:
    day: date
    start: time
    end: time
    project: str
    note: str = ""

    @property
    def minutes(self):
        """An end before the start is on the next day."""
        start = datetime.combine(self.day, self.start)
        end = datetime.combine(self.day, self.end)
        if end < start:
            end += timedelta(days=1)
        return int((end - start).total_seconds()) // 60


def parse(text):
    """The entries of a log; blank lines and those that begin with # are passed over."""
    entries = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        match = LINE.fullmatch(line)
        if not match:
            raise LogError(f"line {number}: {line}")
        day, start, end, project, note = match.groups()
        entries.append(Entry(date.fromisoformat(day), _time(start), _time(end), project, note or ""))
    return entries


def _time(text):
    hour, minute = map(int, text.split(":"))
    return time(hour, minute)

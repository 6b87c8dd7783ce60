"""Calls from a log with lines `2024-03-01T18:20 mobile 125` (when, what kind, seconds)."""

from datetime import datetime
from typing import NamedTuple

KINDS = ("fixed", "mobile", "abroad", "free")


class Call(NamedTuple):
    when: datetime
    kind: str
    seconds: int

    @property
    def minutes(self):
        """Started minutes."""
        return self.seconds // 60


def read(text):
    calls = []
    for line in text.strip().splitlines():
        when, kind, seconds = line.split()
        if kind not in KINDS:
            raise ValueError(f"no kind {kind!r}")
        calls.append(Call(datetime.fromisoformat(when), kind, int(seconds)))
    return sorted(calls)

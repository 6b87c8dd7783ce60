"""Calendar versions: YY.MM.MICRO with an optional rcN, such as 24.04.2 or 24.10.0rc1."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import total_ordering

PATTERN = re.compile(r"v?(\d{2})\.(\d{2})\.(\d+)(?:rc(\d+))?")
FINAL = float("inf")


class VersionError(ValueError):
    """A text or a step that makes no version."""


@total_ordering
@dataclass(frozen=True)
class CalVer:
    """A version; candidate is None for a final release."""

    year: int
    month: int
    micro: int = 0
    candidate: int | None = None

    @classmethod
    def parse(cls, text: str) -> CalVer:
        """Read a version, with or without a leading v."""
        match = PATTERN.fullmatch(text.strip())
        if match is None:
            raise VersionError(f"not a version: {text!r}")
        year, month, micro = (int(part) for part in match.groups()[:3])
        if not 1 <= month <= 12:
            raise VersionError(f"no such month: {text!r}")
        return cls(2000 + year, month, micro, int(match[4]) if match[4] else None)

    @property
    def _key(self):
        return self.year, self.month, self.micro, FINAL if self.candidate is None else self.candidate

    def __lt__(self, other: CalVer) -> bool:
        return self._key < other._key

    def __str__(self) -> str:
        text = f"{self.year % 100:02d}.{self.month:02d}.{self.micro}"
        return text if self.candidate is None else f"{text}rc{self.candidate}"


def bump(current: CalVer, today: date, candidate: bool = False) -> CalVer:
    """The version after `current` for a release of today.

    In the month of the current version the micro number rises, in a later one it starts at 0. A candidate is followed
    by the next candidate or by its own final release, whatever the month.
    """
    if current.candidate is not None:
        return replace(current, candidate=current.candidate + 1 if candidate else None)
    if (today.year, today.month) < (current.year, current.month):
        raise VersionError(f"{current} is from the future")
    same_month = today.month == current.month
    micro = current.micro + 1 if same_month else 0
    return CalVer(today.year, today.month, micro, 1 if candidate else None)


def latest(tags, candidates: bool = False) -> CalVer | None:
    """The greatest version among some tags; other tags are skipped, candidates too unless they are wanted."""
    found = []
    for tag in tags:
        try:
            version = CalVer.parse(tag)
        except VersionError:
            continue
        if candidates or version.candidate is None:
            found.append(version)
    return max(found, default=None)

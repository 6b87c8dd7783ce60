"""Dewey call numbers such as ``823.912 ORW 1949 v.2``."""

from __future__ import annotations

import re
from dataclasses import dataclass

PATTERN = re.compile(
    r"(?P<main>\d{3})(?:\.(?P<decimals>\d+))?"
    r"\s+(?P<author>[A-Z]{1,4})"
    r"(?:\s+(?P<year>\d{4}))?"
    r"(?:\s+v\.(?P<volume>\d+))?"
)


class CallNumberError(ValueError):
    """A text that is no call number."""


@dataclass(frozen=True)
class CallNumber:
    """The parts of a call number; missing parts are empty or 0."""

    main: int
    decimals: str = ""
    author: str = ""
    year: int = 0
    volume: int = 0

    @classmethod
    def parse(cls, text: str) -> CallNumber:
        """Read a call number; case and extra blanks don't matter, save for the v of a volume."""
        cleaned = " ".join(text.split()).upper().replace(" V.", " v.")
        match = PATTERN.fullmatch(cleaned)
        if match is None:
            raise CallNumberError(f"not a call number: {text!r}")
        return cls(
            main=int(match["main"]),
            decimals=match["decimals"] or "",
            author=match["author"],
            year=int(match["year"] or 0),
            volume=int(match["volume"] or 0),
        )

    @property
    def shelf_key(self) -> tuple:
        """What books are ordered by on the shelf."""
        return (self.main, int(self.decimals or 0), self.author, self.year, self.volume)

    def __str__(self) -> str:
        text = f"{self.main:03d}"
        if self.decimals:
            text += f".{self.decimals}"
        text += f" {self.author}"
        if self.year:
            text += f" {self.year}"
        if self.volume:
            text += f" v.{self.volume}"
        return text

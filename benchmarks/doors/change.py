"""A change of a project that a door to the judge is asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    """project: the texts of all its files by path. files: what changes, None to delete. honest: it must be accepted."""

    name: str
    project: Mapping[str, str]
    files: Mapping[str, str | None]
    honest: bool

"""A file whose functions tell the warm process of their framework of each call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class WatchedText(NamedTuple):
    """The text of such a file, and the texts of its functions as they were, by the names that they are called by."""

    text: str
    functions: Mapping[str, str]

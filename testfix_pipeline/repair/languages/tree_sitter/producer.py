"""A source of edits of a language that is read by tree-sitter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from testfix_pipeline.repair.model.edit import Edit


@dataclass(frozen=True)
class TreeProducer:
    """See `Producer` of the language seam."""

    id: str
    bound: float
    edits: Callable[[Any], Iterator[Edit]]
    rich: bool = False

"""The tools with which a language builds and ranks edits that let a file parse again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from testfix_pipeline.core.change_history import Change


class TokenModel(Protocol):
    """A model of how usual tokens are in the project (`ranking/naturalness.py`)."""

    def bits(self, before: Sequence[str], words: Sequence[str]) -> float:
        """The surprise of the words after the words `before`, in bits."""


@dataclass(frozen=True)
class ParseFixTools:
    """The tools for edits that let a file parse. over: called often; once it returns True, the search ends."""

    natural: TokenModel
    changes: Sequence[Change] = ()
    is_over: Callable[[], bool] = lambda: False

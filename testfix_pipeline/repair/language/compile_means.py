"""What a language makes and judges the edits with that let a file parse again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from testfix_pipeline.core.change_history import Change


class TokenModel(Protocol):
    """Says how usual tokens are in the project (`ranking/naturalness.py`)."""

    def bits(self, before: Sequence[str], words: Sequence[str]) -> float:
        """How surprising words are behind others, in bits."""


@dataclass(frozen=True)
class Means:
    """What edits are made and judged with. over: asked often; once it says yes, what was found has to do."""

    natural: TokenModel
    changes: Sequence[Change] = ()
    over: Callable[[], bool] = lambda: False

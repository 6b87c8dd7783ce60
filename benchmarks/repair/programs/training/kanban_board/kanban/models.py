"""What a board is made of."""

from dataclasses import dataclass, field
from typing import Optional


class BoardError(Exception):
    pass


@dataclass
class Card:
    title: str
    size: int = 1
    blocked: bool = False
    history: list = field(default_factory=list)


@dataclass
class Column:
    name: str
    limit: Optional[int] = None
    cards: list = field(default_factory=list)

    @property
    def load(self):
        return sum(card.size for card in self.cards)

    def room_for(self, card):
        """Whether a card would still fit into the limit."""
        return self.limit is None or self.load + card.size <= self.limit

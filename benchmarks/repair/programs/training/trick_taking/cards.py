"""Cards of a deck with four suits."""

from dataclasses import dataclass

SUITS = "CDHS"
RANKS = "23456789TJQKA"


@dataclass(frozen=True)
class Card:
    rank: str
    suit: str

    @classmethod
    def parse(cls, text):
        if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
            raise ValueError(f"not a card: {text!r}")
        return cls(text[0], text[1])

    @property
    def value(self):
        return RANKS.index(self.rank)

    def __str__(self):
        return self.rank + self.suit


def hand(text):
    return [Card.parse(word) for word in text.split()]

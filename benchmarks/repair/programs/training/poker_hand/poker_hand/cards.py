from typing import NamedTuple

FACES = "23456789TJQKA"
SUITS = "cdhs"


class Card(NamedTuple):
    value: int  # 2..14
    suit: str

    @classmethod
    def parse(cls, text):
        if len(text) != 2 or text[0] not in FACES or text[1] not in SUITS:
            raise ValueError("bad card %r" % text)
        return cls(FACES.index(text[0]) + 2, text[1])

    def __str__(self):
        return FACES[self.value - 2] + self.suit


def parse_hand(text):
    """Cards of "Ah Kd ..."; duplicates are refused."""
    cards = [Card.parse(t) for t in text.split()]
    if len(set(cards)) != len(cards):
        raise ValueError("duplicate card")
    return cards

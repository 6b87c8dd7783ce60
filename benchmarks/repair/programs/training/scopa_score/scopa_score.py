"""Keeps the score of a two-player match of Scopa, played with 40 Italian cards."""
from dataclasses import dataclass, field

SUITS = {"D": "coins", "C": "cups", "S": "swords", "B": "clubs"}
PRIMIERA = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}


class InvalidRound(ValueError):
    pass


def parse_card(text):
    """`7D` -> (7, 'D')"""
    text = text.strip().upper()
    value, suit = text[:-1], text[-1:]
    if suit not in SUITS or not value.isdigit() or int(value) not in PRIMIERA:
        raise InvalidRound(f"no such card: {text}")
    return int(value), suit


def parse_cards(text):
    return [parse_card(part) for part in text.split()]


@dataclass
class Pile:
    """The cards a player has taken in a round."""
    cards: list = field(default_factory=list)
    sweeps: int = 0

    @classmethod
    def of(cls, text, sweeps=0):
        return cls(parse_cards(text), sweeps)

    def coins(self):
        return sum(1 for _, suit in self.cards if suit == "D")

    def has_settebello(self):
        return (7, "D") in self.cards

    def primiera(self):
        """Sum of the best card of each suit, 0 without all four suits."""
        best = {}
        for value, suit in self.cards:
            best[suit] = max(best.get(suit, 0), PRIMIERA[value])
        return sum(best.values()) if len(best) == len(SUITS) else 0


def majority(first, second):
    """Index of the player with more."""
    return 0 if first > second else 1


def settebello_taker(piles):
    for index, pile in enumerate(piles):
        if pile.has_settebello():
            return index
    return None


def round_points(first, second):
    """List of (reason, player index, points) for the two piles of a round."""
    piles = [first, second]
    cards = [card for pile in piles for card in pile.cards]
    if len(cards) != len(set(cards)):
        raise InvalidRound("a card was taken twice")
    winners = {
        "cards": majority(len(first.cards), len(second.cards)),
        "coins": majority(first.coins(), second.coins()),
        "settebello": settebello_taker(piles),
        "primiera": majority(first.primiera(), second.primiera()),
    }
    points = [(reason, who, 1) for reason, who in winners.items() if who is not None]
    points += [("sweeps", who, pile.sweeps) for who, pile in enumerate(piles) if pile.sweeps]
    return points


class Match:
    def __init__(self, first, second, target=11):
        if first == second:
            raise ValueError("the players need different names")
        self.players = (first, second)
        self.target = target
        self.scores = [0, 0]
        self.rounds = []

    @property
    def winner(self):
        """Name of the winner; a match that is level at the target goes on."""
        high, low = max(self.scores), min(self.scores)
        if high < self.target or high == low:
            return None
        return self.players[self.scores.index(high)]

    @property
    def dealer(self):
        return self.players[len(self.rounds) % 2]

    def play(self, first, second):
        """Add the points of a round, returns the points of both players in it."""
        if self.winner:
            raise InvalidRound("the match is over")
        gained = [0, 0]
        for _, who, points in round_points(first, second):
            gained[who] += points
        self.scores = [old + new for old, new in zip(self.scores, gained)]
        self.rounds.append(tuple(gained))
        return tuple(gained)

    def undo(self):
        """Take back the last round."""
        gained = self.rounds.pop()
        self.scores = [old - new for old, new in zip(self.scores, gained)]

    def report(self):
        (one, two), (a, b) = self.players, self.scores
        text = f"{one} {a} - {b} {two} after {len(self.rounds)} rounds"
        return f"{text}, {self.winner} wins" if self.winner else text

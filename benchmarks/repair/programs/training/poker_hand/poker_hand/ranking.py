"""Hand categories and tie-breaking."""
from collections import Counter
from enum import IntEnum
from itertools import combinations

from .cards import parse_hand


class Rank(IntEnum):
    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8


def straight_high(values):
    """Top card of a straight (values sorted descending) or None."""
    if len(set(values)) != 5:
        return None
    if values[0] - values[4] == 4:
        return values[0]
    return None


def evaluate(cards):
    """(rank, tie breakers) of exactly five cards; larger is better."""
    if len(cards) != 5:
        raise ValueError("five cards expected")
    values = sorted((c.value for c in cards), reverse=True)
    flush = len({c.suit for c in cards}) == 1
    high = straight_high(values)
    if high is not None:
        return (Rank.STRAIGHT_FLUSH if flush else Rank.STRAIGHT), (high,)
    counts = Counter(values)
    groups = sorted(counts, key=lambda v: (counts[v], v), reverse=True)
    shape = tuple(counts[v] for v in groups)
    if flush:
        rank = Rank.FLUSH
    else:
        rank = {
            (4, 1): Rank.FOUR,
            (3, 2): Rank.FULL_HOUSE,
            (3, 1, 1): Rank.THREE,
            (2, 2, 1): Rank.TWO_PAIR,
            (2, 1, 1, 1): Rank.PAIR,
        }.get(shape, Rank.HIGH_CARD)
    return rank, tuple(groups)


def best_of(cards):
    """Best value over all five-card choices of the cards."""
    return max(evaluate(list(five)) for five in combinations(cards, 5))


def winners(hands):
    """Names of the best hands; `hands` maps a name to card text."""
    values = {name: best_of(parse_hand(text)) for name, text in hands.items()}
    top = max(values.values())
    return sorted(name for name, value in values.items() if value == top)

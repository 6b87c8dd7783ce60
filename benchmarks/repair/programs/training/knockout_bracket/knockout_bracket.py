"""Seeded single-elimination brackets."""


def seed_order(size):
    """Order of seeds from top to bottom for a power-of-two bracket.

    Seeds meet so that, if favourites win, 1 meets 2 only in the final.
    """
    if size < 1 or size & (size - 1):
        raise ValueError("size must be a power of two")
    order = [1]
    while len(order) < size:
        total = len(order) + 2
        order = [s for seed in order for s in (seed, total - seed)]
    return order


def bracket_size(entrants):
    """Smallest power of two that holds all entrants."""
    size = 1
    while size < entrants:
        size *= 2
    return size


def first_round(players):
    """Pair up *players* (best first); ``None`` marks a bye."""
    size = bracket_size(len(players))
    slots = [players[s - 1] if s <= len(players) else None for s in seed_order(size)]
    return [(slots[i], slots[i + 1]) for i in range(0, size - 1, 2)]


class Bracket:
    """Play a tournament with ``decide(a, b)`` returning the winner."""

    def __init__(self, players, decide):
        if len(players) < 2:
            raise ValueError("need two players")
        self.players = list(players)
        self.decide = decide
        self.rounds = []

    def _play(self, pair):
        a, b = pair
        if b is None:
            return a
        if a is None:
            return b
        return self.decide(a, b)

    def run(self):
        """Play all rounds and return the champion."""
        pairs = first_round(self.players)
        self.rounds = []
        while True:
            winners = [self._play(p) for p in pairs]
            self.rounds.append(list(zip(pairs, winners)))
            if len(winners) == 1:
                return winners[0]
            pairs = list(zip(winners[::2], winners[1::2]))

    def eliminated_in(self, player):
        """1-based round in which *player* lost; None for the champion."""
        for number, matches in enumerate(self.rounds, 1):
            for pair, winner in matches:
                if player in pair and winner != player:
                    return number
        return None

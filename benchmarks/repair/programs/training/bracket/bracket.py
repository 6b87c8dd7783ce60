"""Knock-out tournament with seeds, byes and corrections of results."""
from dataclasses import dataclass, field


class BracketError(Exception):
    """The match can't be played or changed."""


@dataclass
class Match:
    players: list = field(default_factory=lambda: [None, None])
    score: tuple = None

    @property
    def ready(self):
        return None not in self.players

    @property
    def winner(self):
        if self.score is None:
            return None
        return self.players[0] if self.score[0] > self.score[1] else self.players[1]

    @property
    def loser(self):
        if self.score is None:
            return None
        return self.players[1] if self.score[0] > self.score[1] else self.players[0]


def seed_order(size):
    """Seeds in the order of the bracket's lines, so that 1 and 2 meet in the final."""
    order = [1]
    while len(order) < size:
        total = len(order) * 2 + 1
        order = [seed for s in order for seed in (s, total - s)]
    return order


class Bracket:
    def __init__(self, players):
        """`players` are given from the strongest to the weakest."""
        if len(players) < 2:
            raise BracketError("at least two players are needed")
        self.players = list(players)
        size = 2
        while size < len(self.players):
            size *= 2
        self.rounds = []
        count = size // 2
        while count:
            self.rounds.append([Match() for _ in range(count)])
            count //= 2
        for line, seed in enumerate(seed_order(size)):
            if seed <= len(self.players):
                self.rounds[0][line // 2].players[line % 2] = self.players[seed - 1]
        for number, match in enumerate(self.rounds[0]):
            if not match.ready:
                self._send_on(0, number, match.players[0])

    def _send_on(self, round_no, number, player):
        """Put the player into the right place of the next round."""
        if round_no + 1 < len(self.rounds):
            self.rounds[round_no + 1][number // 2].players[number % 2] = player

    def _match(self, round_no, number):
        try:
            return self.rounds[round_no][number]
        except IndexError:
            raise BracketError("no such match") from None

    def record(self, round_no, number, score_a, score_b):
        match = self._match(round_no, number)
        if not match.ready:
            raise BracketError("players aren't known yet")
        if match.score is not None:
            raise BracketError("already played")
        if score_a == score_b:
            raise BracketError("no draws")
        match.score = (score_a, score_b)
        self._send_on(round_no, number, match.winner)

    def annul(self, round_no, number):
        """Take back a result, and with it all results that rest on it."""
        match = self._match(round_no, number)
        if match.score is None:
            return
        match.score = None
        self._send_on(round_no, number, None)

    def champion(self):
        return self.rounds[-1][0].winner

    def open_matches(self):
        """(round, number) of all matches that can be played now."""
        return [
            (round_no, number)
            for round_no, matches in enumerate(self.rounds)
            for number, match in enumerate(matches)
            if match.ready and match.score is None
        ]

    def alive(self):
        """Players not knocked out, strongest first."""
        out = {match.loser for matches in self.rounds for match in matches}
        return [player for player in self.players if player not in out]

    def wins(self, player):
        return sum(match.winner == player for matches in self.rounds for match in matches)

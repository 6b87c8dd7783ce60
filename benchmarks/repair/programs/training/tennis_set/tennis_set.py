"""Keeps the score of a tennis match: points, games with advantage, tie-breaks and sets."""

from dataclasses import dataclass, field

CALLS = ["0", "15", "30", "40"]
A, B = "A", "B"


def other(player):
    return B if player == A else A


@dataclass
class Pair:
    """A number for either player."""

    a: int = 0
    b: int = 0

    def __getitem__(self, player):
        return self.a if player == A else self.b

    def add(self, player):
        if player == A:
            self.a += 1
        else:
            self.b += 1

    def lead(self, player):
        return self[player] - self[other(player)]

    def __str__(self):
        return f"{self.a}-{self.b}"


@dataclass
class Match:
    """The first player to win `best_of // 2 + 1` sets wins the match; A serves first."""

    best_of: int = 3
    points: Pair = field(default_factory=Pair)
    games: Pair = field(default_factory=Pair)
    finished: list = field(default_factory=list)
    server: str = A
    winner: str = None

    @property
    def tie_break(self):
        return self.games.a == 6 and self.games.b == 6

    def sets_won(self, player):
        return sum(1 for games in self.finished if games.lead(player) > 0)

    def point(self, player):
        """A player wins a point."""
        if self.winner:
            raise ValueError("the match is over")
        if player not in (A, B):
            raise ValueError(f"no such player: {player!r}")
        self.points.add(player)
        needed = 7 if self.tie_break else 4
        if self.points[player] >= needed and self.points.lead(player) >= 2:
            self._win_game(player)

    def play(self, winners):
        """Many points at once, as in "AABAB"."""
        for player in winners:
            self.point(player)
        return self

    def _win_game(self, player):
        self.points = Pair()
        self.games.add(player)
        self.server = other(self.server)
        if self.games[player] >= 6 and self.games.lead(player) >= 2:
            self._win_set(player)

    def _win_set(self, player):
        self.finished.append(self.games)
        self.games = Pair()
        if self.sets_won(player) > self.best_of // 2:
            self.winner = player

    def serving(self):
        """Who serves the next point: in a tie-break it changes after the first point and then after every two."""
        if not self.tie_break:
            return self.server
        played = self.points.a + self.points.b
        return self.server if (played + 1) // 2 % 2 == 0 else other(self.server)

    def call(self):
        """The score of the game as the umpire says it, the server first."""
        mine, theirs = self.points[self.server], self.points[other(self.server)]
        if self.tie_break:
            return f"{self.points[self.serving()]}:{self.points[other(self.serving())]}"
        if mine >= 3 and theirs >= 3:
            if mine == theirs:
                return "deuce"
            return f"advantage {self.server if mine > theirs else other(self.server)}"
        return f"{CALLS[mine]}:{CALLS[theirs]}"

    def summary(self):
        """The sets as A sees them, the running one last."""
        sets = [*self.finished]
        if not self.winner:
            sets.append(self.games)
        return " ".join(map(str, sets))

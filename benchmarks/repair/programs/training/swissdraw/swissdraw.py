"""Pairings of a Swiss system tournament."""
from dataclasses import dataclass, field

WIN, DRAW, LOSS = 2, 1, 0


class PairingError(Exception):
    pass


@dataclass(eq=False)
class Player:
    name: str
    rating: int
    score: int = 0
    opponents: list = field(default_factory=list)
    had_bye: bool = False
    active: bool = True


class Tournament:
    """Scores are counted in half points: two for a win, one for a draw."""

    def __init__(self):
        self._players = {}
        self.rounds = []
        self._open = set()

    def register(self, name, rating):
        if name in self._players:
            raise ValueError(f"{name} is registered already")
        if self.rounds:
            raise ValueError("the tournament has begun")
        self._players[name] = Player(name, rating)

    def withdraw(self, name):
        """The player keeps the score, but isn't paired any more."""
        self._players[name].active = False

    def ranking(self):
        return sorted(
            self._players.values(), key=lambda p: (-p.score, -p.rating, p.name)
        )

    def next_round(self):
        """Pairs of names; the second name is None if the first has a bye."""
        if self._open:
            raise PairingError("results are missing")
        pool = [player for player in self.ranking() if player.active]
        resting = None
        if len(self._players) % 2:
            resting = self._choose_bye(pool)
            pool.remove(resting)
        pairs = self._match(pool)
        if pairs is None:
            raise PairingError("no pairing without a repetition")
        games = [(a.name, b.name) for a, b in pairs]
        for a, b in pairs:
            a.opponents.append(b)
            b.opponents.append(a)
        self._open = set(games)
        if resting is not None:
            resting.had_bye = True
            resting.score += WIN
            games.append((resting.name, None))
        self.rounds.append(games)
        return games

    def _choose_bye(self, pool):
        """The lowest player who hasn't had a bye so far."""
        for player in reversed(pool):
            if not player.had_bye:
                return player
        raise PairingError("everybody had a bye")

    def _match(self, pool):
        """Pair neighbours in the ranking as far as possible; None if impossible."""
        if not pool:
            return []
        first, others = pool[0], pool[1:]
        for second in others:
            if second in first.opponents:
                continue
            rest = self._match([p for p in others if p is not second])
            if rest is not None:
                return [(first, second)] + rest
        return None

    def report(self, first, second, points):
        """Enter a result; `points` are those of the first player."""
        game = (first, second)
        if game not in self._open:
            raise ValueError(f"no open game {first} - {second}")
        self._open.remove(game)
        self._players[first].score += points
        self._players[second].score += WIN - points

    def buchholz(self, name):
        """Sum of the opponents' scores."""
        return sum(opponent.score for opponent in self._players[name].opponents)

    def table(self):
        order = sorted(
            self.ranking(), key=lambda p: (-p.score, -self.buchholz(p.name))
        )
        return [(p.name, p.score / 2, self.buchholz(p.name) / 2) for p in order]

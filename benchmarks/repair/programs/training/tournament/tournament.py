"""Knock-out tournaments."""

from dataclasses import dataclass


@dataclass
class Match:
    first: str
    second: str | None
    winner: str | None = None

    @property
    def is_bye(self):
        return self.second is None


class Tournament:
    def __init__(self, players):
        players = list(players)
        if len(players) < 2:
            raise ValueError("two players at least")
        if len(set(players)) != len(players):
            raise ValueError("a player is there twice")
        self.rounds = [self._pair(players)]

    @staticmethod
    def _pair(players):
        matches = [Match(a, b) for a, b in zip(players[::2], players[1::2])]
        return matches

    @property
    def current(self):
        return self.rounds[-1]

    @property
    def champion(self):
        last = self.current
        return last[0].winner if len(last) == 1 else None

    def report(self, winner):
        """The winner of a match of this round; starts the next round when all are played."""
        for match in self.current:
            if winner in (match.first, match.second) and not match.is_bye:
                if match.winner is not None:
                    raise ValueError(f"{match.first} against {match.second} was played")
                match.winner = winner
                break
        else:
            raise ValueError(f"{winner} has no match in this round")
        if all(match.winner for match in self.current) and len(self.current) > 1:
            self.rounds.append(self._pair([match.winner for match in self.current]))

    def draw(self):
        """Lines of the present round."""
        lines = []
        for match in self.current:
            if match.is_bye:
                lines.append(f"{match.first} has a bye")
            else:
                lines.append(f"{match.first} - {match.second}" + (f": {match.winner}" if match.winner else ""))
        return lines

    def beaten_by(self, player):
        return [
            match.second if match.first == player else match.first
            for matches in self.rounds
            for match in matches
            if match.winner == player and not match.is_bye
        ]

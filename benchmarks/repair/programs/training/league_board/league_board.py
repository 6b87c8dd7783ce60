"""Table of a league with shared ranks and winning streaks."""
from dataclasses import dataclass

WIN, DRAW = 3, 1


@dataclass
class Team:
    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    scored: int = 0
    conceded: int = 0
    streak: int = 0
    best_streak: int = 0

    @property
    def points(self):
        return self.wins * WIN + self.draws * DRAW

    @property
    def played(self):
        return self.wins + self.draws + self.losses

    @property
    def difference(self):
        return self.scored - self.conceded

    def won(self):
        self.wins += 1
        self.streak += 1
        self.best_streak = max(self.best_streak, self.streak)

    def lost(self):
        self.losses += 1
        self.streak = 0

    def drew(self):
        self.draws += 1


class LeagueBoard:
    def __init__(self, names=()):
        self._teams = {}
        self.results = []
        for name in names:
            self.team(name)

    def team(self, name):
        """The team of that name, which is entered if it is new."""
        name = name.strip()
        if not name:
            raise ValueError("a team needs a name")
        return self._teams.setdefault(name, Team(name))

    def record(self, home, away, home_goals, away_goals):
        if home.strip() == away.strip():
            raise ValueError("a team cannot play against itself")
        if home_goals < 0 or away_goals < 0:
            raise ValueError("negative goals")
        first, second = self.team(home), self.team(away)
        for team, scored, conceded in (
            (first, home_goals, away_goals),
            (second, away_goals, home_goals),
        ):
            team.scored += scored
            team.conceded += conceded
        if home_goals == away_goals:
            first.drew()
            second.drew()
        else:
            if home_goals < away_goals:
                first, second = second, first
            first.won()
            second.lost()
        self.results.append((home.strip(), away.strip(), home_goals, away_goals))

    def ranking(self):
        """Pairs of rank and team; equal teams share a rank and the next is left out."""
        teams = sorted(
            self._teams.values(),
            key=lambda t: (-t.points, -t.difference, -t.scored, t.name),
        )
        ranked = []
        rank = 0
        previous = None
        for place, team in enumerate(teams, 1):
            score = (team.points, team.difference, team.scored)
            if score != previous:
                rank, previous = place, score
            ranked.append((rank, team))
        return ranked

    def rank_of(self, name):
        for rank, team in self.ranking():
            if team.name == name.strip():
                return rank
        raise KeyError(name)

    def hottest(self):
        """Names of the teams with the longest current streak of victories."""
        longest = max((t.streak for t in self._teams.values()), default=0)
        if longest == 0:
            return []
        return sorted(t.name for t in self._teams.values() if t.streak == longest)

    def show(self):
        width = max((len(name) for name in self._teams), default=0)
        return [
            f"{rank:>2}. {team.name:<{width}} {team.played:>2} {team.points:>3}"
            for rank, team in self.ranking()
        ]

"""Standings of a league."""

from dataclasses import dataclass, field

POINTS = {"win": 3, "draw": 1, "loss": 0}


@dataclass
class Team:
    name: str
    scored: int = 0
    conceded: int = 0
    results: list = field(default_factory=list)

    @property
    def points(self):
        return sum(POINTS[result] for result in self.results)

    @property
    def difference(self):
        return self.scored - self.conceded

    def played(self, scored, conceded):
        self.scored += scored
        self.conceded += conceded
        self.results.append("win" if scored > conceded else "draw" if scored == conceded else "loss")

    @property
    def form(self):
        """The last five results, the newest first."""
        return "".join(result[0].upper() for result in reversed(self.results[-5:]))


class League:
    def __init__(self, names):
        self.teams = {name: Team(name) for name in names}

    def record(self, home, away, score):
        home_goals, _, away_goals = score.partition(":")
        home_goals, away_goals = int(home_goals), int(away_goals)
        self.teams[home].played(home_goals, away_goals)
        self.teams[away].played(away_goals, home_goals)

    def ranking(self):
        """(rank, team) pairs. Equal teams share a rank, and the ranks they take up are left out after them."""
        ordered = sorted(
            self.teams.values(),
            key=lambda team: (-team.points, -team.difference, -team.scored, team.name),
        )
        ranked = []
        rank, previous = 0, None
        for position, team in enumerate(ordered, start=1):
            standing = (team.points, team.difference, team.scored)
            if standing != previous:
                rank += 1
                previous = standing
            ranked.append((rank, team))
        return ranked

    def table(self):
        rows = []
        shown = None
        for rank, team in self.ranking():
            label = f"{rank}." if rank != shown else ""
            shown = rank
            rows.append(f"{label:<4}{team.name:<12}{len(team.results):>3}{team.difference:>+4}{team.points:>4}")
        return rows

    def relegated(self, places=1):
        """The names on the last places; who shares a rank with somebody safe stays in the league."""
        limit = len(self.teams) - places
        return [team.name for rank, team in self.ranking() if rank > limit]

"""League tables with head-to-head tie breaking."""

from collections import defaultdict
from dataclasses import dataclass


@dataclass
class Row:
    team: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    scored: int = 0
    conceded: int = 0

    @property
    def points(self):
        return 3 * self.won + self.drawn

    @property
    def difference(self):
        return self.scored - self.conceded

    def add(self, scored, conceded):
        self.played += 1
        self.scored += scored
        self.conceded += conceded
        if scored > conceded:
            self.won += 1
        elif scored == conceded:
            self.drawn += 1
        else:
            self.lost += 1


def parse_result(text):
    """``"Ajax 2-1 PSV"`` -> ("Ajax", 2, 1, "PSV")"""
    left, _, right = text.partition("-")
    home, home_goals = left.rsplit(" ", 1)
    away_goals, away = right.split(" ", 1)
    return home.strip(), int(home_goals), int(away_goals), away.strip()


class League:
    """Collects results; ``table()`` gives the current ranking.

    Teams equal on points are ranked by points in their mutual matches,
    then overall goal difference, goals scored, and name.
    """

    def __init__(self, teams=()):
        self.teams = list(teams)
        self.results = []

    def add(self, text):
        result = parse_result(text)
        for team in (result[0], result[3]):
            if team not in self.teams:
                self.teams.append(team)
        self.results.append(result)

    def rows(self, teams=None):
        """Rows over the matches played among *teams* (default: all)."""
        chosen = self.teams if teams is None else teams
        rows = {team: Row(team) for team in chosen}
        for home, hg, ag, away in self.results:
            if home in rows and away in rows:
                rows[home].add(hg, ag)
                rows[away].add(ag, hg)
        return rows

    def table(self):
        rows = self.rows()
        level = defaultdict(list)
        for team, row in rows.items():
            level[row.points].append(team)
        ranking = []
        for points in sorted(level, reverse=True):
            mutual = self.rows(level[points])
            ranking += sorted(
                level[points],
                key=lambda t: (
                    -mutual[t].points,
                    -mutual[t].difference,
                    -rows[t].scored,
                    t,
                ),
            )
        return [rows[team] for team in ranking]

    def position(self, team):
        return [row.team for row in self.table()].index(team) + 1

"""Scorekeeping for a tennis match as a small state machine."""

NAMES = ["0", "15", "30", "40"]


class Match:
    """Two players, numbered 0 and 1; first to `best_of // 2 + 1` sets."""

    def __init__(self, players=("A", "B"), best_of=3):
        self.players = tuple(players)
        self.needed = best_of // 2 + 1
        self.points = [0, 0]
        self.games = [0, 0]
        self.sets = []
        self.winner = None

    @property
    def tiebreak(self):
        return self.games == [6, 6]

    def point(self, player):
        """Player wins a rally."""
        if self.winner is not None:
            raise RuntimeError("the match is over")
        self.points[player] += 1
        if self._game_won(player):
            self._finish_game(player)

    def play(self, text):
        """Several points, e.g. play("AABA") by initial letters."""
        initials = [name[0] for name in self.players]
        for char in text:
            self.point(initials.index(char))
        return self

    def _game_won(self, player):
        mine, theirs = self.points[player], self.points[1 - player]
        target = 7 if self.tiebreak else 4
        return mine >= target and mine > theirs

    def _finish_game(self, player):
        was_tiebreak = self.tiebreak
        self.points = [0, 0]
        self.games[player] += 1
        mine, theirs = self.games[player], self.games[1 - player]
        if was_tiebreak or (mine >= 6 and mine - theirs >= 2):
            self._finish_set(player)

    def _finish_set(self, player):
        self.sets.append(tuple(self.games))
        self.games = [0, 0]
        won = sum(1 for s in self.sets if s[player] > s[1 - player])
        if won == self.needed:
            self.winner = self.players[player]

    def game_score(self):
        a, b = self.points
        if self.tiebreak:
            return "%d-%d" % (a, b)
        if a >= 3 and b >= 3:
            if a == b:
                return "deuce"
            return "advantage " + self.players[0 if a > b else 1]
        return "%s-%s" % (NAMES[a], NAMES[b])

    def summary(self):
        done = ["%d-%d" % s for s in self.sets]
        if self.winner is not None:
            return " ".join(done) + " " + self.winner
        return " ".join(done + ["%d-%d" % tuple(self.games), self.game_score()])

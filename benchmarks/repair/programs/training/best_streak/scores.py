"""Statistics of a card game in which rounds can have negative scores."""


class ScoreSheet:
    def __init__(self, *players):
        if len(set(players)) != len(players):
            raise ValueError("player names must be distinct")
        self.players = list(players)
        self.rounds = []

    def add_round(self, **points):
        if set(points) != set(self.players):
            raise ValueError("points for every player are needed")
        self.rounds.append(points)

    def total(self, player):
        return sum(r[player] for r in self.rounds)

    def standing(self):
        """Players with totals, the best first, ties by name."""
        return sorted(((p, self.total(p)) for p in self.players),
                      key=lambda item: (-item[1], item[0]))

    def winners(self, number):
        """Everybody with the most points in the round with this index."""
        points = self.rounds[number]
        top = max(points.values())
        return sorted(p for p in points if points[p] == top)

    def best_run(self, player):
        """(points, first, last) of the most profitable stretch of rounds.

        The stretch holds at least one round; None before the first round.
        The earliest one counts on a tie.
        """
        best = (0, 0, 0)
        running = 0
        first = 0
        for i, points in enumerate(self.rounds):
            if running < 0:
                running = 0
                first = i
            running += points[player]
            if running > best[0]:
                best = (running, first, i)
        return best

    def longest_lead(self, player):
        """Most rounds in a row after which the player alone had the highest total."""
        totals = dict.fromkeys(self.players, 0)
        longest = current = 0
        for points in self.rounds:
            for p in self.players:
                totals[p] += points[p]
            others = [t for p, t in totals.items() if p != player]
            if all(totals[player] > t for t in others):
                current += 1
                longest = max(longest, current)
            else:
                current = 0
        return longest

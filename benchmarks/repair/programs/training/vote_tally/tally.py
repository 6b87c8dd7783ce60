"""Instant-runoff counting for a club's elections."""

from collections import Counter


class Ballot:
    def __init__(self, voter, ranking=[]):
        self.voter = voter
        self.ranking = ranking

    def rank(self, candidate):
        """Put a candidate behind those ranked before."""
        if candidate in self.ranking:
            raise ValueError(f"{self.voter} ranked {candidate} already")
        self.ranking.append(candidate)
        return self

    def choice(self, standing):
        """The first candidate who still stands; None for an exhausted ballot."""
        for candidate in self.ranking:
            if candidate in standing:
                return candidate
        return None


class Round:
    def __init__(self, number, counts, out):
        self.number = number
        self.counts = counts
        self.out = out

    def __str__(self):
        votes = ", ".join(f"{name} {count}" for name, count in sorted(self.counts.items()))
        return f"round {self.number}: {votes}" + (f"; {self.out} is out" if self.out else "")


def count(ballots, standing):
    counts = Counter({candidate: 0 for candidate in standing})
    for ballot in ballots:
        choice = ballot.choice(standing)
        if choice is not None:
            counts[choice] += 1
    return counts


def run(ballots, candidates):
    """(winner, rounds). Last place goes out each round; of equals, the one later in the alphabet."""
    standing = sorted(candidates)
    rounds = []
    while True:
        counts = count(ballots, standing)
        total = sum(counts.values())
        leader = max(standing, key=lambda name: counts[name])
        if counts[leader] * 2 > total or len(standing) == 1:
            rounds.append(Round(len(rounds) + 1, counts, None))
            return leader, rounds
        fewest = min(counts.values())
        out = [name for name in standing if counts[name] == fewest][-1]
        rounds.append(Round(len(rounds) + 1, counts, out))
        standing.remove(out)

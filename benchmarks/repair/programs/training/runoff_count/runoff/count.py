"""Instant-runoff voting: the last candidate drops out until one has more than half of the votes."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Result:
    """The winner (None where nobody voted), and the votes of each round by candidate."""

    winner: str | None = None
    rounds: list[dict[str, int]] = field(default_factory=list)
    eliminated: list[str] = field(default_factory=list)


def favourite(ballot, standing):
    """The first name on a ballot that is still standing, or None where the ballot is exhausted."""
    for name in ballot:
        if name in standing:
            return name
    return None


def last_of(votes, standing):
    """Who drops out: the fewest votes; of equals the one who comes last by name."""
    fewest = min(votes[name] for name in standing)
    return max(name for name in standing if votes[name] == fewest)


def count(ballots, candidates):
    """Count ballots round by round.

    Exhausted ballots no longer count, neither for anybody nor in what is a majority.
    """
    result = Result()
    standing = set(candidates)
    votes = Counter()
    while standing:
        for ballot in ballots:
            name = favourite(ballot, standing)
            if name is not None:
                votes[name] += 1
        total = sum(votes[name] for name in standing)
        if total == 0:
            break
        result.rounds.append({name: votes[name] for name in sorted(standing)})
        leader = min(standing, key=lambda name: (-votes[name], name))
        if votes[leader] * 2 > total or len(standing) == 1:
            result.winner = leader
            break
        out = last_of(votes, standing)
        standing.remove(out)
        result.eliminated.append(out)
    return result

"""Share out council seats by the largest remainder method."""


class AllocationError(ValueError):
    pass


def valid_votes(ballots):
    """Count ballots per party, ignoring blank ones."""
    votes = {}
    for ballot in ballots:
        party = ballot.strip().lower()
        if party:
            votes[party] = votes.get(party, 0) + 1
    return votes


def apply_threshold(votes, percent):
    """Parties that reach the given percentage of all votes."""
    total = sum(votes.values())
    return {party: n for party, n in votes.items() if n * 100 >= percent * total}


def allocate(votes, seats, threshold=0):
    """Seats per eligible party.

    Every party gets one seat per full quota; seats left over go to the
    parties with the largest remainders, ties in alphabetical order.
    """
    if seats < 0 or any(n < 0 for n in votes.values()):
        raise AllocationError("seats and votes must not be negative")
    eligible = apply_threshold(votes, threshold)
    total = sum(eligible.values())
    if total == 0:
        raise AllocationError("nobody was voted for")

    rows = []
    for party, count in eligible.items():
        whole, remainder = divmod(count * seats, total)
        rows.append((party, whole, remainder))

    result = {party: whole for party, whole, _ in rows}
    left_over = seats - sum(result.values())
    rows.sort(key=lambda row: (-row[1], row[0]))
    for party, _, _ in rows[:left_over]:
        result[party] += 1
    return result


def majority(result):
    """Party with more than half of the seats, or None."""
    seats = sum(result.values())
    for party, count in result.items():
        if count * 2 > seats:
            return party
    return None


def format_result(result, width=20):
    """Bar chart, biggest party first."""
    top = max(result.values(), default=0)
    lines = []
    for party, count in sorted(result.items(), key=lambda item: (-item[1], item[0])):
        bar = "#" * (count * width // top if top else 0)
        lines.append(f"{party:<10}{count:>4} {bar}".rstrip())
    return "\n".join(lines)

"""Reading ballots."""


class BallotError(ValueError):
    """A ballot that can't be counted."""


def parse_ballots(text, candidates):
    """Ballots, one a line as `3: ann > bob` (three voters); a line without a number is one voter's.

    A list of tuples of names in order of preference. Raises BallotError for unknown or repeated names.
    """
    ballots = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        times, colon, names = line.rpartition(":")
        ballot = tuple(name.strip() for name in names.split(">"))
        for name in ballot:
            if name not in candidates:
                raise BallotError(f"line {number}: unknown candidate {name!r}")
        if len(set(ballot)) < len(ballot):
            raise BallotError(f"line {number}: a candidate twice")
        ballots += [ballot] * (int(times) if colon else 1)
    return ballots

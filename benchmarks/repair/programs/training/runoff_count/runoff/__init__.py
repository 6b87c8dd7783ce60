from runoff.ballots import BallotError, parse_ballots
from runoff.count import Result, count

__all__ = ["BallotError", "Result", "count", "parse_ballots"]

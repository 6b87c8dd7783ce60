"""Distribute the seats of a parliament after an election."""
import heapq
from fractions import Fraction

DHONDT = "dhondt"
SAINTE_LAGUE = "sainte-lague"
HARE = "hare"


class Election:
    """Votes per party; parties below the threshold get no seats.

    The threshold is in percent of all valid votes. Exempt parties
    (of minorities, say) don't have to reach it.
    """

    def __init__(self, votes, threshold=0, exempt=()):
        if any(count < 0 for count in votes.values()):
            raise ValueError("negative votes")
        self.votes = dict(votes)
        self.threshold = Fraction(threshold)
        self.exempt = set(exempt)

    @property
    def total(self):
        return sum(self.votes.values())

    def share(self, party):
        """Percent of all votes."""
        return Fraction(100 * self.votes[party], self.total) if self.total else Fraction(0)

    def qualified(self):
        """The votes of the parties that take part in the distribution."""
        return {
            party: count for party, count in self.votes.items()
            if count > 0 and (party in self.exempt or self.share(party) >= self.threshold)
        }

    def seats(self, number, method=DHONDT):
        """Seats of every party, including those without any."""
        result = dict.fromkeys(self.votes, 0)
        parties = self.qualified()
        if number and not parties:
            raise ValueError("no party is qualified")
        if method == HARE:
            result.update(largest_remainder(parties, number))
        elif method == DHONDT:
            result.update(highest_quotient(parties, number, lambda seats: seats + 1))
        elif method == SAINTE_LAGUE:
            result.update(highest_quotient(parties, number, lambda seats: 2 * seats + 1))
        else:
            raise ValueError(f"unknown method {method}")
        return result

    def majority(self, number, method=DHONDT):
        """The party with more than half of the seats, or None."""
        for party, seats in self.seats(number, method).items():
            if 2 * seats > number:
                return party
        return None

    def distortion(self, number, method=DHONDT):
        """Largest difference between share of seats and share of votes, in percent."""
        seats = self.seats(number, method)
        return max(
            abs(Fraction(100 * seats[party], number) - self.share(party))
            for party in self.votes
        )


def highest_quotient(votes, number, divisor):
    """Seat after seat to the highest quotient; ties go to the larger party, then by name."""
    seats = dict.fromkeys(votes, 0)
    heap = [(-Fraction(count, divisor(0)), -count, party) for party, count in votes.items()]
    heapq.heapify(heap)
    for _ in range(number):
        _, negative, party = heapq.heappop(heap)
        seats[party] += 1
        quotient = Fraction(votes[party], divisor(seats[party]))
        heapq.heappush(heap, (-quotient, negative, party))
    return seats


def largest_remainder(votes, number):
    """Whole quotas first, then one seat each by remainder; ties as above."""
    total = sum(votes.values())
    seats, order = {}, []
    for party, count in votes.items():
        seats[party], remainder = divmod(count * number, total)
        order.append((-remainder, count, party))
    for _, _, party in sorted(order)[:number - sum(seats.values())]:
        seats[party] += 1
    return seats

"""Loyalty programme of a small hotel chain: points, tiers and redemptions."""
from dataclasses import dataclass, field

TIERS = [("gold", 30), ("silver", 10), ("basic", 0)]
BONUS = {"basic": 0, "silver": 25, "gold": 50}  # per cent on top of the base points
POINTS_PER_EURO = 10


@dataclass
class Stay:
    ref: str
    hotel: str
    nights: int
    euros: int
    points: int = 0


@dataclass
class Member:
    name: str
    tier: str = "basic"
    points: int = 0
    stays: dict = field(default_factory=dict)
    ledger: list = field(default_factory=list)

    @property
    def nights(self):
        return sum(stay.nights for stay in self.stays.values())

    def refresh_tier(self):
        for name, needed in TIERS:
            if self.nights >= needed:
                self.tier = name
                return

    def book(self, text, points):
        self.points += points
        self.ledger.append((text, points))


class Programme:
    """Keeps the members and applies the rules to their stays."""

    def __init__(self):
        self._members = {}

    def enrol(self, name):
        if name in self._members:
            raise ValueError(f"{name} is already a member")
        self._members[name] = Member(name)
        return self._members[name]

    def member(self, name):
        try:
            return self._members[name]
        except KeyError:
            raise LookupError(f"no member {name}") from None

    def add_stay(self, name, ref, hotel, nights, euros):
        """Credit a stay; the bonus is that of the tier held on arrival."""
        member = self.member(name)
        if ref in member.stays:
            raise ValueError(f"stay {ref} was credited before")
        stay = Stay(ref, hotel, nights, euros)
        base = euros * POINTS_PER_EURO
        stay.points = base + base * BONUS[member.tier] // 100
        member.stays[ref] = stay
        member.book(f"stay {ref}", stay.points)
        member.refresh_tier()
        return stay.points

    def cancel_stay(self, name, ref):
        """Take back a stay that was credited by mistake or refunded."""
        member = self.member(name)
        if ref not in member.stays:
            raise LookupError(f"no stay {ref}")
        stay = member.stays.pop(ref)
        member.book(f"cancel {ref}", -stay.points)
        return stay.points

    def change_nights(self, name, ref, nights):
        """Correct the length of a stay (an early departure, for example)."""
        member = self.member(name)
        if ref not in member.stays:
            raise LookupError(f"no stay {ref}")
        member.stays[ref].nights = nights
        member.refresh_tier()

    def redeem(self, name, points, reward):
        member = self.member(name)
        if points <= 0:
            raise ValueError("points must be positive")
        if points > member.points:
            raise ValueError("not enough points")
        member.book(f"reward {reward}", -points)

    def favourite_hotel(self, name):
        """Hotel with the most nights; the first in the alphabet on a tie."""
        nights = {}
        for stay in self.member(name).stays.values():
            nights[stay.hotel] = nights.get(stay.hotel, 0) + stay.nights
        if not nights:
            return None
        return min(nights, key=lambda hotel: (-nights[hotel], hotel))

    def by_tier(self):
        """Names of the members of every tier, the highest tier first."""
        groups = {tier: [] for tier, _ in TIERS}
        for member in self._members.values():
            groups[member.tier].append(member.name)
        return {tier: sorted(names) for tier, names in groups.items()}

    def nights_to_next_tier(self, name):
        member = self.member(name)
        missing = [needed - member.nights for _, needed in TIERS if needed > member.nights]
        return min(missing, default=0)

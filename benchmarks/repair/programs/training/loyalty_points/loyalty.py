"""Points of a shop's loyalty scheme."""

from dataclasses import dataclass, field

TIERS = [("gold", 5000), ("silver", 1000), ("member", 0)]
MULTIPLIER = {
    "gold": 3,
    "member": 1,
}
POINTS_PER_EURO = 1
EXPIRY_MONTHS = 12


class NotEnoughPoints(Exception):
    pass


@dataclass
class Batch:
    month: int
    points: int


@dataclass
class Account:
    name: str
    batches: list = field(default_factory=list)
    lifetime: int = 0

    @property
    def tier(self):
        for name, needed in TIERS:
            if self.lifetime >= needed:
                return name
        raise AssertionError("the lowest tier needs nothing")

    def balance(self, month):
        return sum(b.points for b in self.batches if month - b.month < EXPIRY_MONTHS)

    def buy(self, euros, month):
        """Credit a purchase; returns the points it earned. The tier before the purchase counts."""
        points = int(euros) * POINTS_PER_EURO * MULTIPLIER.get(self.tier, 1)
        if points:
            self.batches.append(Batch(month, points))
        self.lifetime += points
        return points

    def redeem(self, points, month):
        """Take points off, the oldest first."""
        if points > self.balance(month):
            raise NotEnoughPoints(f"{self.name} has {self.balance(month)} points")
        for batch in self.batches:
            if month - batch.month >= EXPIRY_MONTHS:
                continue
            used = min(points, batch.points)
            batch.points -= used
            points -= used
        self.batches = [b for b in self.batches if b.points]

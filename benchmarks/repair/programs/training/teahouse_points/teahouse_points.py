"""Loyalty points of a tea shop.

Members collect points with every purchase; the tier they have reached decides
how many. Points can be redeemed for vouchers, and purchases can be taken back.
"""
from dataclasses import dataclass, field

# (lifetime spend in cents from which the tier applies, name, points per euro)
TIERS = [
    (0, "leaf", 1),
    (10_000, "oolong", 2),
    (50_000, "pu-erh", 3),
]

VOUCHERS = {"cup": 20, "tin": 75, "tasting": 200}


class LoyaltyError(Exception):
    """Something the shop does not allow."""


@dataclass
class Purchase:
    receipt: str
    cents: int
    points: int
    refunded: bool = False


@dataclass
class Member:
    name: str
    spent: int = 0
    points: int = 0
    purchases: dict = field(default_factory=dict)
    vouchers: list = field(default_factory=list)

    @property
    def tier(self):
        reached = [tier for tier in TIERS if self.spent >= tier[0]]
        return reached[-1][1]

    @property
    def rate(self):
        return next(rate for _, name, rate in TIERS if name == self.tier)


class LoyaltyProgramme:
    def __init__(self):
        self._members = {}

    def join(self, name):
        key = name.strip().lower()
        if not key:
            raise LoyaltyError("a member needs a name")
        if key in self._members:
            raise LoyaltyError(f"{name} is a member already")
        self._members[key] = Member(name.strip())
        return self._members[key]

    def member(self, name):
        try:
            return self._members[name.strip().lower()]
        except KeyError:
            raise LoyaltyError(f"{name} is no member") from None

    def buy(self, name, receipt, cents):
        """Book a purchase and return the points it brought."""
        member = self.member(name)
        if cents <= 0:
            raise LoyaltyError("nothing was bought")
        if receipt in member.purchases:
            raise LoyaltyError(f"receipt {receipt} is booked already")
        points = self._points_for(member, cents)
        member.purchases[receipt] = Purchase(receipt, cents, points)
        member.spent += cents
        member.points += points
        return points

    def refund(self, name, receipt):
        """Take a purchase back, and return the points that went with it."""
        member = self.member(name)
        purchase = member.purchases.get(receipt)
        if purchase is None or purchase.refunded:
            raise LoyaltyError(f"no purchase {receipt} to refund")
        points = self._points_for(member, purchase.cents)
        purchase.refunded = True
        member.spent -= purchase.cents
        member.points -= points
        return points

    def redeem(self, name, voucher):
        member = self.member(name)
        price = VOUCHERS[voucher]
        if member.points < price:
            raise LoyaltyError(f"{price - member.points} points short")
        member.points -= price
        member.vouchers.append(voucher)

    def ranking(self):
        """Names of the members, those with the most points first."""
        members = sorted(self._members.values(), key=lambda m: (-m.points, m.name))
        return [member.name for member in members]

    def statement(self, name):
        member = self.member(name)
        lines = [f"{member.name} ({member.tier}): {member.points} points"]
        for purchase in member.purchases.values():
            mark = " refunded" if purchase.refunded else ""
            lines.append(f"  {purchase.receipt} +{purchase.points}{mark}")
        return "\n".join(lines)

    @staticmethod
    def _points_for(member, cents):
        return cents // 100 * member.rate

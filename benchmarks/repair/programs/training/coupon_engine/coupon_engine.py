"""Applies coupons to a cart. All amounts are whole cents."""
from dataclasses import dataclass, field


@dataclass
class Line:
    sku: str
    price: int
    quantity: int = 1
    category: str = ""
    discount: int = 0

    @property
    def gross(self):
        return self.price * self.quantity

    @property
    def net(self):
        return self.gross - self.discount


@dataclass(frozen=True)
class Coupon:
    code: str
    percent: int = 0
    amount: int = 0
    category: str = ""
    minimum: int = 0
    cap: int = 0
    exclusive: bool = False

    def covers(self, line):
        return not self.category or line.category == self.category

    def value(self, base):
        """What the coupon takes off lines that cost `base` together."""
        off = base * self.percent // 100 + self.amount
        if self.cap:
            off = min(off, self.cap)
        return min(off, base)


class CouponError(ValueError):
    """The coupon can't be used for this cart."""


@dataclass
class Cart:
    lines: list = field(default_factory=list)
    coupons: list = field(default_factory=list)

    def add(self, *args, **kwargs):
        self.lines.append(Line(*args, **kwargs))
        self._recalculate()

    @property
    def gross(self):
        return sum(line.gross for line in self.lines)

    @property
    def total(self):
        return sum(line.net for line in self.lines)

    @property
    def savings(self):
        return self.gross - self.total

    def apply(self, coupon):
        if any(used.code == coupon.code for used in self.coupons):
            raise CouponError(f"{coupon.code} is used already")
        if self.coupons and (coupon.exclusive or self.coupons[0].exclusive):
            raise CouponError(f"{coupon.code} can't be combined")
        if not any(coupon.covers(line) for line in self.lines):
            raise CouponError(f"{coupon.code} fits nothing in the cart")
        if self.gross < coupon.minimum:
            raise CouponError(f"{coupon.code} needs {coupon.minimum}")
        self.coupons.append(coupon)
        self._recalculate()

    def remove(self, code):
        self.coupons = [coupon for coupon in self.coupons if coupon.code != code]
        self._recalculate()

    def _recalculate(self):
        """Percentages come first, fixed amounts are taken off what is left."""
        for line in self.lines:
            line.discount = 0
        for coupon in sorted(self.coupons, key=lambda c: (not c.percent, c.code)):
            lines = [line for line in self.lines if coupon.covers(line)]
            spread(coupon.value(sum(line.net for line in lines)), lines)

    def receipt(self):
        rows = [f"{line.quantity}x {line.sku} {_money(line.net)}" for line in self.lines]
        if self.savings:
            rows.append(f"saved {_money(self.savings)}")
        rows.append(f"total {_money(self.total)}")
        return rows


def spread(amount, lines):
    """Shares a discount out to the lines in proportion to what they cost."""
    total = sum(line.net for line in lines)
    if not total:
        return
    seen = given = 0
    for line in lines:
        seen += line.net
        share = amount * seen // total - given
        line.discount += share
        given = share


def _money(cents):
    return f"{cents // 100}.{cents % 100:02}"

"""Invoices in cents: lines with tax rates, one coupon, payments."""
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal


def percent_of(cents, percent):
    """That percentage of an amount, rounded half up to whole cents."""
    exact = Decimal(cents) * Decimal(str(percent)) / 100
    return int(exact.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def money(cents):
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


@dataclass(frozen=True)
class Line:
    text: str
    quantity: int
    unit_cents: int
    tax_rate: int = 20

    @property
    def net(self):
        return self.quantity * self.unit_cents


@dataclass(frozen=True)
class Coupon:
    """Takes off a percentage ("percent") or a number of cents ("fixed")."""

    kind: str
    value: int

    def __post_init__(self):
        if self.kind not in ("percent", "fixed"):
            raise ValueError(f"unknown kind of coupon: {self.kind}")
        if self.value < 0 or (self.kind == "percent" and self.value > 100):
            raise ValueError(f"bad coupon value: {self.value}")


class Invoice:
    def __init__(self, coupon=None):
        self.coupon = coupon
        self.lines = []
        self.payments = []

    def add(self, text, quantity, unit_cents, tax_rate=20):
        if quantity < 1 or unit_cents < 0:
            raise ValueError("bad line")
        self.lines.append(Line(text, quantity, unit_cents, tax_rate))
        return self

    def pay(self, cents):
        if cents <= 0:
            raise ValueError("bad payment")
        self.payments.append(cents)

    def subtotal(self):
        return sum(line.net for line in self.lines)

    def discount(self):
        """What the coupon takes off, before tax."""
        if self.coupon is None:
            return 0
        if self.coupon.kind == "percent":
            return percent_of(self.subtotal(), self.coupon.value)
        return self.coupon.value

    def discount_shares(self):
        """The discount spread over the lines; the last one gets the remainder."""
        subtotal = self.subtotal()
        if not subtotal:
            return [0] * len(self.lines)
        discount = self.discount()
        shares = [discount * line.net // subtotal for line in self.lines[:-1]]
        shares.append(discount - sum(shares))
        return shares

    def tax_by_rate(self):
        bases = {}
        for line, share in zip(self.lines, self.discount_shares()):
            bases[line.tax_rate] = bases.get(line.tax_rate, 0) + line.net - share
        return {rate: percent_of(base, rate) for rate, base in sorted(bases.items())}

    def tax(self):
        return sum(self.tax_by_rate().values())

    def total(self):
        return self.subtotal() - self.discount() + self.tax()

    def balance(self):
        return self.total() - sum(self.payments)

    def is_paid(self):
        return bool(self.lines) and self.balance() <= 0

    def summary(self):
        rows = [("Subtotal", self.subtotal())]
        if self.discount():
            rows.append(("Discount", -self.discount()))
        rows += [(f"Tax {rate}%", cents) for rate, cents in self.tax_by_rate().items()]
        rows.append(("Total", self.total()))
        return "\n".join(f"{label}: {money(cents)}" for label, cents in rows)

"""Amounts of money in whole minor units."""

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

DIGITS = {"JPY": 0, "EUR": 2, "USD": 2, "GBP": 2, "KWD": 3}


@dataclass(frozen=True)
class Money:
    amount: Decimal
    currency: str

    @classmethod
    def of(cls, amount, currency):
        """Rounded to what the currency has."""
        unit = Decimal(1).scaleb(-DIGITS.get(currency, 2))
        return cls(Decimal(amount).quantize(unit, ROUND_HALF_EVEN), currency)

    def _same(self, other):
        if self.currency != other.currency:
            raise ValueError(f"{self.currency} and {other.currency}")

    def __add__(self, other):
        self._same(other)
        return Money(self.amount + other.amount, self.currency)

    def __lt__(self, other):
        self._same(other)
        return self.amount < other.amount

    def __str__(self):
        return f"{self.amount:,} {self.currency}"

"""Repayment schedules for loans, in exact decimal arithmetic."""
from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Iterator

CENT = Decimal("0.01")


def money(value) -> Decimal:
    """Round to cents, halves away from zero."""
    return Decimal(value).quantize(CENT, rounding=ROUND_HALF_UP)


@dataclass(frozen=True)
class Payment:
    number: int
    interest: Decimal
    principal: Decimal
    balance: Decimal

    @property
    def amount(self) -> Decimal:
        return self.interest + self.principal


@dataclass(frozen=True)
class Loan:
    """``rate`` is the nominal yearly rate in percent; payments are monthly."""

    amount: Decimal
    rate: Decimal
    months: int

    def __post_init__(self) -> None:
        if self.amount <= 0 or self.rate < 0 or self.months < 1:
            raise ValueError("bad loan terms")

    @property
    def monthly_rate(self) -> Decimal:
        return Decimal(self.rate) / 1200

    def instalment(self) -> Decimal:
        """Level payment that repays the loan in ``months`` payments."""
        r = self.monthly_rate
        if r == 0:
            return money(Decimal(self.amount) / self.months)
        growth = (1 + r) ** self.months
        return money(self.amount * r * growth / (growth - 1))

    def schedule(self, extra: dict[int, Decimal] | None = None) -> Iterator[Payment]:
        """Yield payments; *extra* maps payment numbers to extra repayments.

        The last payment clears the balance exactly; with extra repayments
        the loan may end early.
        """
        extra = extra or {}
        level = self.instalment()
        balance = money(self.amount)
        for number in range(1, self.months + 1):
            interest = money(balance * self.monthly_rate)
            principal = level - interest + money(extra.get(number, 0))
            if number == self.months or principal > balance:
                principal = balance
            balance -= principal
            yield Payment(number, interest, principal, balance)
            if balance == 0:
                return

    def total_interest(self, extra=None) -> Decimal:
        return sum((p.interest for p in self.schedule(extra)), Decimal(0))


def yearly_summary(loan: Loan) -> list[tuple[int, Decimal, Decimal]]:
    """``(year, interest, principal)`` for each year of the loan."""
    years: dict[int, list[Decimal]] = {}
    for payment in loan.schedule():
        entry = years.setdefault(payment.number // 12 + 1, [Decimal(0), Decimal(0)])
        entry[0] += payment.interest
        entry[1] += payment.principal
    return [(year, interest, principal) for year, (interest, principal) in years.items()]

"""Works out how a loan is paid back, to the cent."""

from dataclasses import dataclass
from decimal import Decimal

CENT = Decimal("0.01")


class LoanError(ValueError):
    """A loan that would never be paid back."""


def to_cents(amount):
    """Round to whole cents; half a cent is rounded away from zero, as banks do it."""
    return amount.quantize(CENT)


@dataclass(frozen=True)
class Payment:
    number: int
    interest: Decimal
    principal: Decimal
    balance: Decimal

    @property
    def total(self):
        return self.interest + self.principal


@dataclass(frozen=True)
class Loan:
    """rate: percent in a year. Interest is worked out and paid once a month."""

    amount: Decimal
    rate: Decimal
    fee: Decimal = Decimal(0)

    def __post_init__(self):
        for name in ("amount", "rate", "fee"):
            object.__setattr__(self, name, Decimal(str(getattr(self, name))))
        if self.amount <= 0 or self.rate < 0 or self.fee < 0:
            raise LoanError("a loan needs an amount, and neither rate nor fee can be negative")

    def interest(self, balance):
        """The interest for one month."""
        return to_cents(balance * self.rate / 1200)

    def instalment(self, months):
        """What has to be paid every month, so that the loan is paid back after so many months."""
        if months < 1:
            raise LoanError("there has to be at least one payment")
        if self.rate == 0:
            return to_cents(self.amount / months)
        factor = self.rate / 1200
        growth = (1 + factor) ** months
        return to_cents(self.amount * factor * growth / (growth - 1))

    def schedule(self, instalment, extra=None):
        """All payments until nothing is left; the last one is as large as it has to be.

        extra: amounts that are paid in addition, by the number of the payment.
        """
        instalment = Decimal(str(instalment))
        extra = {number: Decimal(str(amount)) for number, amount in (extra or {}).items()}
        if instalment <= self.interest(self.amount):
            raise LoanError("the instalment doesn't even pay the interest")
        payments = []
        balance = to_cents(self.amount)
        while balance > 0:
            number = len(payments) + 1
            interest = self.interest(balance)
            principal = min(balance, instalment - interest + extra.get(number, 0))
            balance -= principal
            payments.append(Payment(number, interest, principal, balance))
        return payments

    def cost(self, payments):
        """What the loan costs in all: the interest and the fee, which is a percentage of the amount."""
        return sum((payment.interest for payment in payments), Decimal(0)) + to_cents(self.amount * self.fee / 100)

    def saved_by_extra(self, instalment, extra):
        """How many months and how much interest extra payments save."""
        plain = self.schedule(instalment)
        quick = self.schedule(instalment, extra)
        return len(plain) - len(quick), self.cost(plain) - self.cost(quick)


def table(payments):
    lines = [f"{'no':>3} {'interest':>10} {'principal':>10} {'balance':>12}"]
    for payment in payments:
        lines.append(f"{payment.number:>3} {payment.interest:>10} {payment.principal:>10} {payment.balance:>12}")
    return "\n".join(lines)


def by_year(payments):
    """The interest paid in every year of the loan."""
    result = {}
    for payment in payments:
        year = (payment.number - 1) // 12 + 1
        result[year] = result.get(year, Decimal(0)) + payment.interest
    return result

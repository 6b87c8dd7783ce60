"""Repayment plan of a loan with monthly instalments (amounts in cents)."""
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal


class LoanError(ValueError):
    pass


def to_cents(amount):
    return int(Decimal(amount).quantize(Decimal(1), rounding=ROUND_HALF_UP))


@dataclass(frozen=True)
class Row:
    month: int
    payment: int
    interest: int
    principal: int
    balance: int


class Loan:
    """A loan of `amount` cents at `rate` percent a year.

    Interest is charged on the balance at the start of each month. During the
    first `grace` months only the interest is paid.
    """

    def __init__(self, amount, rate, instalment, grace=0):
        if amount <= 0:
            raise LoanError("nothing to repay")
        self.amount = amount
        self.rate = Decimal(str(rate))
        self.instalment = instalment
        self.grace = grace
        self._extras = {}
        if instalment <= self.interest_on(amount):
            raise LoanError("the instalment does not cover the interest")

    def interest_on(self, balance):
        return to_cents(balance * self.rate / 1200)

    def add_extra(self, month, amount):
        """An additional payment, made together with the month's instalment."""
        if month < 1 or amount <= 0:
            raise LoanError("bad extra payment")
        self._extras[month] = self._extras.get(month, 0) + amount

    def _due(self, month, interest):
        regular = interest if month <= self.grace else self.instalment
        return regular + self._extras.get(month, 0)

    def schedule(self):
        """All rows of the plan, the last of which leaves a balance of zero."""
        rows = []
        balance = self.amount
        month = 0
        while balance > 0:
            month += 1
            interest = self.interest_on(balance)
            payment = min(self._due(month, interest), balance)
            principal = payment - interest
            balance -= principal
            rows.append(Row(month, payment, interest, principal, balance))
        return rows

    def balance_after(self, month):
        if month < 1:
            return self.amount
        rows = self.schedule()
        return rows[month - 1].balance if month <= len(rows) else 0

    def total_interest(self):
        return sum(row.interest for row in self.schedule())

    def years(self):
        """Payments and interest of each year of the loan."""
        result = {}
        for row in self.schedule():
            year = (row.month - 1) // 12 + 1
            paid, interest = result.get(year, (0, 0))
            result[year] = (paid + row.payment, interest + row.interest)
        return result


def format_plan(loan):
    lines = [f"{'month':>5} {'payment':>10} {'interest':>9} {'balance':>11}"]
    for row in loan.schedule():
        lines.append(
            f"{row.month:>5} {row.payment / 100:>10.2f}"
            f" {row.interest / 100:>9.2f} {row.balance / 100:>11.2f}"
        )
    return "\n".join(lines)


def saved_by_extra(loan, month, amount):
    """Interest saved by an extra payment; the loan itself stays as it is."""
    other = Loan(loan.amount, loan.rate, loan.instalment, loan.grace)
    for known_month, known in loan._extras.items():
        other.add_extra(known_month, known)
    other.add_extra(month, amount)
    return loan.total_interest() - other.total_interest()

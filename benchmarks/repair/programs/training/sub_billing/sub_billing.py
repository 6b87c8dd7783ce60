"""Monthly invoices of a subscription; all amounts are cents."""
import calendar
from dataclasses import dataclass, field
from datetime import date
from typing import Optional


@dataclass
class Plan:
    name: str
    price: int
    included_seats: int = 1
    seat_price: int = 0

    def monthly(self, seats):
        extra = max(0, seats - self.included_seats)
        return self.price + extra * self.seat_price


@dataclass
class CreditNote:
    """Money that the customer may use up to and including the last day."""

    reason: str
    left: int
    last_day: Optional[date] = None

    def usable(self, day):
        return self.left > 0 and (self.last_day is None or day <= self.last_day)


@dataclass
class Invoice:
    day: date
    lines: list = field(default_factory=list)

    @property
    def total(self):
        return sum(amount for _, amount in self.lines)


def prorated(amount, day):
    """Share of a monthly amount for the rest of the month, this day included."""
    days = calendar.monthrange(day.year, day.month)[1]
    return round(amount * (days - day.day + 1) / days)


class Subscription:
    def __init__(self, plan, start, seats=1):
        self.plan = plan
        self.start = start
        self.seats = seats
        self.credits = []
        self.invoices = []
        self._pending = []

    def add_credit(self, reason, amount, last_day=None):
        if amount <= 0:
            raise ValueError("a credit must be positive")
        self.credits.append(CreditNote(reason, amount, last_day))

    def credit_balance(self, day):
        return sum(note.left for note in self.credits if note.usable(day))

    def change_plan(self, plan, day):
        """Switch at once; the difference for this month comes with the next invoice."""
        difference = plan.monthly(self.seats) - self.plan.monthly(self.seats)
        if difference > 0:
            self._pending.append((f"Upgrade to {plan.name}", prorated(difference, day)))
        elif difference < 0:
            self.add_credit(f"Downgrade to {plan.name}", prorated(-difference, day))
        self.plan = plan

    def bill(self, day):
        """Write the invoice of the month that contains the day."""
        amount = self.plan.monthly(self.seats)
        if (day.year, day.month) == (self.start.year, self.start.month):
            amount = prorated(amount, self.start)
        invoice = Invoice(day, [(self.plan.name, amount), *self._pending])
        self._pending = []
        self._use_credits(invoice)
        self.invoices.append(invoice)
        return invoice

    def _use_credits(self, invoice):
        """Pay with the credits that end first; those without an end come last."""
        due = invoice.total
        for note in sorted(self.credits, key=lambda n: n.last_day or date.max):
            used = min(note.left, due)
            if used == 0:
                break
            note.left -= used
            due -= used
            invoice.lines.append((f"Credit: {note.reason}", -used))

    def revenue(self, year):
        return sum(i.total for i in self.invoices if i.day.year == year)

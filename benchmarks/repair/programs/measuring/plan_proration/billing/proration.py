"""Changes in the middle of a billing month: what is used is paid, what is not used is credited."""

import calendar
from dataclasses import dataclass, field
from datetime import date

from billing.plans import PLANS


def days_in_month(day):
    return calendar.monthrange(day.year, day.month)[1]


def remaining_share(day):
    """The share of the month from `day` (included) to its end."""
    days = days_in_month(day)
    return (days - day.day + 1) // days


@dataclass
class Invoice:
    lines: list = field(default_factory=list)

    def add(self, text, cents):
        if cents:
            self.lines.append((text, cents))

    @property
    def total(self):
        return sum(cents for _, cents in self.lines)

    def __str__(self):
        rows = [f"{text:<30}{cents / 100:>10.2f}" for text, cents in self.lines]
        return "\n".join([*rows, f"{'total':<30}{self.total / 100:>10.2f}"])


class Subscription:
    def __init__(self, plan, seats, start: date):
        self.plan = PLANS[plan]
        self.seats = seats
        self.start = start
        self.credit = 0

    def first_invoice(self):
        invoice = Invoice()
        share = remaining_share(self.start)
        invoice.add(f"{self.plan.name} from {self.start}", round(self.plan.price(self.seats) * share))
        return invoice

    def change(self, day, plan=None, seats=None):
        """Another plan or number of seats from `day` on; the invoice of the change. What is owed back becomes credit."""
        old_price = self.plan.price(self.seats)
        self.plan = PLANS[plan] if plan else self.plan
        self.seats = seats if seats is not None else self.seats
        share = remaining_share(day)
        invoice = Invoice()
        invoice.add("unused before the change", -round(old_price * share))
        invoice.add(f"{self.plan.name} from {day}", round(self.plan.price(self.seats) * share))
        if invoice.total < 0:
            self.credit -= invoice.total
            invoice.add("carried forward", -invoice.total)
        return invoice

    def monthly_invoice(self):
        invoice = Invoice()
        price = self.plan.price(self.seats)
        invoice.add(self.plan.name, price)
        used = min(self.credit, price)
        invoice.add("credit", -used)
        self.credit -= used
        return invoice

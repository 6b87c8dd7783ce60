"""Invoice dates and amounts for monthly, quarterly and yearly plans."""
import calendar
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Optional

INTERVALS = {"monthly": 1, "quarterly": 3, "yearly": 12}


@dataclass(frozen=True)
class Subscription:
    customer: str
    plan: str
    start: date
    price_cents: int
    end: Optional[date] = None

    def __post_init__(self):
        if self.plan not in INTERVALS:
            raise ValueError(f"unknown plan {self.plan!r}")

    @property
    def months(self):
        return INTERVALS[self.plan]


def add_months(day, months):
    """Same day some months later, or the month's last day if it is shorter."""
    index = day.year * 12 + day.month - 1 + months
    year, month = index // 12, index % 12 + 1
    last = calendar.monthrange(year, month)[1]
    return date(year, month, min(day.day, last))


def due_dates(sub):
    """Yield the dates on which an invoice is due, starting with the first."""
    due = sub.start
    while sub.end is None or due <= sub.end:
        yield due
        due = add_months(due, sub.months)


def first_due_dates(sub, count):
    return list(islice(due_dates(sub), count))


def next_due(sub, today):
    """First due date after today, or None when the subscription is over."""
    for due in due_dates(sub):
        if due > today:
            return due
    return None


def revenue(subs, first, last):
    """Total invoiced in cents between two dates, both included."""
    total = 0
    for sub in subs:
        for due in due_dates(sub):
            if due > last:
                break
            if due >= first:
                total += sub.price_cents
    return total


def invoice_run(subs, today):
    """Customers to invoice today, in alphabetical order."""
    due_today = []
    for sub in subs:
        for due in due_dates(sub):
            if due >= today:
                if due == today:
                    due_today.append(sub.customer)
                break
    return sorted(due_today)

"""Fines for overdue loans of a lending library."""

from dataclasses import dataclass
from datetime import date, timedelta

DAILY_FINE_CENTS = {"book": 20, "dvd": 100, "magazine": 10}
GRACE_DAYS = 2
LOAN_DAYS = {"book": 28, "dvd": 7, "magazine": 14}
MAX_RENEWALS = 2


@dataclass
class Item:
    title: str
    kind: str
    price_cents: int


@dataclass
class Loan:
    item: Item
    borrowed: date
    renewals: int = 0

    @property
    def due(self) -> date:
        days = LOAN_DAYS[self.item.kind] * (1 + self.renewals)
        return self.borrowed + timedelta(days=days)

    def renew(self) -> None:
        if self.renewals >= MAX_RENEWALS:
            raise ValueError(f"{self.item.title!r} was renewed {self.renewals} times already")
        self.renewals += 1


class ClosingDays:
    """Days on which the library is closed; they are never charged."""

    def __init__(self, dates=(), weekdays=(6,)):
        self._dates = frozenset(dates)
        self._weekdays = frozenset(weekdays)

    def __contains__(self, day: date) -> bool:
        return day in self._dates or day.weekday() in self._weekdays


def chargeable_days(due: date, returned: date, closed: ClosingDays) -> int:
    late = (returned - due).days
    if late <= GRACE_DAYS:
        return 0
    days = (due + timedelta(days=n) for n in range(1, late + 1))
    return sum(1 for day in days if day not in closed)


def fine(loan: Loan, returned: date, closed: ClosingDays = ClosingDays()) -> int:
    """The fine in cents; nobody pays more than what the item costs new."""
    days = chargeable_days(loan.due, returned, closed)
    return days * DAILY_FINE_CENTS[loan.item.kind]


def statement(loans, returned: date) -> list[str]:
    lines = []
    for loan in loans:
        cents = fine(loan, returned)
        if cents:
            lines.append(f"{loan.item.title}: {cents // 100}.{cents % 100:02d}")
    return lines

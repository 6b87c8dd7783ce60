"""Pro-rated charges for plan changes in the middle of a billing period."""
from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True)
class Period:
    """A billing period; `end` is the first day of the next one."""

    start: date
    end: date

    @property
    def days(self) -> int:
        return (self.end - self.start).days

    def days_left(self, on: date) -> int:
        """Days from `on` (included) to the end."""
        if not self.start <= on < self.end:
            raise ValueError("date outside of the period")
        return (self.end - on).days


@dataclass(frozen=True)
class Plan:
    name: str
    price: int  # cents per period


def month_period(day: date, anchor: int = 1) -> Period:
    """The monthly period around `day` starting on day `anchor` (1-28)."""
    if not 1 <= anchor <= 28:
        raise ValueError("anchor must be 1..28")
    start = day.replace(day=anchor)
    if start > day:
        start = (start.replace(day=1) - timedelta(days=1)).replace(day=anchor)
    following = (start.replace(day=28) + timedelta(days=4)).replace(day=anchor)
    return Period(start, following)


def share(amount: int, part: int, whole: int) -> int:
    """amount * part / whole, rounded half up."""
    return (2 * amount * part + whole) // (2 * whole)


def charge_for_rest(plan: Plan, period: Period, on: date) -> int:
    return share(plan.price, period.days_left(on), period.days)


def change_plan(old: Plan, new: Plan, period: Period, on: date) -> dict[str, int]:
    """Amounts for switching plans: credit for the old, charge for the new."""
    left = period.days_left(on)
    credit = share(old.price, period.days - left, period.days)
    charge = share(new.price, left, period.days)
    return {"credit": credit, "charge": charge, "due": charge - credit}


def timeline(changes: list[tuple[date, Plan]], period: Period) -> int:
    """Total for a period with several plans, each used from its date on."""
    total = 0
    ordered = sorted(changes, key=lambda c: c[0])
    for index, (begin, plan) in enumerate(ordered):
        until = ordered[index + 1][0] if index + 1 < len(ordered) else period.end
        total += share(plan.price, (until - begin).days, period.days)
    return total

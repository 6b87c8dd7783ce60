"""On which days banks are open."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from bank_holidays.rules import SATURDAY, Holiday


class BankCalendar:
    """Weekdays that aren't holidays."""

    def __init__(self, holidays: Iterable[Holiday]) -> None:
        self.holidays = list(holidays)

    def holiday(self, day: date) -> str | None:
        """The name of the holiday for which banks are closed on a day, or None."""
        for year in (day.year, day.year + 1):
            for rule in self.holidays:
                if rule.observed(year) == day:
                    return rule.name
        return None

    def is_open(self, day: date) -> bool:
        """True on weekdays that aren't holidays."""
        return day.weekday() < SATURDAY and self.holiday(day) is None

    def add_days(self, day: date, count: int) -> date:
        """The open day that is `count` open days after a day (before it where `count` is negative)."""
        step = timedelta(days=1 if count >= 0 else -1)
        for _ in range(abs(count)):
            day += step
            while not self.is_open(day):
                day += step
        return day

    def open_days(self, start: date, end: date) -> int:
        """How many days are open from `start` to `end`, both included."""
        return sum(self.is_open(start + timedelta(days=number)) for number in range((end - start).days + 1))

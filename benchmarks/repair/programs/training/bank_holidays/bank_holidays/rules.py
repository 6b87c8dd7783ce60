"""Rules that say when a holiday is. Weekdays count from Monday, which is 0."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

SATURDAY, SUNDAY = 5, 6


@dataclass(frozen=True)
class Holiday:
    """What all rules have; subclasses say on what day of a year the holiday is."""

    name: str

    def day(self, year: int) -> date:
        raise NotImplementedError

    def observed(self, year: int) -> date:
        """The day on which banks are closed for the holiday: a weekday next to it where it is on a weekend."""
        return self.day(year)


@dataclass(frozen=True)
class Fixed(Holiday):
    """A holiday on the same date each year."""

    month: int
    day_of_month: int

    def day(self, year: int) -> date:
        return date(year, self.month, self.day_of_month)

    def observed(self, year: int) -> date:
        """Friday for a Saturday, Monday for a Sunday."""
        day = self.day(year)
        if day.weekday() == SATURDAY:
            return day - timedelta(days=1)
        return day


@dataclass(frozen=True)
class NthWeekday(Holiday):
    """A holiday on, say, the third Monday of a month; `nth` -1 is the last one."""

    month: int
    weekday: int
    nth: int

    def day(self, year: int) -> date:
        if self.nth > 0:
            first = date(year, self.month, 1)
            ahead = (self.weekday - first.weekday()) % 7
            return first + timedelta(days=ahead + 7 * (self.nth - 1))
        last = date(year + self.month // 12, self.month % 12 + 1, 1) - timedelta(days=1)
        return last - timedelta(days=(last.weekday() - self.weekday) % 7)

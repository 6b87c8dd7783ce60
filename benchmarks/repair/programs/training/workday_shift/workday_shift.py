"""Arithmetic on working days with weekends and holidays."""
from __future__ import annotations

from datetime import date, timedelta
from typing import Iterable

ONE = timedelta(days=1)


class Workweek:
    """`weekend` lists the weekday numbers off (Monday is 0)."""

    def __init__(self, holidays: Iterable[date] = (), weekend: Iterable[int] = (5, 6)):
        self.holidays = frozenset(holidays)
        self.weekend = frozenset(weekend)
        if len(self.weekend) >= 7:
            raise ValueError("no working day left")

    def is_workday(self, day: date) -> bool:
        return day.weekday() not in self.weekend and day not in self.holidays

    def roll(self, day: date, direction: int = 1) -> date:
        """The day itself, or the nearest workday in the direction."""
        while not self.is_workday(day):
            day += ONE * direction
        return day

    def shift(self, day: date, count: int) -> date:
        """`count` workdays later (or earlier).

        A start on a day off is treated like the next workday when
        counting forwards or by zero, like the previous when backwards.
        """
        direction = -1 if count < 0 else 1
        for _ in range(abs(count)):
            day = self.roll(day + ONE * direction, direction)
        return day

    def between(self, start: date, end: date) -> int:
        """Number of workdays from start (included) to end (excluded)."""
        if end < start:
            return -self.between(end, start)
        count = 0
        while start < end:
            count += self.is_workday(start)
            start += ONE
        return count

    def month_end(self, year: int, month: int) -> date:
        """The last workday of a month."""
        following = date(year + month // 12, month % 12 + 1, 1)
        return self.roll(following - ONE, -1)

    def deadline(self, received: date, days: int, grace: int = 0) -> date:
        """Due day: `days` workdays, then `grace` calendar days, rolled on."""
        due = self.shift(received, days) + ONE * grace
        return self.roll(due)


def parse_holidays(text: str) -> list[date]:
    """ISO dates, one a line; comments start with '#'."""
    found = []
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line:
            found.append(date.fromisoformat(line))
    return found

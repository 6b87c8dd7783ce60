"""Expands repeating appointments into days."""
import calendar
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count as numbers

FREQUENCIES = ("daily", "weekly", "monthly")


def add_months(day, months):
    """The same day some months later, or the last one of a shorter month."""
    index = day.month - 1 + months
    year, month = day.year + index // 12, index % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


@dataclass
class Repeat:
    """A series of days from `start` on.

    It ends after `count` days or with the day `until` (inclusive), if given;
    days in `except_days` are left out of it.
    """

    start: date
    frequency: str = "daily"
    interval: int = 1
    count: int | None = None
    until: date | None = None
    weekdays: tuple = ()
    except_days: set = field(default_factory=set)

    def __post_init__(self):
        if self.frequency not in FREQUENCIES:
            raise ValueError(f"unknown frequency {self.frequency}")
        if self.interval < 1:
            raise ValueError("interval must be positive")
        if self.weekdays and self.frequency != "weekly":
            raise ValueError("weekdays need a weekly series")

    def _series(self):
        """All the days by frequency and interval, without an end."""
        if self.frequency == "monthly":
            for n in numbers():
                yield add_months(self.start, n * self.interval)
        elif self.frequency == "daily":
            for n in numbers():
                yield self.start + timedelta(days=n * self.interval)
        else:
            monday = self.start - timedelta(days=self.start.weekday())
            weekdays = sorted(self.weekdays) or [self.start.weekday()]
            for n in numbers():
                for weekday in weekdays:
                    day = monday + timedelta(weeks=n * self.interval, days=weekday)
                    if day >= self.start:
                        yield day

    def between(self, first, last):
        """The days of the series from first to last, both inclusive."""
        found = []
        seen = 0
        for day in self._series():
            if day > last or (self.until is not None and day > self.until):
                break
            if self.count is not None and seen >= self.count:
                break
            if day < first:
                continue
            seen += 1
            if day not in self.except_days:
                found.append(day)
        return found

    def falls_on(self, day):
        return bool(self.between(day, day))

    def next_after(self, day, horizon_days=366):
        """The first day of the series after `day`, None if there is none soon."""
        days = self.between(day + timedelta(days=1), day + timedelta(days=horizon_days))
        return days[0] if days else None


def agenda(repeats, first, last):
    """(day, names) for every day in the period with at least one appointment."""
    by_day = {}
    for name, repeat in sorted(repeats.items()):
        for day in repeat.between(first, last):
            by_day.setdefault(day, []).append(name)
    return sorted(by_day.items())

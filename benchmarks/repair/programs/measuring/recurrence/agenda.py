"""Recurring appointments."""

import calendar
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import takewhile

WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


class RuleError(ValueError):
    pass


def add_months(day, months):
    """The same day so many months later; the last day of the month where that month is shorter."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    return day.replace(year=year, month=month + 1)


@dataclass
class Rule:
    """`every` so many `unit`s from `start`; `until` is included, `count` counts what is skipped as well."""

    start: date
    unit: str = "day"
    every: int = 1
    until: date = None
    count: int = None
    skip: set = field(default_factory=set)
    weekdays: tuple = ()

    def __post_init__(self):
        if self.unit not in ("day", "week", "month", "year") or self.every < 1:
            raise RuleError(f"every {self.every} {self.unit}s")
        unknown = set(self.weekdays) - set(WEEKDAYS)
        if unknown:
            raise RuleError(f"no weekday {', '.join(sorted(unknown))}")

    def _all(self):
        step = 0
        while True:
            if self.unit == "day":
                yield self.start + timedelta(days=step)
            elif self.unit == "week":
                yield from self._week(self.start + timedelta(weeks=step))
            elif self.unit == "month":
                yield add_months(self.start, step)
            else:
                yield add_months(self.start, 12 * step)
            step += self.every

    def _week(self, day):
        if not self.weekdays:
            yield day
            return
        monday = day - timedelta(days=day.weekday())
        for name in sorted(self.weekdays, key=WEEKDAYS.index):
            found = monday + timedelta(days=WEEKDAYS.index(name))
            if found >= self.start:
                yield found

    def dates(self):
        """All dates in order, for ever without `until` and `count`."""
        for n, day in enumerate(self._all()):
            if self.count is not None and n >= self.count:
                return
            if self.until is not None and day > self.until:
                return
            if day not in self.skip:
                yield day

    def between(self, first, last):
        return [day for day in takewhile(lambda day: day <= last, self.dates()) if day >= first]

    def next_after(self, day):
        for candidate in self.dates():
            if candidate > day:
                return candidate
        return None


def agenda(events, first, last):
    """Lines of `date: names` for named rules, one per day that has something."""
    days = {}
    for name, rule in events.items():
        for day in rule.between(first, last):
            days.setdefault(day, []).append(name)
    return [f"{day:%Y-%m-%d}: {', '.join(sorted(names))}" for day, names in sorted(days.items())]

"""A small event calendar with daily, weekly, monthly and yearly events."""
import calendar
from dataclasses import dataclass, field
from datetime import date, timedelta

UNITS = ("daily", "weekly", "monthly", "yearly")


def add_months(day, months):
    """The same day `months` later, or the last of the month if it is shorter."""
    index = day.year * 12 + day.month - 1 + months
    year, month = index // 12, index % 12 + 1
    last = calendar.monthrange(year, month)[1]
    return date(year, month, min(day.day, last))


@dataclass(frozen=True)
class Rule:
    unit: str
    every: int = 1
    count: int = None
    until: date = None

    def __post_init__(self):
        if self.unit not in UNITS:
            raise ValueError(f"unknown unit {self.unit!r}")
        if self.every < 1:
            raise ValueError("every must be positive")

    def step(self, day, times=1):
        """The day `times` repetitions after `day`."""
        amount = self.every * times
        if self.unit == "daily":
            return day + timedelta(days=amount)
        if self.unit == "weekly":
            return day + timedelta(weeks=amount)
        if self.unit == "monthly":
            return add_months(day, amount)
        return add_months(day, 12 * amount)


@dataclass
class Event:
    title: str
    start: date
    rule: Rule = None
    cancelled: set = field(default_factory=set)

    def occurrences(self, last):
        """The days of the event up to `last`, cancelled ones left out."""
        day = self.start
        number = 0
        while day <= last:
            if self.rule and self.rule.until and day > self.rule.until:
                return
            if day not in self.cancelled:
                yield day
            number += 1
            if self.rule is None or number == self.rule.count:
                return
            day = self.rule.step(day)


class Calendar:
    def __init__(self):
        self._events = {}

    def add(self, title, start, rule=None):
        if title in self._events:
            raise ValueError(f"{title!r} exists")
        event = Event(title, start, rule)
        self._events[title] = event
        return event

    def cancel(self, title, day):
        """Cancel one occurrence of an event."""
        event = self._events[title]
        if day not in event.occurrences(day):
            raise ValueError(f"{title!r} is not on {day}")
        event.cancelled.add(day)

    def remove(self, title):
        del self._events[title]

    def between(self, first, last):
        """(day, title) of everything from first to last, both inclusive."""
        found = [
            (day, event.title)
            for event in self._events.values()
            for day in event.occurrences(last)
            if day >= first
        ]
        return sorted(found)

    def on(self, day):
        return [title for _, title in self.between(day, day)]

    def next_after(self, title, day, horizon=366 * 5):
        """The first day of the event after `day`, None if there is none."""
        event = self._events[title]
        for found in event.occurrences(day + timedelta(days=horizon)):
            if found > day:
                return found
        return None

    def busiest(self, first, last):
        """The day with the most events; the earliest of several."""
        tally = {}
        for day, _ in self.between(first, last):
            tally[day] = tally.get(day, 0) + 1
        if not tally:
            return None
        return min(tally, key=lambda day: (-tally[day], day))

"""Recurring events: every so many weeks, the second Tuesday of the month, the last Friday."""

import calendar
import re
from datetime import date, timedelta
from itertools import count, islice, takewhile

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1}
WEEKLY = re.compile(r"every (?:(\d+) weeks|week) on (\w{3})\w*$")
MONTHLY = re.compile(r"(\w+) (\w{3})\w*? of (?:the|every) month$")


def nth_weekday(year, month, weekday, n):
    """The n-th such weekday of a month, or None if there aren't so many; a negative n counts from the end."""
    length = calendar.monthrange(year, month)[1]
    if n > 0:
        offset = (date(year, month, 1).weekday() - weekday) % 7
        day = 1 + offset + 7 * (n - 1)
    else:
        offset = (date(year, month, length).weekday() - weekday) % 7
        day = length - offset + 7 * (n + 1)
    return date(year, month, day) if 1 <= day <= length else None


def months(start):
    """Yield (year, month) forever, from the month of a date on."""
    for index in count(start.year * 12 + start.month - 1):
        yield divmod(index, 12)[0], index % 12 + 1


def weekly(start, weekday, every=1):
    day = start + timedelta(days=(weekday - start.weekday()) % 7)
    while True:
        yield day
        day += timedelta(weeks=every)


def monthly(start, weekday, n):
    for year, month in months(start):
        day = nth_weekday(year, month, weekday, n)
        if day and day >= start:
            yield day


def occurrences(rule, start):
    """Yield the days of a rule such as "every 2 weeks on Monday" or "last Friday of the month"."""
    text = " ".join(rule.lower().split())
    match = WEEKLY.match(text)
    if match:
        return weekly(start, _weekday(match[2]), int(match[1] or 1))
    match = MONTHLY.match(text)
    if match and match[1] in ORDINALS:
        return monthly(start, _weekday(match[2]), ORDINALS[match[1]])
    raise ValueError(f"unknown rule {rule!r}")


def first(rule, start, number):
    return list(islice(occurrences(rule, start), number))


def until(rule, start, end):
    """All days of a rule from start to end, both included."""
    return list(takewhile(lambda day: day <= end, occurrences(rule, start)))


def _weekday(name):
    if name not in DAYS:
        raise ValueError(f"unknown day {name!r}")
    return DAYS.index(name)

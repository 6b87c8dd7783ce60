"""When rent is due: months added to dates, with months that are too short."""

import calendar
from datetime import date, timedelta


def add_months(day, months):
    """The same day of a later month, or the last day of that month."""
    index = day.month - 1 + months
    year = day.year + (day.month + months) // 12
    month = index % 12 + 1
    last = calendar.monthrange(year, month)[1]
    return date(year, month, min(day.day, last))


def due_dates(first, count, every=1):
    """Counted from the first, so that short months don't pull later ones down."""
    return [add_months(first, n * every) for n in range(count)]


def working_day(day, holidays=()):
    """The day itself or the next one that is neither weekend nor holiday."""
    while day.weekday() >= 5 or day in holidays:
        day += timedelta(days=1)
    return day


def late_fee(due, paid, cents_a_day, grace=3):
    days = (paid - due).days
    return max(0, days - grace) * cents_a_day


def months_between(start, end):
    """Whole months."""
    months = (end.year - start.year) * 12 + end.month - start.month
    return months - 1 if end.day < start.day else months

"""Month based date arithmetic for billing schedules."""
from datetime import date


def is_leap(year):
    """True for Gregorian leap years."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year, month):
    """Number of days of a month."""
    if month == 2:
        return 29 if is_leap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def add_months(day, months):
    """Same day of month, months later (or earlier when negative).

    A day the target month does not have becomes its last day.
    """
    index = day.year * 12 + day.month - 1 + months
    year, month = index // 12, index % 12 + 1
    return date(year, month, day.day)


def due_dates(start, count, every=1):
    """The first count due dates, one every so many months from start."""
    return [add_months(start, every * i) for i in range(count)]


def full_months_between(start, end):
    """Completed months from start to end (end must not precede start)."""
    if end < start:
        raise ValueError("end precedes start")
    months = (end.year - start.year) * 12 + end.month - start.month
    if add_months(start, months) > end:
        months -= 1
    return months

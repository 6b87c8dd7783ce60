"""Month arithmetic for billing periods."""
from calendar import monthrange
from datetime import date, timedelta


def add_months(day, count):
    """Move a date by whole months, clamping to the end of short months."""
    index = day.year * 12 + (day.month - 1) + count
    year = index // 12
    month = index % 12 + 1
    last = monthrange(year, month)[1]
    return date(year, month, min(day.day, last))


def end_of_month(day):
    return day.replace(day=monthrange(day.year, day.month)[1])


def months_between(start, end):
    """Number of whole months from start to end (negative if end is earlier)."""
    if end < start:
        return -months_between(end, start)
    count = (end.year - start.year) * 12 + end.month - start.month
    if add_months(start, count) > end:
        count -= 1
    return count


def quarter(day):
    return day.month // 3 + 1


def quarter_start(day):
    return date(day.year, 3 * (quarter(day) - 1) + 1, 1)


def quarter_end(day):
    return add_months(quarter_start(day), 3) - timedelta(days=1)


def billing_periods(start, count):
    """Consecutive (first day, last day) monthly periods, anchored at start."""
    periods = []
    for i in range(count):
        first = add_months(start, i)
        last = add_months(start, i + 1) - timedelta(days=1)
        periods.append((first, last))
    return periods


def due_date(invoice_day, months=1, grace_days=0):
    return end_of_month(add_months(invoice_day, months)) + timedelta(days=grace_days)

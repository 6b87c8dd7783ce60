"""The days on which a subscription is billed."""

from calendar import monthrange
from datetime import date


def add_months(day, months):
    """The same day so many months later; the last of the month where it has no such day."""
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def billing_dates(start, count, every=1):
    """The first `count` days, `every` months apart; the first one is the start itself."""
    dates = []
    for number in range(count):
        dates.append(add_months(dates[-1], every) if number else start)
    return dates


def next_billing(start, today, every=1):
    """The first billing day after today."""
    number = 0
    while add_months(start, number * every) <= today:
        number += 1
    return add_months(start, number * every)

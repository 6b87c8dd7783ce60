"""Ages, and the prices that go by them."""

from datetime import date

PRICES = [(6, 0), (15, 4_50), (65, 9_00)]
SENIOR = 6_00


def age_on(born, day):
    """The whole years somebody has lived on a day. ValueError where that is before the birth."""
    if day < born:
        raise ValueError("not born yet")
    years = day.year - born.year
    if day.month < born.month or day.day < born.day:
        years -= 1
    return years


def entry_price(born, day):
    """What somebody pays on a day."""
    age = age_on(born, day)
    for below, price in PRICES:
        if age < below:
            return price
    return SENIOR


def family_price(births, day):
    """The entry of all of them together."""
    return sum(entry_price(born, day) for born in births)

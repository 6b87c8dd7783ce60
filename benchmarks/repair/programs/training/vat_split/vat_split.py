"""Value added tax on a till receipt whose prices include it."""

from collections import defaultdict

RATES = {"food": 7, "books": 7, "other": 20, "stamps": 0}


def tax_within(gross, rate):
    """The cents of tax that a gross amount contains, rounded to the nearest cent, halves up."""
    return (2 * gross * rate + 100) // (2 * 100)


def summary(lines):
    """Of (kind, gross) lines: {rate: (gross, tax)}; the tax is worked out once for a rate, not line by line."""
    gross = defaultdict(int)
    for kind, amount in lines:
        gross[RATES.get(kind, RATES["other"])] += amount
    return {rate: (amount, tax_within(amount, rate)) for rate, amount in sorted(gross.items())}


def net_total(lines):
    """What is left of all lines without the tax."""
    return sum(amount - tax for amount, tax in summary(lines).values())

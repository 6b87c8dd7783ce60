"""Amounts of money as whole cents, the way ledgers keep them, and as text, the way people write them."""

import re
from dataclasses import dataclass

AMOUNT = re.compile(r"(?P<sign>[-+]?)(?P<whole>\d{1,3}(?:[ ']?\d{3})*|\d+)(?:[.,](?P<cents>\d{1,2}))?")

SYMBOLS = {"€": "EUR", "$": "USD", "£": "GBP"}
CODES = {code: symbol for symbol, code in SYMBOLS.items()}


class MoneyError(ValueError):
    """Text that is no amount, or amounts that don't fit together."""


@dataclass(frozen=True, order=True)
class Money:
    currency: str
    cents: int = 0

    def _same(self, other):
        if other.currency != self.currency:
            raise MoneyError(f"{self.currency} and {other.currency} don't mix")

    def __add__(self, other):
        self._same(other)
        return Money(self.currency, self.cents + other.cents)

    def __sub__(self, other):
        self._same(other)
        return Money(self.currency, self.cents - other.cents)

    def __neg__(self):
        return Money(self.currency, -self.cents)

    def __bool__(self):
        return self.cents != 0

    def __str__(self):
        return f"{format_cents(self.cents)} {self.currency}"


def format_cents(cents, separator=" "):
    """Cents as `1 234.50`."""
    whole, rest = divmod(abs(cents), 100)
    groups = f"{whole:,}".replace(",", separator)
    sign = "-" if cents < 0 else ""
    return f"{sign}{groups}.{rest:02}"


def parse_cents(text):
    """The cents of `1 234.50`, `-3,5` or `+7`."""
    match = AMOUNT.fullmatch(text.strip())
    if match is None:
        raise MoneyError(f"not an amount: {text!r}")
    whole = int(match["sign"] + match["whole"].replace(" ", "").replace("'", ""))
    cents = int((match["cents"] or "0").ljust(2, "0"))
    if whole < 0:
        return whole * 100 - cents
    return whole * 100 + cents


def parse(text, default="EUR"):
    """An amount with the currency on either side, as a symbol or a code: `€3`, `3.50 USD`, `£ -2`."""
    text = text.strip()
    currency = default
    for mark in [*SYMBOLS, *CODES]:
        if text.startswith(mark) or text.endswith(mark):
            currency = SYMBOLS.get(mark, mark)
            text = text.removeprefix(mark).removesuffix(mark)
            break
    return Money(currency, parse_cents(text))


def total(amounts):
    """The sum of amounts by currency, in the order of the currencies' names."""
    sums = {}
    for amount in amounts:
        sums[amount.currency] = sums.get(amount.currency, Money(amount.currency)) + amount
    return [sums[currency] for currency in sorted(sums)]


def column(amounts):
    """Amounts below each other, the points in one line."""
    texts = [format_cents(amount.cents) for amount in amounts]
    width = max((len(text) for text in texts), default=0)
    return [f"{text:>{width}} {CODES.get(amount.currency, amount.currency)}" for text, amount in zip(texts, amounts)]


def balance(lines, default="EUR"):
    """The sums of a ledger with an amount at the start of each line, separated from a comment by a semicolon."""
    return total(parse(line.partition(";")[0], default) for line in lines if line.strip())

"""A cash drawer with notes and coins of several currencies."""
from collections import Counter

DENOMINATIONS = {
    "EUR": [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
    "USD": [2000, 1000, 500, 100, 25, 10, 5, 1],
    "CHF": [10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5],
}


class DrawerError(Exception):
    """The drawer can't do what is asked."""


class CannotPay(DrawerError):
    """The amount can't be put together from what is in the drawer."""


def amount_of(pieces):
    return sum(value * count for value, count in pieces.items())


class Drawer:
    def __init__(self, rates=None):
        self._pieces = {currency: Counter() for currency in DENOMINATIONS}
        self._rates = dict(rates or {})
        self.log = []

    def _box(self, currency):
        try:
            return self._pieces[currency]
        except KeyError:
            raise DrawerError(f"no {currency} here") from None

    def put(self, currency, pieces):
        """Put pieces in, given as {value: count}."""
        box = self._box(currency)
        for value in pieces:
            if value not in DENOMINATIONS[currency]:
                raise DrawerError(f"no {value} in {currency}")
        box.update(pieces)
        self.log.append(("in", currency, amount_of(pieces)))

    def balance(self, currency):
        return amount_of(self._box(currency))

    def count(self, currency, value):
        return self._box(currency)[value]

    def pay(self, currency, amount):
        """Take an amount out, large pieces first; returns {value: count}."""
        left = self._box(currency)
        pieces = {}
        rest = amount
        for value in DENOMINATIONS[currency]:
            number = min(rest // value, left[value])
            if number:
                pieces[value] = number
                left[value] -= number
                rest -= number * value
        if rest:
            raise CannotPay(f"{amount} {currency}")
        self._pieces[currency] = left
        self.log.append(("out", currency, amount))
        return pieces

    def sell(self, currency, price, tendered):
        """Take the tendered pieces for the price and return the change."""
        given = amount_of(tendered)
        if given < price:
            raise DrawerError("not enough tendered")
        self.put(currency, tendered)
        try:
            return self.pay(currency, given - price)
        except CannotPay:
            self._box(currency).subtract(tendered)
            self.log.pop()
            raise

    def exchange(self, source, target, pieces):
        """Change pieces of one currency into another at the drawer's rate."""
        if (source, target) not in self._rates:
            raise DrawerError(f"no rate for {source} to {target}")
        smallest = DENOMINATIONS[target][-1]
        amount = int(amount_of(pieces) * self._rates[source, target])
        paid = self.pay(target, amount - amount % smallest)
        self.put(source, pieces)
        return paid

    def totals(self):
        """Balance of every currency that isn't empty."""
        return {c: amount_of(box) for c, box in self._pieces.items() if amount_of(box)}

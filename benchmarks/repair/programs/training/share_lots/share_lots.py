"""A stock portfolio kept in lots, sold first in, first out."""
from collections import defaultdict
from dataclasses import dataclass
from datetime import date

LONG_TERM_DAYS = 365


@dataclass
class Lot:
    shares: int
    unit_cost: float
    bought: date

    @property
    def cost(self):
        return self.shares * self.unit_cost


@dataclass(frozen=True)
class Gain:
    symbol: str
    shares: int
    amount: float
    sold: date
    long_term: bool


class NotEnoughShares(Exception):
    """More shares were to be sold than are held."""


def _key(symbol):
    return symbol.strip().upper()


class Portfolio:
    def __init__(self):
        self._lots = defaultdict(list)
        self._prices = {}
        self._dividends = defaultdict(float)
        self.gains = []

    def buy(self, symbol, shares, unit_cost, day):
        if shares <= 0:
            raise ValueError("shares must be positive")
        lots = self._lots[_key(symbol)]
        lots.append(Lot(shares, unit_cost, day))
        lots.sort(key=lambda lot: lot.bought)

    def sell(self, symbol, shares, unit_price, day):
        """Sell the oldest lots first; returns the total gain of the sale."""
        key = _key(symbol)
        if shares > self.shares(symbol):
            raise NotEnoughShares(key)
        total = 0.0
        left = shares
        lots = self._lots[key]
        while left:
            lot = lots[0]
            taken = min(left, lot.shares)
            amount = taken * (unit_price - lot.unit_cost)
            held = (day - lot.bought).days
            self.gains.append(Gain(key, taken, amount, day, held > LONG_TERM_DAYS))
            total += amount
            lot.shares -= taken
            left -= taken
            if lot.shares == 0:
                lots.pop(0)
        return total

    def split(self, symbol, ratio):
        for lot in self._lots[_key(symbol)]:
            lot.shares *= ratio
            lot.unit_cost /= ratio

    def set_price(self, symbol, price):
        self._prices[symbol] = price

    def dividend(self, symbol, per_share):
        """Book a dividend on all the shares held now."""
        paid = self.shares(symbol) * per_share
        self._dividends[symbol] += paid
        return paid

    def shares(self, symbol):
        return sum(lot.shares for lot in self._lots.get(_key(symbol), ()))

    def dividends(self, symbol):
        return self._dividends.get(_key(symbol), 0.0)

    def unrealised(self, symbol):
        """Gain if everything was sold now; None while there is no price."""
        key = _key(symbol)
        if key not in self._prices:
            return None
        price = self._prices[key]
        return sum(lot.shares * price - lot.cost for lot in self._lots.get(key, ()))

    def realised(self, year, long_term=None):
        return sum(
            gain.amount
            for gain in self.gains
            if gain.sold.year == year
            and (long_term is None or gain.long_term == long_term)
        )

    def symbols(self):
        return sorted(key for key, lots in self._lots.items() if lots)

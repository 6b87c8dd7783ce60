"""The book itself: one first-in first-out queue of lots per symbol."""
from collections import defaultdict, deque

from .lots import Lot, Sale


class NotEnoughShares(Exception):
    pass


class LotBook:
    def __init__(self):
        self._lots = defaultdict(deque)
        self.sales = []

    def buy(self, symbol, quantity, price):
        if quantity <= 0:
            raise ValueError("quantity must be positive")
        self._lots[symbol].append(Lot(quantity, price))

    def held(self, symbol):
        return sum(lot.quantity for lot in self._lots[symbol])

    def cost_basis(self, symbol):
        return sum(lot.cost for lot in self._lots[symbol])

    def sell(self, symbol, quantity, price):
        """Sell the oldest shares first and return the Sale.

        A sale of more than is held is refused and changes nothing.
        """
        if quantity <= 0:
            raise ValueError("quantity must be positive")
        queue = self._lots[symbol]
        remaining = quantity
        basis = 0
        while remaining and queue:
            lot = queue[0]
            used = min(lot.quantity, remaining)
            basis += used * lot.price
            lot.quantity -= used
            remaining -= used
            if lot.quantity == 0:
                queue.popleft()
        if remaining:
            raise NotEnoughShares(symbol)
        sale = Sale(symbol, quantity, quantity * price, basis)
        self.sales.append(sale)
        return sale

    def split(self, symbol, factor):
        """Apply a stock split: each share becomes `factor` shares."""
        for lot in self._lots[symbol]:
            lot.quantity *= factor
            lot.price //= factor

    def realised_gain(self, symbol=None):
        return sum(s.gain for s in self.sales if symbol in (None, s.symbol))

"""Stock of a warehouse by place: receipts, issues, transfers, reservations."""
from collections import Counter
from dataclasses import dataclass


class StockError(Exception):
    pass


@dataclass(frozen=True)
class Move:
    kind: str
    item: str
    quantity: int
    source: str = ""
    target: str = ""


class Stockroom:
    """Reserved goods stay where they are until the order is shipped."""

    def __init__(self, places):
        self.places = list(places)
        self.moves = []
        self._stock = Counter()
        self._reserved = {}

    def on_hand(self, item, place=None):
        if place is None:
            return sum(self._stock[item, p] for p in self.places)
        return self._stock[item, place]

    def reserved(self, item, place):
        return sum(
            quantity for i, p, quantity in self._reserved.values()
            if (i, p) == (item, place)
        )

    def available(self, item, place):
        return self.on_hand(item, place) - self.reserved(item, place)

    def receive(self, item, quantity, place):
        self._check(quantity, place)
        self._stock[item, place] += quantity
        self.moves.append(Move("receive", item, quantity, target=place))

    def issue(self, item, quantity, place):
        self._check(quantity, place)
        if quantity > self.on_hand(item, place):
            raise StockError(f"not enough {item} in {place}")
        self._stock[item, place] -= quantity
        self.moves.append(Move("issue", item, quantity, source=place))

    def transfer(self, item, quantity, source, target):
        self._check(quantity, source, target)
        if source == target:
            raise StockError("same place")
        if quantity > self.on_hand(item, source):
            raise StockError(f"not enough {item} in {source}")
        self._stock[item, source] -= quantity
        self._stock[item, target] += quantity
        self.moves.append(Move("transfer", item, quantity, source, target))

    def reserve(self, order, item, quantity, place):
        self._check(quantity, place)
        if order in self._reserved:
            raise StockError(f"{order} already has a reservation")
        if quantity > self.available(item, place):
            raise StockError(f"not enough {item} in {place}")
        self._reserved[order] = (item, place, quantity)

    def release(self, order):
        """Give up a reservation; no harm if there is none."""
        self._reserved.pop(order, None)

    def ship(self, order):
        if order not in self._reserved:
            raise StockError(f"nothing reserved for {order}")
        item, place, quantity = self._reserved.pop(order)
        self.issue(item, quantity, place)

    def turnover(self, item):
        """Quantities received and issued so far."""
        totals = Counter()
        for move in self.moves:
            if move.item == item:
                totals[move.kind] += move.quantity
        return totals["receive"], totals["issue"]

    def inventory(self):
        return {
            place: {
                item: quantity for (item, p), quantity in sorted(self._stock.items())
                if p == place and quantity
            }
            for place in self.places
        }

    def _check(self, quantity, *places):
        if quantity <= 0:
            raise StockError("quantity must be positive")
        for place in places:
            if place not in self.places:
                raise StockError(f"unknown place: {place}")

"""Warehouse stock in bins, and which bins to pick an order from."""
from collections import defaultdict
from dataclasses import dataclass
from datetime import date


@dataclass
class Bin:
    place: str
    quantity: int
    expires: date = date.max

    @property
    def aisle(self):
        return self.place.split("-")[0]


class NotEnough(Exception):
    def __init__(self, sku, missing):
        super().__init__(f"{missing} of {sku} missing")
        self.sku = sku
        self.missing = missing


class Warehouse:
    """The bins of each article; bins that are empty are not kept."""

    def __init__(self):
        self._bins = defaultdict(list)

    def store(self, sku, place, quantity, expires=date.max):
        if quantity <= 0:
            raise ValueError("nothing to store")
        bins = self._bins[sku]
        for known in bins:
            if known.place == place and known.expires == expires:
                known.quantity += quantity
                return
        bins.append(Bin(place, quantity, expires))
        bins.sort(key=lambda b: (b.expires, b.place))

    def stock(self, sku):
        return sum(b.quantity for b in self._bins.get(sku, ()))

    def places(self, sku):
        return [b.place for b in self._bins.get(sku, ())]

    def check(self, order):
        """Raises NotEnough for the first article that can't be delivered."""
        for sku, wanted in sorted(order.items()):
            available = self.stock(sku)
            if available < wanted:
                raise NotEnough(sku, wanted - available)

    def pick(self, order):
        """Take an order {sku: quantity} out of the bins, or nothing at all.

        What expires first is picked first. Returns the list of
        (place, sku, quantity) in the order of the walk through the warehouse.
        """
        self.check(order)
        route = []
        for sku, wanted in order.items():
            for place, taken in self._take(sku, wanted):
                route.append((place, sku, taken))
        return sorted(route)

    def _take(self, sku, wanted):
        bins = self._bins[sku]
        picks = []
        for current in bins:
            if wanted == 0:
                break
            taken = min(current.quantity, wanted)
            current.quantity -= taken
            wanted -= taken
            picks.append((current.place, taken))
            if current.quantity == 0:
                bins.remove(current)
        return picks

    def discard_expired(self, today):
        """Throw away what has expired before today; returns {sku: quantity}."""
        discarded = {}
        for sku, bins in self._bins.items():
            gone = sum(b.quantity for b in bins if b.expires < today)
            if gone:
                discarded[sku] = gone
                self._bins[sku] = [b for b in bins if b.expires >= today]
        return discarded

    def aisles(self):
        """How many pieces there are in each aisle."""
        totals = defaultdict(int)
        for bins in self._bins.values():
            for b in bins:
                totals[b.aisle] += b.quantity
        return dict(totals)


def walk(route):
    """The aisles to visit, each once, in the order of the route."""
    return list(dict.fromkeys(place.split("-")[0] for place, _, _ in route))

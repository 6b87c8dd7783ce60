"""Inventory valued first in, first out, over several warehouses."""
from collections import defaultdict
from dataclasses import dataclass
from datetime import date


class StockError(ValueError):
    pass


@dataclass
class Lot:
    """Units of one product bought together; `cost` is cents per unit."""

    received: date
    quantity: int
    cost: int

    @property
    def value(self):
        return self.quantity * self.cost


class Warehouse:
    def __init__(self, name):
        self.name = name
        self._lots = defaultdict(list)

    def receive(self, sku, received, quantity, cost):
        """Book a purchase; late bookings take their place by date."""
        if quantity <= 0:
            raise StockError("quantity must be positive")
        self._lots[sku].append(Lot(received, quantity, cost))
        self._lots[sku].sort(key=lambda lot: lot.received)

    def quantity(self, sku):
        return sum(lot.quantity for lot in self._lots.get(sku, []))

    def value(self, sku=None):
        """Value of one product, or of everything."""
        skus = list(self._lots) if sku is None else [sku]
        return sum(lot.value for s in skus for lot in self._lots.get(s, []))

    def lots(self, sku):
        """(date, quantity, cost) of each lot, oldest first."""
        return [(lot.received, lot.quantity, lot.cost) for lot in self._lots.get(sku, [])]

    def take(self, sku, quantity):
        """Remove the oldest units; returns the lots they came from."""
        if quantity <= 0:
            raise StockError("quantity must be positive")
        if quantity > self.quantity(sku):
            raise StockError(f"{self.name}: not enough {sku}")
        taken = []
        queue = self._lots[sku]
        while quantity:
            lot = queue[0]
            part = min(lot.quantity, quantity)
            taken.append(Lot(lot.received, part, lot.cost))
            lot.quantity -= part
            quantity -= part
            if not lot.quantity:
                queue.pop(0)
        return taken

    def put(self, sku, lots):
        """Add lots that keep their date and cost."""
        self._lots[sku].extend(lots)

    def older_than(self, day):
        """Quantity received before a day, by product (only products with any)."""
        result = {}
        for sku, lots in self._lots.items():
            old = sum(lot.quantity for lot in lots if lot.received < day)
            if old:
                result[sku] = old
        return result


class Inventory:
    def __init__(self, *names):
        self.warehouses = {name: Warehouse(name) for name in names}
        self.sales = []

    def __getitem__(self, name):
        return self.warehouses[name]

    def sell(self, name, sku, quantity, price):
        """Sell units at a price per unit; returns the gross profit."""
        cost = sum(lot.value for lot in self[name].take(sku, quantity))
        revenue = quantity * price
        self.sales.append((sku, quantity, revenue, cost))
        return revenue - cost

    def transfer(self, source, target, sku, quantity):
        self[target].put(sku, self[source].take(sku, quantity))

    def value(self):
        return sum(warehouse.value() for warehouse in self.warehouses.values())

    def cost_of_goods_sold(self, sku=None):
        return sum(cost for s, _, _, cost in self.sales if sku in (None, s))

    def margins(self):
        """Gross profit in percent of the revenue, by product."""
        totals = {}
        for sku, _, revenue, cost in self.sales:
            r, c = totals.get(sku, (0, 0))
            totals[sku] = (r + revenue, c + cost)
        return {sku: round(100 * (r - c) / r, 1) for sku, (r, c) in totals.items() if r}

"""First-in first-out costing of stock."""

from collections import deque
from dataclasses import dataclass


class OutOfStock(Exception):
    pass


@dataclass
class Lot:
    quantity: int
    unit_cost: int


class Stock:
    """Lots of one article, the oldest in front."""

    def __init__(self, article):
        self.article = article
        self._lots = deque()
        self.cost_of_sales = 0

    @property
    def quantity(self):
        return sum(lot.quantity for lot in self._lots)

    @property
    def value(self):
        return sum(lot.quantity * lot.unit_cost for lot in self._lots)

    def receive(self, quantity, unit_cost):
        if quantity <= 0:
            raise ValueError("nothing was received")
        self._lots.append(Lot(quantity, unit_cost))

    def issue(self, quantity):
        """Take goods out; what they cost."""
        if quantity > self.quantity:
            raise OutOfStock(f"{self.article}: {quantity} wanted, {self.quantity} there")
        cost = 0
        rest = quantity
        while rest > 0:
            lot = self._lots[0]
            taken = min(rest, lot.quantity)
            cost += taken * lot.unit_cost
            lot.quantity -= taken
            rest -= taken
            if lot.quantity == 0:
                self._lots.popleft()
        self.cost_of_sales += cost
        return cost

    def write_down(self, unit_cost):
        """Lower the cost of every lot that is dearer; the loss."""
        loss = 0
        for lot in self._lots:
            if lot.unit_cost > unit_cost:
                lot.unit_cost = unit_cost
                loss += lot.quantity * (lot.unit_cost - unit_cost)
        return loss


def margin(stock, sales):
    """Gross margin in percent of (quantity, price) sales that are taken from the stock."""
    revenue = cost = 0
    for quantity, price in sales:
        cost += stock.issue(quantity)
        revenue += quantity * price
    return round(100 * (revenue - cost) / revenue, 1) if revenue else 0.0

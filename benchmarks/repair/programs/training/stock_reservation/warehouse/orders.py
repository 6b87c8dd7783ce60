"""Orders that are reserved as a whole, then shipped or cancelled."""

from dataclasses import dataclass, field
from enum import Enum

from .stock import OutOfStock


class Status(Enum):
    NEW = "new"
    RESERVED = "reserved"
    BACKORDER = "backorder"
    SHIPPED = "shipped"
    CANCELLED = "cancelled"


@dataclass
class Order:
    number: int
    lines: dict
    status: Status = Status.NEW
    missing: dict = field(default_factory=dict)


class OrderDesk:
    """Takes orders against a stock. Orders that can't be filled wait as backorders."""

    def __init__(self, stock):
        self.stock = stock
        self.orders = {}

    def place(self, number, **lines):
        if number in self.orders:
            raise KeyError(f"order {number} exists")
        order = self.orders[number] = Order(number, lines)
        self._reserve(order)
        return order

    def retry_backorders(self):
        """Try waiting orders again, oldest first; returns the numbers of those that are reserved now."""
        waiting = [order for order in self.orders.values() if order.status is Status.BACKORDER]
        return [order.number for order in waiting if self._reserve(order)]

    def cancel(self, number):
        order = self.orders[number]
        if order.status is Status.SHIPPED:
            raise ValueError("a shipped order can't be cancelled")
        if order.status is Status.RESERVED:
            for sku, amount in order.lines.items():
                self.stock.release(sku, amount)
        order.status = Status.CANCELLED

    def ship(self, number):
        order = self.orders[number]
        if order.status is not Status.RESERVED:
            raise ValueError(f"order {number} is {order.status.value}")
        for sku, amount in order.lines.items():
            self.stock.ship(sku, amount)
        order.status = Status.SHIPPED

    def _reserve(self, order):
        taken = []
        order.missing = {}
        for sku, amount in order.lines.items():
            try:
                self.stock.reserve(sku, amount)
                taken.append((sku, amount))
            except OutOfStock as problem:
                order.missing[sku] = problem.missing
        if order.missing:
            order.status = Status.BACKORDER
            return False
        order.status = Status.RESERVED
        return True

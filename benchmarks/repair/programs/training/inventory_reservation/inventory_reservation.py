"""Warehouse stock with all-or-nothing order reservations."""
from collections import defaultdict


class OutOfStock(Exception):
    def __init__(self, sku, short_by):
        super().__init__(f"{sku}: short by {short_by}")
        self.sku = sku
        self.short_by = short_by


class Warehouse:
    def __init__(self):
        self._on_hand = defaultdict(int)
        self._reserved = defaultdict(int)
        self._orders = {}

    def receive(self, sku, quantity):
        if quantity <= 0:
            raise ValueError("quantity must be positive")
        self._on_hand[sku] += quantity

    def on_hand(self, sku):
        return self._on_hand.get(sku, 0)

    def available(self, sku):
        """Units that are neither shipped nor promised to an order."""
        return self._on_hand.get(sku, 0) - self._reserved.get(sku, 0)

    def reserve(self, order_id, lines):
        """Hold stock for every (sku, quantity) line, or for none of them."""
        if order_id in self._orders:
            raise ValueError(f"order {order_id} is already reserved")
        if not lines or any(quantity <= 0 for _, quantity in lines):
            raise ValueError("an order needs lines with positive quantities")
        held = []
        for sku, quantity in lines:
            free = self.available(sku)
            if free < quantity:
                raise OutOfStock(sku, quantity - free)
            self._reserved[sku] += quantity
            held.append((sku, quantity))
        self._orders[order_id] = held

    def cancel(self, order_id):
        """Give the order's stock back."""
        for sku, quantity in self._take_order(order_id):
            self._reserved[sku] -= quantity

    def ship(self, order_id):
        """Remove the order's stock from the shelves."""
        lines = self._take_order(order_id)
        for sku, quantity in lines:
            self._reserved[sku] -= quantity
            self._on_hand[sku] -= quantity
        return len(lines)

    def open_orders(self):
        return sorted(self._orders)

    def low_stock(self, threshold):
        """SKUs whose available stock is below the threshold."""
        return sorted(s for s in self._on_hand if self.available(s) < threshold)

    def _take_order(self, order_id):
        try:
            return self._orders.pop(order_id)
        except KeyError:
            raise KeyError(f"no open order {order_id}") from None

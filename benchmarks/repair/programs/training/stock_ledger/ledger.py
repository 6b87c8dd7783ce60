"""Stock ledger of a small warehouse: receipts, reservations and shipments."""
from dataclasses import dataclass


class StockError(Exception):
    """Raised when an operation would leave the ledger inconsistent."""


@dataclass
class Item:
    sku: str
    on_hand: int = 0
    reserved: int = 0

    @property
    def available(self):
        return self.on_hand - self.reserved


class Ledger:
    def __init__(self):
        self._items = {}
        self._log = []

    def _item(self, sku):
        if sku not in self._items:
            raise StockError(f"unknown sku: {sku}")
        return self._items[sku]

    def receive(self, sku, qty):
        if qty <= 0:
            raise StockError("quantity must be positive")
        item = self._items.setdefault(sku, Item(sku))
        item.on_hand += qty
        self._log.append(("receive", sku, qty))

    def reserve(self, sku, qty):
        """Put aside stock for an order; only free stock can be promised."""
        if qty <= 0:
            raise StockError("quantity must be positive")
        item = self._item(sku)
        item.reserved += qty
        self._log.append(("reserve", sku, qty))

    def release(self, sku, qty):
        item = self._item(sku)
        if qty > item.reserved:
            raise StockError("cannot release more than is reserved")
        item.reserved -= qty
        self._log.append(("release", sku, qty))

    def ship(self, sku, qty):
        """Ship reserved stock."""
        item = self._item(sku)
        if qty > item.reserved:
            raise StockError("cannot ship more than is reserved")
        item.reserved -= qty
        item.on_hand -= qty
        self._log.append(("ship", sku, qty))

    def available(self, sku):
        return self._item(sku).available

    def on_hand(self, sku):
        return self._item(sku).on_hand

    def history(self, sku):
        return [(kind, qty) for kind, s, qty in self._log if s == sku]

    def low_stock(self, threshold):
        return sorted(i.sku for i in self._items.values() if i.available < threshold)

"""How much there is of each article, and how much of that is promised."""

from dataclasses import dataclass


class OutOfStock(Exception):
    """There isn't enough of an article that is free."""

    def __init__(self, sku, wanted, free):
        super().__init__(f"{sku}: {wanted} wanted, {free} free")
        self.sku = sku
        self.missing = wanted - free


@dataclass
class Item:
    on_hand: int = 0
    reserved: int = 0

    @property
    def free(self):
        return self.on_hand - self.reserved


class Stock:
    def __init__(self, **amounts):
        self._items = {sku: Item(amount) for sku, amount in amounts.items()}

    def item(self, sku):
        return self._items.setdefault(sku, Item())

    def receive(self, sku, amount):
        self.item(sku).on_hand += amount

    def reserve(self, sku, amount):
        """Promise some of an article. Raises OutOfStock."""
        item = self.item(sku)
        if amount > item.free:
            raise OutOfStock(sku, amount, item.free)
        item.reserved += amount

    def release(self, sku, amount):
        self.item(sku).reserved -= amount

    def ship(self, sku, amount):
        """Take what was promised out of the shelf."""
        item = self.item(sku)
        item.reserved -= amount
        item.on_hand -= amount

    def low(self, threshold):
        """The articles of which fewer than `threshold` are free, scarcest first."""
        return sorted((s for s, i in self._items.items() if i.free < threshold), key=lambda s: (self.item(s).free, s))

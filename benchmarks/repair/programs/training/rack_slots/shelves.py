"""Shelves of a warehouse."""
from dataclasses import dataclass, field


@dataclass
class Shelf:
    name: str
    zone: str
    capacity: int
    stock: dict = field(default_factory=dict)

    @property
    def used(self):
        return sum(self.stock.values())

    @property
    def free(self):
        return self.capacity - self.used

    def holds(self, sku):
        return sku in self.stock

    def put(self, sku, quantity):
        if quantity > self.free:
            raise ValueError(f"{self.name} is full")
        self.stock[sku] = self.stock.get(sku, 0) + quantity

    def take(self, sku, quantity):
        """Take up to `quantity` pieces; return how many there were."""
        taken = min(quantity, self.stock.get(sku, 0))
        if taken:
            self.stock[sku] -= taken
            if self.stock[sku] == 0:
                del self.stock[sku]
        return taken

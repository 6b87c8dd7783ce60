"""Decides on which shelves goods are stored."""
from shelves import Shelf


class NoRoom(Exception):
    """The goods do not fit."""


class Allocator:
    def __init__(self):
        self._shelves = {}

    def add_shelf(self, name, zone, capacity):
        if name in self._shelves:
            raise ValueError(f"shelf {name} exists")
        self._shelves[name] = Shelf(name, zone, capacity)

    def shelf(self, name):
        return self._shelves[name]

    def _candidates(self, sku, zone=None, without=()):
        """Shelves with room, those that hold the goods already first, then
        the emptiest."""
        found = [
            shelf
            for shelf in self._shelves.values()
            if shelf.free > 0
            and (zone is None or shelf.zone == zone)
            and shelf.name not in without
        ]
        return sorted(found, key=lambda s: (not s.holds(sku), -s.free, s.name))

    def store(self, sku, quantity, zone=None, without=()):
        """Store goods and return {shelf name: pieces}; all of them or none."""
        if quantity <= 0:
            raise ValueError("nothing to store")
        plan = {}
        left = quantity
        for shelf in self._candidates(sku, zone, without):
            plan[shelf.name] = min(left, shelf.free)
            left -= plan[shelf.name]
            if left == 0:
                break
        if left:
            raise NoRoom(f"no room for {left} of {sku}")
        for name, pieces in plan.items():
            self._shelves[name].put(sku, pieces)
        return plan

    def pick(self, sku, quantity):
        """Take goods out, from the shelves with the fewest pieces first."""
        if self.total(sku) < quantity:
            raise LookupError(f"not enough {sku}")
        holding = [s for s in self._shelves.values() if s.holds(sku)]
        picked = {}
        for shelf in sorted(holding, key=lambda s: (s.stock[sku], s.name)):
            if quantity == 0:
                break
            picked[shelf.name] = shelf.take(sku, quantity)
            quantity -= picked[shelf.name]
        return picked

    def clear(self, name):
        """Move everything from a shelf to other shelves of its zone."""
        shelf = self._shelves[name]
        moved = {}
        for sku, quantity in sorted(shelf.stock.items()):
            moved[sku] = self.store(sku, quantity, without=(name,))
            shelf.take(sku, quantity)
        return moved

    def retire(self, name):
        """Clear a shelf and take it down."""
        moved = self.clear(name)
        del self._shelves[name]
        return moved

    def total(self, sku, zone=None):
        return sum(
            shelf.stock.get(sku, 0)
            for shelf in self._shelves.values()
            if zone in (None, shelf.zone)
        )

    def fill_rate(self, zone):
        """Used part of a zone in percent, rounded down."""
        shelves = [s for s in self._shelves.values() if s.zone == zone]
        capacity = sum(s.capacity for s in shelves)
        if not capacity:
            return 0
        return sum(s.used for s in shelves) * 100 // capacity

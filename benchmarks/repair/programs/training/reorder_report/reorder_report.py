"""What to order from which supplier, worked out from the stock list."""
import csv
import io
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter


@dataclass
class Item:
    sku: str
    supplier: str
    stock: int
    minimum: int
    target: int
    pack: int = 1
    ordered: int = 0
    reserved: int = 0
    price: int = 0

    @property
    def available(self):
        """What will be there once open orders arrive and reservations are gone."""
        return self.stock + self.ordered - self.reserved

    @property
    def short(self):
        return self.available < self.minimum

    def packs_needed(self):
        missing = self.target - self.available
        return max(0, -(-missing // self.pack))


@dataclass(frozen=True)
class Line:
    sku: str
    supplier: str
    packs: int
    units: int
    cost: int


class Inventory:
    def __init__(self, items=()):
        self._items = {}
        for item in items:
            self.add(item)

    @classmethod
    def from_csv(cls, text):
        """Columns are named like the fields of Item; empty cells mean the default."""
        items = []
        for row in csv.DictReader(io.StringIO(text.strip())):
            values = {k.strip(): v.strip() for k, v in row.items() if v and v.strip()}
            numbers = {k: int(v) for k, v in values.items() if k not in ("sku", "supplier")}
            items.append(Item(values["sku"], values["supplier"], **numbers))
        return cls(items)

    def add(self, item):
        if item.sku in self._items:
            raise ValueError(f"duplicate item {item.sku}")
        self._items[item.sku] = item

    def __getitem__(self, sku):
        return self._items[sku]

    def reorder_lines(self):
        """One line for each item that is short, the most urgent first."""
        short = [item for item in self._items.values() if item.short]
        short.sort(key=lambda item: (item.available - item.minimum, item.sku))
        lines = []
        for item in short:
            packs = item.packs_needed()
            units = packs * item.pack
            lines.append(Line(item.sku, item.supplier, packs, units, units * item.price))
        return lines

    def orders(self):
        """The lines of each supplier, as {supplier: [line, ...]}."""
        by_supplier = attrgetter("supplier")
        lines = self.reorder_lines()
        return {name: list(group) for name, group in groupby(lines, key=by_supplier)}

    def place(self, supplier):
        """Order everything from one supplier; returns the cost."""
        lines = self.orders().get(supplier, [])
        for line in lines:
            self._items[line.sku].ordered += line.units
        return sum(line.cost for line in lines)

    def receive(self, sku, units):
        item = self._items[sku]
        item.stock += units
        item.ordered = max(0, item.ordered - units)

    def report(self):
        rows = []
        for supplier, lines in sorted(self.orders().items()):
            rows.append(f"{supplier}: {sum(line.cost for line in lines)}")
            rows.extend(f"  {line.sku} x{line.packs} ({line.units})" for line in lines)
        return "\n".join(rows) or "nothing to order"

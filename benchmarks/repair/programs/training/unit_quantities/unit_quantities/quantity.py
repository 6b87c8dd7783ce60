"""Immutable quantities made of an integer amount and a unit."""
from functools import total_ordering

from .units import UnitError, lookup, symbols


@total_ordering
class Quantity:
    __slots__ = ("amount", "unit", "dimension", "base")

    def __init__(self, amount, unit):
        dimension, factor = lookup(unit)
        self.amount = amount
        self.unit = unit
        self.dimension = dimension
        self.base = amount * factor

    @classmethod
    def parse(cls, text):
        amount, _, unit = text.strip().partition(" ")
        return cls(int(amount), unit.strip())

    def to(self, unit):
        """The same quantity in another unit, rounded down."""
        dimension, factor = lookup(unit)
        if dimension != self.dimension:
            raise UnitError("%s is no %s" % (unit, self.dimension))
        return Quantity(self.base // factor, unit)

    def tidy(self):
        """Use the largest unit which keeps the amount whole."""
        for unit in reversed(symbols(self.dimension)):
            if self.base % lookup(unit)[1] == 0:
                return self.to(unit)
        return self

    def _same(self, other):
        if self.dimension != other.dimension:
            raise UnitError("%s versus %s" % (self.dimension, other.dimension))

    def __eq__(self, other):
        if not isinstance(other, Quantity):
            return NotImplemented
        return (self.dimension, self.amount) == (other.dimension, other.amount)

    def __hash__(self):
        return hash((self.dimension, self.amount))

    def __lt__(self, other):
        self._same(other)
        return self.base < other.base

    def __add__(self, other):
        self._same(other)
        small = min(self.unit, other.unit, key=lambda u: lookup(u)[1])
        return Quantity((self.base + other.base) // lookup(small)[1], small)

    def __repr__(self):
        return "Quantity(%r, %r)" % (self.amount, self.unit)


def total(quantities):
    result = None
    for q in quantities:
        result = q if result is None else result + q
    return result

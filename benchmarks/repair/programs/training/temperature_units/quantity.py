"""Quantities with units: parse them, convert them, add them up."""

import re
from dataclasses import dataclass
from functools import total_ordering

PATTERN = re.compile(r"\s*([+-]?\d+(?:\.\d+)?)\s*(°?[A-Za-z/]+)\s*$")


class UnitError(ValueError):
    pass


@dataclass(frozen=True)
class Unit:
    """A unit; `value * scale + offset` gives the base unit of its kind."""

    symbol: str
    kind: str
    scale: float = 1.0
    offset: float = 0.0

    def to_base(self, value):
        return value * self.scale + self.offset

    def from_base(self, value):
        return value / self.scale - self.offset


UNITS = {
    unit.symbol: unit
    for unit in (
        Unit("m", "length"),
        Unit("km", "length", 1000),
        Unit("in", "length", 0.0254),
        Unit("ft", "length", 0.3048),
        Unit("K", "temperature"),
        Unit("°C", "temperature", 1, 273.15),
        Unit("°F", "temperature", 5 / 9, 273.15 - 32 * 5 / 9),
        Unit("kg", "mass"),
        Unit("g", "mass", 0.001),
    )
}


@total_ordering
@dataclass(frozen=True, eq=False)
class Quantity:
    value: float
    unit: Unit

    @classmethod
    def parse(cls, text):
        """Read a text such as "20 °C"."""
        match = PATTERN.match(text)
        if not match or match[2] not in UNITS:
            raise UnitError(f"can't read {text!r}")
        return cls(float(match[1]), UNITS[match[2]])

    @property
    def base(self):
        return self.unit.to_base(self.value)

    def to(self, symbol):
        """The same quantity in another unit of its kind."""
        unit = UNITS[symbol]
        self._same_kind(unit)
        return Quantity(unit.from_base(self.base), unit)

    def __add__(self, other):
        self._same_kind(other.unit)
        return Quantity(self.value + other.value * other.unit.scale / self.unit.scale, self.unit)

    def __sub__(self, other):
        """The difference in this quantity's unit."""
        return Quantity(self.value - other.to(self.unit.symbol).value, self.unit)

    def __eq__(self, other):
        return self.unit.kind == other.unit.kind and abs(self.base - other.base) < 1e-9

    def __lt__(self, other):
        self._same_kind(other.unit)
        return self.base < other.base and self != other

    def __hash__(self):
        return hash(self.unit.kind)

    def __format__(self, spec):
        """`format(q, ".1f")` or with a unit to convert to, as in `format(q, ".1f km")`."""
        digits, _, symbol = spec.partition(" ")
        quantity = self.to(symbol) if symbol else self
        return f"{quantity.value:{digits or 'g'}} {quantity.unit.symbol}"

    def _same_kind(self, unit):
        if unit.kind != self.unit.kind:
            raise UnitError(f"{unit.symbol} isn't a {self.unit.kind}")

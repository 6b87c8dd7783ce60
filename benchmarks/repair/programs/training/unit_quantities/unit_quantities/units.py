"""Unit table: symbol -> (dimension, factor to the base unit)."""

_UNITS = {
    "mm": ("length", 1),
    "cm": ("length", 10),
    "m": ("length", 1000),
    "km": ("length", 1000000),
    "g": ("mass", 1),
    "kg": ("mass", 1000),
    "t": ("mass", 1000000),
}


class UnitError(ValueError):
    pass


def lookup(symbol):
    try:
        return _UNITS[symbol]
    except KeyError:
        raise UnitError("unknown unit %s" % symbol) from None


def symbols(dimension):
    found = [(f, s) for s, (d, f) in _UNITS.items() if d == dimension]
    return [s for _, s in sorted(found)]

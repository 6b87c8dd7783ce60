from .quantity import Quantity, total
from .units import UnitError, lookup

__all__ = ["Quantity", "UnitError", "lookup", "total"]

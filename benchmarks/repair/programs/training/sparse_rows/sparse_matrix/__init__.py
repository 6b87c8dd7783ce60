"""Sparse integer matrices."""
from .core import Matrix, ShapeError
from .ops import identity, multiply, power, transpose

__all__ = ["Matrix", "ShapeError", "identity", "multiply", "power", "transpose"]

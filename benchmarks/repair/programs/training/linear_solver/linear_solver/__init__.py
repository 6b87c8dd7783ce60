from linear_solver.elimination import SingularMatrix, determinant, inverse, solve
from linear_solver.matrix import identity, multiply, transpose

__all__ = ["SingularMatrix", "determinant", "identity", "inverse", "multiply", "solve", "transpose"]

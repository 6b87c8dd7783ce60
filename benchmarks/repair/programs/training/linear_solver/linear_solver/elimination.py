"""Gauss-Jordan elimination, exact."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from linear_solver.matrix import Matrix, exact, identity


class SingularMatrix(ValueError):
    """A matrix without an inverse."""


def _reduce(rows: Matrix) -> Fraction:
    """Bring the left square part of `rows` to the identity, in place; the determinant it had.

    Stops and gives 0 where that part is singular.
    """
    product = Fraction(1)
    for index in range(len(rows)):
        pivot = next((row for row in range(index, len(rows)) if rows[row][index]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != index:
            rows[index], rows[pivot] = rows[pivot], rows[index]
        factor = rows[index][index]
        product *= factor
        rows[index] = [value / factor for value in rows[index]]
        for other in range(len(rows)):
            times = rows[other][index]
            if other != index and times:
                rows[other] = [value - times * base for value, base in zip(rows[other], rows[index])]
    return product


def _square(matrix: Sequence[Sequence[int | Fraction]]) -> Matrix:
    rows = exact(matrix)
    if not rows or len(rows) != len(rows[0]):
        raise ValueError("the matrix isn't square")
    return rows


def determinant(matrix: Sequence[Sequence[int | Fraction]]) -> Fraction:
    """The determinant of a square matrix."""
    return _reduce(_square(matrix))


def solve(matrix: Sequence[Sequence[int | Fraction]], values: Sequence[int | Fraction]) -> list[Fraction]:
    """The x with matrix * x = values. Raises SingularMatrix where there is no single one."""
    rows = _square(matrix)
    if len(values) != len(rows):
        raise ValueError(f"{len(values)} values for {len(rows)} rows")
    augmented = [row + [Fraction(value)] for row, value in zip(rows, values)]
    if not _reduce(augmented):
        raise SingularMatrix("no single solution")
    return [row[-1] for row in augmented]


def inverse(matrix: Sequence[Sequence[int | Fraction]]) -> Matrix:
    """The inverse. Raises SingularMatrix where there is none."""
    rows = _square(matrix)
    augmented = [row + unit for row, unit in zip(rows, identity(len(rows)))]
    if not _reduce(augmented):
        raise SingularMatrix("no inverse")
    return [row[len(rows) :] for row in augmented]

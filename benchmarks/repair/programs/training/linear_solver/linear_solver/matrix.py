"""Matrices as lists of rows of Fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Matrix = list[list[Fraction]]


def exact(rows: Sequence[Sequence[int | Fraction]]) -> Matrix:
    """A copy with Fractions. Raises ValueError where the rows differ in length."""
    copy = [[Fraction(value) for value in row] for row in rows]
    if any(len(row) != len(copy[0]) for row in copy):
        raise ValueError("the rows differ in length")
    return copy


def identity(size: int) -> Matrix:
    """The identity matrix."""
    return [[Fraction(row == column) for column in range(size)] for row in range(size)]


def transpose(rows: Sequence[Sequence[int | Fraction]]) -> Matrix:
    """Rows and columns exchanged."""
    return [list(column) for column in zip(*exact(rows))]


def multiply(left: Sequence[Sequence[int | Fraction]], right: Sequence[Sequence[int | Fraction]]) -> Matrix:
    """The matrix product. Raises ValueError where the shapes don't fit."""
    if len(left[0]) != len(right):
        raise ValueError(f"{len(left[0])} columns and {len(right)} rows")
    columns = transpose(right)
    return [[sum(a * b for a, b in zip(row, column)) for column in columns] for row in exact(left)]

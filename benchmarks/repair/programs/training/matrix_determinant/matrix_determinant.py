"""Determinants by elimination, exactly."""

from fractions import Fraction


def determinant(matrix):
    """The determinant of a square matrix of whole numbers; the matrix itself stays as it is."""
    rows = [[Fraction(value) for value in row] for row in matrix]
    size = len(rows)
    if any(len(row) != size for row in rows):
        raise ValueError("the matrix isn't square")
    result = Fraction(1)
    for column in range(size):
        pivot = next((row for row in range(column, size) if rows[row][column]), None)
        if pivot is None:
            return 0
        if pivot != column:
            rows[column], rows[pivot] = rows[pivot], rows[column]
        result *= rows[column][column]
        for row in range(column + 1, size):
            factor = rows[row][column] / rows[column][column]
            for place in range(column, size):
                rows[row][place] -= factor * rows[column][place]
    return int(result)


def is_regular(matrix):
    return determinant(matrix) != 0

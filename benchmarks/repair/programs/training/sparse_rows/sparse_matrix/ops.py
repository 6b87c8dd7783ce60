"""Operations which make new matrices."""
from .core import Matrix, ShapeError


def identity(size):
    matrix = Matrix(size, size)
    for i in range(size):
        matrix[i, i] = 1
    return matrix


def transpose(matrix):
    result = Matrix(matrix.width, matrix.height)
    for r, c, value in matrix.entries():
        result[c, r] = value
    return result


def multiply(left, right):
    if left.width != right.height:
        raise ShapeError("%d columns times %d rows" % (left.width, right.height))
    result = Matrix(left.height, right.width)
    for r, k, value in left.entries():
        for c, other in right.rows.get(r, {}).items():
            result[r, c] += value * other
    return result


def power(matrix, exponent):
    if matrix.height != matrix.width:
        raise ShapeError("not square")
    result = identity(matrix.height)
    while exponent:
        if exponent & 1:
            result = multiply(result, matrix)
        matrix = multiply(matrix, matrix)
        exponent >>= 1
    return result

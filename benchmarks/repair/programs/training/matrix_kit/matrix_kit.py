"""Small exact matrix helpers: determinant, inverse and plane transforms."""
from fractions import Fraction


class SingularMatrix(ValueError):
    """The matrix has no inverse."""


class Matrix:
    """An immutable matrix of exact fractions."""

    def __init__(self, rows):
        self.rows = tuple(tuple(Fraction(value) for value in row) for row in rows)
        if not self.rows or not self.rows[0]:
            raise ValueError("empty matrix")
        if len({len(row) for row in self.rows}) != 1:
            raise ValueError("rows of different lengths")

    @classmethod
    def identity(cls, size):
        return cls([[int(r == c) for c in range(size)] for r in range(size)])

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0])

    def __eq__(self, other):
        return isinstance(other, Matrix) and self.rows == other.rows

    def __hash__(self):
        return hash(self.rows)

    def __repr__(self):
        body = "; ".join(" ".join(str(v) for v in row) for row in self.rows)
        return f"Matrix[{body}]"

    def __matmul__(self, other):
        if self.shape[1] != other.shape[0]:
            raise ValueError("shapes don't fit")
        columns = list(zip(*other.rows))
        return Matrix(
            [[sum(a * b for a, b in zip(row, col)) for col in columns] for row in self.rows]
        )

    def transpose(self):
        return Matrix(zip(*self.rows))

    def trace(self):
        self._need_square()
        return sum(self.rows[i][i] for i in range(len(self.rows)))

    def determinant(self):
        self._need_square()
        work = [list(row) for row in self.rows]
        result = Fraction(1)
        for col in range(len(work)):
            pivot = _find_pivot(work, col)
            if pivot is None:
                return Fraction(0)
            if pivot != col:
                work[col], work[pivot] = work[pivot], work[col]
                result = -result
            result *= work[col][col]
            for r in range(col + 1, len(work)):
                factor = work[r][col] / work[col][col]
                work[r] = [a - factor * b for a, b in zip(work[r], work[col])]
        return result

    def inverse(self):
        """Gauss-Jordan: whatever turns `work` into the identity turns `out` into the inverse."""
        self._need_square()
        size = len(self.rows)
        work = [list(row) for row in self.rows]
        out = [list(row) for row in Matrix.identity(size).rows]
        for col in range(size):
            pivot = _find_pivot(work, col)
            if pivot is None:
                raise SingularMatrix(f"no pivot in column {col}")
            if pivot != col:
                work[col], work[pivot] = work[pivot], work[col]
            head = work[col][col]
            work[col] = [value / head for value in work[col]]
            out[col] = [value / head for value in out[col]]
            for r in range(size):
                if r == col:
                    continue
                factor = work[r][col]
                work[r] = [a - factor * b for a, b in zip(work[r], work[col])]
                out[r] = [a - factor * b for a, b in zip(out[r], out[col])]
        return Matrix(out)

    def _need_square(self):
        height, width = self.shape
        if height != width:
            raise ValueError("matrix must be square")


def _find_pivot(work, col):
    """First row from `col` down with a nonzero value in that column, or None."""
    for r in range(col, len(work)):
        if work[r][col] != 0:
            return r
    return None


def translation(dx, dy):
    return Matrix([[1, 0, dx], [0, 1, dy], [0, 0, 1]])


def scaling(sx, sy=None):
    return Matrix([[sx, 0, 0], [0, sx if sy is None else sy, 0], [0, 0, 1]])


def quarter_turn(times=1):
    """Counter-clockwise turn around the origin by 90 degrees, `times` times."""
    cos, sin = [(1, 0), (0, 1), (-1, 0), (0, -1)][times % 4]
    return Matrix([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])


def chain(*transforms):
    """One transform that does the given ones from left to right."""
    result = Matrix.identity(3)
    for transform in transforms:
        result = transform @ result
    return result


def apply(transform, point):
    x, y = point
    (px,), (py,), _ = (transform @ Matrix([[x], [y], [1]])).rows
    return px, py

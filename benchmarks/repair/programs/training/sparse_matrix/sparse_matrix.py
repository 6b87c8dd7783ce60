"""Integer matrices that store only their non-zero entries."""
from __future__ import annotations


class Sparse:
    """Immutable by convention; ``cells`` maps (row, column) to a value."""

    def __init__(self, rows: int, cols: int, cells=None):
        self.rows = rows
        self.cols = cols
        self.cells = {}
        for (r, c), value in dict(cells or {}).items():
            if not (0 <= r < rows and 0 <= c < cols):
                raise IndexError((r, c))
            if value:
                self.cells[r, c] = value

    @classmethod
    def from_rows(cls, rows):
        width = len(rows[0]) if rows else 0
        if any(len(row) != width for row in rows):
            raise ValueError("ragged rows")
        cells = {(r, c): v for r, row in enumerate(rows) for c, v in enumerate(row)}
        return cls(len(rows), width, cells)

    @classmethod
    def identity(cls, n):
        return cls(n, n, {(i, i): 1 for i in range(n)})

    def _raw(self, rows, cols, cells):
        out = Sparse(rows, cols)
        out.cells = cells
        return out

    def __getitem__(self, index):
        return self.cells.get(index, 0)

    def __eq__(self, other):
        if not isinstance(other, Sparse):
            return NotImplemented
        return (self.rows, self.cols, self.cells) == (other.rows, other.cols, other.cells)

    __hash__ = None

    @property
    def nnz(self) -> int:
        """Number of stored entries."""
        return len(self.cells)

    @property
    def T(self) -> Sparse:
        return self._raw(self.cols, self.rows, {(c, r): v for (r, c), v in self.cells.items()})

    def scale(self, factor) -> Sparse:
        if factor == 0:
            return Sparse(self.rows, self.cols)
        return self._raw(self.rows, self.cols, {k: v * factor for k, v in self.cells.items()})

    def __add__(self, other: Sparse) -> Sparse:
        if (self.rows, self.cols) != (other.rows, other.cols):
            raise ValueError("shapes differ")
        cells = dict(self.cells)
        for key, value in other.cells.items():
            cells[key] = cells.get(key, 0) + value
        return self._raw(self.rows, self.cols, cells)

    def __sub__(self, other: Sparse) -> Sparse:
        return self + other.scale(-1)

    def __matmul__(self, other: Sparse) -> Sparse:
        if self.cols != other.rows:
            raise ValueError("shapes do not fit")
        by_row = {}
        for (r, c), value in other.cells.items():
            by_row.setdefault(r, []).append((c, value))
        cells = {}
        for (r, k), left in self.cells.items():
            for c, right in by_row.get(k, ()):
                cells[r, c] = cells.get((r, c), 0) + left * right
        return self._raw(self.rows, other.cols, cells)

    def __pow__(self, exponent: int) -> Sparse:
        if self.rows != self.cols or exponent < 0:
            raise ValueError("cannot raise to that power")
        result, base = Sparse.identity(self.rows), self
        while exponent:
            if exponent & 1:
                result = result @ base
            base = base @ base
            exponent >>= 1
        return result

    def dense(self):
        return [[self[r, c] for c in range(self.cols)] for r in range(self.rows)]

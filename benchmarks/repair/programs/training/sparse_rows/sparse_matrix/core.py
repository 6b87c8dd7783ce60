from __future__ import annotations


class ShapeError(ValueError):
    """Shapes do not go together."""


class Matrix:
    """Rows are kept as {column: value} with zeros left out."""

    def __init__(self, height: int, width: int):
        self.height = height
        self.width = width
        self.rows: dict[int, dict[int, int]] = {}

    @classmethod
    def from_lists(cls, lists: list[list[int]]) -> Matrix:
        matrix = cls(len(lists), len(lists[0]) if lists else 0)
        for r, row in enumerate(lists):
            if len(row) != matrix.width:
                raise ShapeError("ragged rows")
            for c, value in enumerate(row):
                matrix[r, c] = value
        return matrix

    def _check(self, r: int, c: int) -> None:
        if not (0 <= r < self.height and 0 <= c < self.width):
            raise IndexError((r, c))

    def __getitem__(self, key: tuple[int, int]) -> int:
        self._check(*key)
        return self.rows.get(key[0], {}).get(key[1], 0)

    def __setitem__(self, key: tuple[int, int], value: int) -> None:
        self._check(*key)
        r, c = key
        if value:
            self.rows.setdefault(r, {})[c] = value
        elif r in self.rows:
            self.rows[r].pop(c, None)
            if not self.rows[r]:
                del self.rows[r]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Matrix):
            return NotImplemented
        shape = (self.height, self.width)
        return shape == (other.height, other.width) and self.rows == other.rows

    def entries(self):
        for r in sorted(self.rows):
            for c in sorted(self.rows[r]):
                yield r, c, self.rows[r][c]

    def to_lists(self) -> list[list[int]]:
        return [[self[r, c] for c in range(self.width)] for r in range(self.height)]

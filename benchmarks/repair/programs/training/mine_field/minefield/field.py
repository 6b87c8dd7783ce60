"""Where the mines are."""


class Field:
    """A rectangle with mines; cells are (row, column)."""

    def __init__(self, rows, columns, mines):
        self.rows = rows
        self.columns = columns
        self.mines = frozenset(mines)
        if not all(cell in self for cell in self.mines):
            raise ValueError("a mine is outside of the field")

    @classmethod
    def parse(cls, text):
        """Read a drawing with a star for each mine."""
        lines = text.split()
        mines = [(r, c) for r, line in enumerate(lines) for c, char in enumerate(line) if char == "*"]
        return cls(len(lines), len(lines[0]), mines)

    def __contains__(self, cell):
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def __iter__(self):
        return ((r, c) for r in range(self.rows) for c in range(self.columns))

    def neighbours(self, cell):
        row, column = cell
        for r in (row - 1, row, row + 1):
            for c in (column - 1, column, column + 1):
                if (r, c) != cell and (r, c) in self:
                    yield r, c

    def number(self, cell):
        """How many mines are around a cell."""
        return sum(near in self.mines for near in self.neighbours(cell))

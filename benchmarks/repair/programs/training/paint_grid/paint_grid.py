"""A character canvas with flood fill, undo and redo."""
from collections import Counter, deque


class PaintGrid:
    def __init__(self, rows):
        self._cells = [list(row) for row in rows]
        if not self._cells or len({len(row) for row in self._cells}) != 1:
            raise ValueError("the grid must be a rectangle")
        self._undo = []
        self._redo = []

    @property
    def height(self):
        return len(self._cells)

    @property
    def width(self):
        return len(self._cells[0])

    def rows(self):
        return ["".join(row) for row in self._cells]

    def at(self, row, col):
        self._check(row, col)
        return self._cells[row][col]

    def draw(self, row, col, colour):
        """Colour a single cell."""
        old = self.at(row, col)
        if old == colour:
            return
        self._undo.append([(row, col, old)])
        self._redo.clear()
        self._cells[row][col] = colour

    def fill(self, row, col, colour):
        """Colour the whole area of a cell; returns the number of changed cells."""
        old = self.at(row, col)
        if old == colour:
            return 0
        area = self.area(row, col)
        self._undo.append([(r, c, old) for r, c in area])
        for r, c in area:
            self._cells[r][c] = colour
        return len(area)

    def area(self, row, col):
        """Sorted cells that are connected with a cell and have its colour."""
        colour = self.at(row, col)
        found = {(row, col)}
        todo = deque(found)
        while todo:
            for cell in self._neighbours(*todo.popleft()):
                r, c = cell
                if cell not in found and self._cells[r][c] == colour:
                    found.add(cell)
                    todo.append(cell)
        return sorted(found)

    def areas(self):
        """How many separate areas there are of each colour."""
        counts = Counter()
        seen = set()
        for r in range(self.height):
            for c in range(self.width):
                if (r, c) not in seen:
                    seen.update(self.area(r, c))
                    counts[self._cells[r][c]] += 1
        return dict(counts)

    def undo(self):
        return self._swap(self._undo, self._redo)

    def redo(self):
        return self._swap(self._redo, self._undo)

    def _swap(self, source, target):
        """Take back the last step of source and remember in target how to repeat it."""
        if not source:
            return False
        step = source.pop()
        target.append([(r, c, self._cells[r][c]) for r, c, _ in step])
        for r, c, colour in step:
            self._cells[r][c] = colour
        return True

    def _neighbours(self, row, col):
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= r < self.height and 0 <= c < self.width:
                yield r, c

    def _check(self, row, col):
        if not (0 <= row < self.height and 0 <= col < self.width):
            raise IndexError(f"({row}, {col}) is off the canvas")
